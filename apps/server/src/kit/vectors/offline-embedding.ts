import { meaningTable } from '../meaning/meaning-table.ts'
import { sensesOf } from '../meaning/gloss.ts'
import { cutChinese, isStopWord } from '../segment/segment.ts'

/** The name under which what this embedding made is kept. */
export const OFFLINE_EMBEDDING = 'offline'
/** What earlier versions made under the same name is kept under this one. */
export const FIRST_EMBEDDING = 'offline-1'
export const OFFLINE_SIZE = 128
const WORD = /\p{Script=Han}+|(?:(?!\p{Script=Han})\p{L}){1,40}/gu
const isHan = /^\p{Script=Han}/u
/** Words a window, and by how many the next one begins later. */
const [WINDOW, STEP] = [60, 40]
const MAX_TITLE = 30
const MAX_QUESTION = 200
/** Where fewer of the words are known, the text is in another language, and an average of the rest would only mislead. */
const KNOWN_SHARE = 0.6

/** A word as numbers of the table, each with its share. */
type Weighed = [number: number, factor: number][]

/**
 * Meaning without a network, in English and Chinese: the average of what the words of a text mean, common words counting less. Chinese
 * words mean what their English senses mean.
 */
export function embedText(text: string): Float32Array | undefined {
  const words = wordsOf(text, MAX_QUESTION)
  return isUnderstood(words) ? average(words) : undefined
}
const isUnderstood = (words: Weighed[]) => words.filter((word) => word.length).length >= KNOWN_SHARE * words.length

/** A vector for every stretch of a text, each with the title before it: a fact in a long text is not lost in the average. */
export function embedWindows(title: string, text: string): Float32Array | undefined {
  const head = wordsOf(title, MAX_TITLE)
  const body = wordsOf(text)
  if (!isUnderstood(body)) return undefined
  const made: Float32Array[] = []
  for (let at = 0; ; at += STEP) {
    const vector = average([...head, ...body.slice(at, at + WINDOW)])
    if (vector) made.push(vector)
    if (at + WINDOW >= body.length) break
  }
  if (!made.length) return undefined
  const joined = new Float32Array(made.length * OFFLINE_SIZE)
  made.forEach((vector, at) => joined.set(vector, at * OFFLINE_SIZE))
  return joined
}

function wordsOf(text: string, max = Infinity): Weighed[] {
  const { english, weightOf } = meaningTable()
  const words: Weighed[] = []
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(WORD)) {
    if (words.length >= max) break
    if (isHan.test(run)) {
      for (const word of cutChinese(run)) if (!isStopWord(word)) words.push(ofChinese(word))
      continue
    }
    const number = english(run)
    words.push(number === undefined ? [] : [[number, weightOf(number)]])
  }
  return words
}

/** The first sense counts most; a sense counts as much as its rarest word. */
function ofChinese(word: string): Weighed {
  const { weightOf } = meaningTable()
  const senses = sensesOf(word)
  const shares = senses.map((_, at) => 1 / (1 + at))
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return senses.flatMap((sense, at) => {
    const weights = sense.map(weightOf)
    const sum = weights.reduce((total, weight) => total + weight, 0)
    const most = Math.max(...weights)
    return sense.map((number, n): [number, number] => [number, (shares[at]! / whole) * most * (weights[n]! / sum)])
  })
}

function average(words: Weighed[]): Float32Array | undefined {
  const { addTo } = meaningTable()
  const sum = new Float32Array(OFFLINE_SIZE)
  let known = 0
  for (const word of words)
    for (const [number, factor] of word) {
      addTo(sum, number, factor)
      known += 1
    }
  if (!known) return undefined
  let norm = 0
  for (const value of sum) norm += value * value
  norm = Math.sqrt(norm) || 1
  return sum.map((value) => value / norm)
}
