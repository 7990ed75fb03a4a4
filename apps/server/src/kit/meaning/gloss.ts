import { chineseWords, isStopWord, segment, stemmed } from '../segment/segment.ts'
import { meaningTable } from './meaning-table.ts'
import { remembered } from './remembered.ts'

/** Senses of a word that are indexed; more of them would give too many matches. */
const SEARCHED_SENSES = 2
const MAX_PART = 4
const MAX_KNOWN = 10_000

/** The senses of a Chinese word; for a word missing in the dictionary, those of its longest known parts. */
export function sensesOf(word: string): number[][] {
  const { senses } = meaningTable()
  const whole = senses(word)
  if (whole.length || word.length === 1) return whole
  const made: number[][] = []
  for (let at = 0; at < word.length;) {
    let length = Math.min(MAX_PART, word.length - at)
    while (length > 1 && !senses(word.slice(at, at + length)).length) length -= 1
    made.push(...senses(word.slice(at, at + length)).slice(0, 1))
    at += length
  }
  return made
}

/**
 * Translates the Chinese of a text to English words of the index, so that synonyms and questions in English match.
 * Everything that is not Chinese is left out.
 */
export const glossed = (text: string): string[] => chineseWords(text).flatMap(glossOf)

/** The English index words of one Chinese word. Words repeat within a text, so each is translated only once. */
const glossOf = remembered((word): string[] => {
  const { wordOf } = meaningTable()
  const numbers = new Set(sensesOf(word).slice(0, SEARCHED_SENSES).flat())
  return [...numbers].map((number) => stemmed(wordOf(number))).filter((token) => !isStopWord(token))
}, MAX_KNOWN)

/** A question in its own words, and additionally in English words if part of it is Chinese. */
export function wordings(text: string): string[][] {
  const own = segment(text)
  const translated = glossed(text)
  if (!translated.length) return [own]
  return [own, [...own.filter((word) => !/\p{Script=Han}/u.test(word)), ...translated]]
}
