import { meaningTable } from '../meaning/meaning-table.ts'
import { sensesOf } from '../meaning/gloss.ts'
import { remembered } from '../meaning/remembered.ts'
import { cutChinese } from '../segment/segment.ts'

/** The name under which vectors of this embedding are stored. */
export const OFFLINE_EMBEDDING = 'offline'
/** The name for vectors that earlier versions stored under the name above. */
export const FIRST_EMBEDDING = 'offline-1'
export const OFFLINE_SIZE = 128
const WORD = /\p{Script=Han}+|(?:(?!\p{Script=Han})\p{L}){1,40}/gu
const isHan = /^\p{Script=Han}/u
/** Words per block. A stretch has three blocks, and the next one begins two blocks later. */
const [BLOCK, WINDOW, STEP] = [20, 3, 2]
const MAX_TITLE = 30
const MAX_QUESTION = 200
/**
 * If a smaller share of the words is known, the text is in another language, and an average of the rest would mislead.
 */
const KNOWN_SHARE = 0.6

/** Cached words; each takes half a kilobyte. */
const MAX_KNOWN = 4_000

/** The weighted meaning of a word: frequent words have little weight. Undefined for unknown words. */
type Meaning = Float32Array | undefined

/**
 * Embeds English and Chinese without a network: the weighted average of the meanings of words, where common words count
 * less. The meaning of a Chinese word is that of its English senses.
 */
export function embedText(text: string): Float32Array | undefined {
  const words = wordsOf(text, MAX_QUESTION)
  return isUnderstood(words) ? direction([sum(words)]) : undefined
}
const isUnderstood = (words: Meaning[]) => words.filter(Boolean).length >= KNOWN_SHARE * words.length

/** One vector per stretch of a text, each including the title: a fact in a long text is not lost in the average. */
export function embedWindows(title: string, text: string): Float32Array | undefined {
  const head = sum(wordsOf(title, MAX_TITLE))
  const body = wordsOf(text)
  if (!isUnderstood(body)) return undefined
  // Stretches overlap, so the sum of each block is computed only once.
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

/** A word as word numbers of the table, each with its factor. */
type Parts = [number: number, factor: number][]

function englishParts(word: string): Parts {
  const { english, weightOf } = meaningTable()
  const number = english(word)
  return number === undefined ? [] : [[number, weightOf(number)]]
}

/** The first sense counts most; a sense has the weight of its rarest word. */
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

/** The sum as a unit vector; undefined when no word was known. */
function direction(vectors: Float32Array[]): Float32Array | undefined {
  const total = sum(vectors)
  let square = 0
  for (const value of total) square += value * value
  if (!square) return undefined
  const length = Math.sqrt(square)
  return total.map((value) => value / length)
}
