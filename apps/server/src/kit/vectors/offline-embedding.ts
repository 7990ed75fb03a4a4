import { meaningTable } from '../meaning/meaning-table.ts'
import { sensesOf } from '../meaning/gloss.ts'
import { remembered } from '../meaning/remembered.ts'
import { cutChinese } from '../segment/segment.ts'

/** The name under which what this embedding made is kept. */
export const OFFLINE_EMBEDDING = 'offline'
/** What earlier versions made under the same name is kept under this one. */
export const FIRST_EMBEDDING = 'offline-1'
export const OFFLINE_SIZE = 128
const WORD = /\p{Script=Han}+|(?:(?!\p{Script=Han})\p{L}){1,40}/gu
const isHan = /^\p{Script=Han}/u
/** Words a block; a stretch is three blocks long, and the next one begins two later. */
const [BLOCK, WINDOW, STEP] = [20, 3, 2]
const MAX_TITLE = 30
const MAX_QUESTION = 200
/** Where fewer of the words are known, the text is in another language, and an average of the rest would only mislead. */
const KNOWN_SHARE = 0.6

/** Half a kilobyte for each word that is remembered. */
const MAX_KNOWN = 4_000

/** What a word means, weighed: words that are said all the time count little. Undefined when the table does not have it. */
type Meaning = Float32Array | undefined

/**
 * Meaning without a network, in English and Chinese: the average of what the words of a text mean, common words counting less. Chinese
 * words mean what their English senses mean.
 */
export function embedText(text: string): Float32Array | undefined {
  const words = wordsOf(text, MAX_QUESTION)
  return isUnderstood(words) ? direction([sum(words)]) : undefined
}
const isUnderstood = (words: Meaning[]) => words.filter(Boolean).length >= KNOWN_SHARE * words.length

/** A vector for every stretch of a text, each with the title before it: a fact in a long text is not lost in the average. */
export function embedWindows(title: string, text: string): Float32Array | undefined {
  const head = sum(wordsOf(title, MAX_TITLE))
  const body = wordsOf(text)
  if (!isUnderstood(body)) return undefined
  // Stretches overlap: what they share is added up once.
  const blocks: Float32Array[] = []
  for (let at = 0; at < body.length; at += BLOCK) blocks.push(sum(body.slice(at, at + BLOCK)))
  const made: Float32Array[] = []
  for (let at = 0; ; at += STEP) {
    const vector = direction([head, ...blocks.slice(at, at + WINDOW)])
    if (vector) made.push(vector)
    if (at + WINDOW >= blocks.length) break
  }
  if (!made.length) return undefined
  const joined = new Float32Array(made.length * OFFLINE_SIZE)
  made.forEach((vector, at) => joined.set(vector, at * OFFLINE_SIZE))
  return joined
}

function wordsOf(text: string, max = Infinity): Meaning[] {
  const runs = text.normalize('NFKC').toLowerCase().match(WORD) ?? []
  const chineseRuns = cutChinese(runs.filter((run) => isHan.test(run))).values()
  const words: Meaning[] = []
  for (const run of runs) {
    if (words.length >= max) break
    if (!isHan.test(run)) words.push(meaningOf(run))
    else for (const word of chineseRuns.next().value!) words.push(meaningOf(word))
  }
  return words
}

const meaningOf = remembered((word): Meaning => {
  const { addTo } = meaningTable()
  const parts = isHan.test(word) ? chineseParts(word) : englishParts(word)
  if (!parts.length) return undefined
  const meaning = new Float32Array(OFFLINE_SIZE)
  for (const [number, factor] of parts) addTo(meaning, number, factor)
  return meaning
}, MAX_KNOWN)

/** A word as numbers of the table, each with its share. */
type Parts = [number: number, factor: number][]

function englishParts(word: string): Parts {
  const { english, weightOf } = meaningTable()
  const number = english(word)
  return number === undefined ? [] : [[number, weightOf(number)]]
}

/** The first sense counts most; a sense counts as much as its rarest word. */
function chineseParts(word: string): Parts {
  const { weightOf } = meaningTable()
  const senses = sensesOf(word)
  const shares = senses.map((_, at) => 1 / (1 + at))
  const whole = shares.reduce((total, share) => total + share, 0)
  return senses.flatMap((sense, at) => {
    const weights = sense.map(weightOf)
    const total = weights.reduce((all, weight) => all + weight, 0)
    const most = Math.max(...weights)
    return sense.map((number, n): [number, number] => [number, (shares[at]! / whole) * most * (weights[n]! / total)])
  })
}

function sum(vectors: Meaning[]): Float32Array {
  const total = new Float32Array(OFFLINE_SIZE)
  for (const vector of vectors) if (vector) for (let n = 0; n < OFFLINE_SIZE; n += 1) total[n]! += vector[n]!
  return total
}

/** The sum as a vector of length one; nothing when no word was known. */
function direction(vectors: Float32Array[]): Float32Array | undefined {
  const total = sum(vectors)
  let square = 0
  for (const value of total) square += value * value
  if (!square) return undefined
  const length = Math.sqrt(square)
  return total.map((value) => value / length)
}
