import { chineseDictionary } from '#kit/segment/chinese-dictionary.ts'
import { meaningTable } from './meaning-table.ts'

/** Function words, for which a dictionary of meanings is of little use. */
const little = new Map(
  'is=是 are=是 was=是 were=是 be=是 and=和 or=或 not=不 with=与 in=在 on=在 at=在 of=的 to=到 for=为 from=从 by=由 as=作为 that=那 this=这 these=这些 those=那些 it=它 its=它的 we=我们 they=他们 their=他们的 our=我们的 has=有 have=有 had=有 but=但 if=如果 than=比 then=然后 which=其 can=可以 may=可能 will=将 result=结果 results=结果 show=表明 shows=表明 clear=明显'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

/** How often Chinese words are used. Not kept in memory: the list is long. */
function frequencies(): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of chineseDictionary().toString().split('\n')) {
    const [word, count] = line.split(' ')
    if (word) found.set(word, Number(count) || 0)
  }
  return found
}

let words: Map<number, string> | undefined
/** For each English word, the most frequent Chinese word whose first meaning is exactly that word. */
function read(): Map<number, string> {
  const [often, best] = [frequencies(), new Map<number, { word: string; rank: number }>()]
  for (const [word, senses] of meaningTable().entries()) {
    const count = often.get(word)
    if (!count) continue
    for (const [order, sense] of senses.entries()) {
      const [only] = sense
      if (sense.length !== 1 || only === undefined) continue
      // A sense further down is a rarer meaning of the word.
      const rank = count / (1 + order) ** 3
      if (rank > (best.get(only)?.rank ?? 0)) best.set(only, { word, rank })
    }
  }
  return new Map([...best].map(([number, { word }]) => [number, word]))
}

/** A Chinese word for an English one in any of its forms. */
export function chineseFor(english: string): string | undefined {
  const { english: numberOf } = meaningTable()
  words ??= read()
  const known = little.get(english)
  if (known) return known
  const forms = [english, english.replace(/s$/, ''), english.replace(/es$/, ''), english.replace(/ies$/, 'y')]
  for (const form of new Set(forms)) {
    const number = numberOf(form)
    const found = number === undefined ? undefined : words.get(number)
    if (found) return found
  }
  return undefined
}
