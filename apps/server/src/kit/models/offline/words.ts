const stopWords = new Set(
  `a an the of to in on at for from with and or is are was be do does did can could will would should please me my i you your it
   this that these those what which who how when where why tell give show get make find use using about into by as than then so
   if not no yes have has had there here just want need like let us we they he she his her its our their new one some any all`
    .split(/\s+/)
    .filter(Boolean),
)

export const isStopWord = (word: string): boolean => stopWords.has(word.toLowerCase())

/** Words for comparison: camelCase and snake_case split, endings removed, Chinese as pairs of characters. */
export function wordsOf(text: string): string[] {
  const spaced = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  const latin = (spaced.match(/[a-z\u00c0-\u024f]{2,}|\d+/g) ?? []).filter((word) => !stopWords.has(word)).map(stem)
  const chinese = (spaced.match(/[\u3400-\u9fff]+/g) ?? []).flatMap((run) =>
    run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
  )
  return [...latin, ...chinese]
}

function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(sses|ches|shes|xes)$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

export const hasChinese = (text: string) => /[\u3400-\u9fff]/.test(text)

export function overlap(words: ReadonlySet<string>, text: string): number {
  let count = 0
  for (const word of new Set(wordsOf(text))) if (words.has(word)) count += 1
  return count
}

/** Sentences with their punctuation. */
export const sentencesOf = (text: string): string[] =>
  (text.match(/[^.!?。！？\n]+[.!?。！？]*/g) ?? []).map((sentence) => sentence.trim()).filter(Boolean)
