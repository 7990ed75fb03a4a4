import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rootDir } from '../config.ts'
import { remembered } from './remembered.ts'

export interface MeaningTable {
  /** Dimensions of a vector. */
  size: number
  /** The number of an English word or of its base form. */
  english(word: string): number | undefined
  wordOf(number: number): string
  /** From 0 to 1; frequent words have a low weight. */
  weightOf(number: number): number
  /** Adds the vector of a word, multiplied by a factor. */
  addTo(sum: Float32Array, number: number, factor: number): void
  /** The senses of a Chinese word: short phrases as numbers of English words. */
  senses(word: string): number[][]
  /** Every Chinese word with its senses. */
  entries(): Iterable<[word: string, senses: number[][]]>
}
const END = 65_535
const MAX_KNOWN = 20_000
let table: MeaningTable | undefined
/** 8 MB of words and vectors, read when the first text is embedded. `scripts/meaning-table.ts` writes the file. */
export const meaningTable = (): MeaningTable =>
  (table ??= readTable(readFileSync(path.join(rootDir, 'apps/server/src/kit/meaning/meaning.bin'))))

function readTable(file: Buffer): MeaningTable {
  const headEnd = file.indexOf(10)
  const { size, sizes } = JSON.parse(file.toString('utf8', 0, headEnd)) as { size: number; sizes: number[] }
  let at = headEnd + 1
  const next = () => file.subarray(at, (at += sizes.shift()!))
  // Copied because typed arrays need aligned offsets.
  const numbers = () => new Uint8Array(next()).buffer
  const words = sortedWords(next())
  const weights = new Uint16Array(numbers())
  const scales = new Float32Array(numbers())
  const vectors = new Int8Array(numbers())
  const han = sortedWords(next())
  const offsets = new Uint32Array(numbers())
  const senseWords = new Uint16Array(numbers())
  function* sensesAt(place: number): Generator<number[]> {
    while (senseWords[place] !== END) {
      const sense: number[] = []
      for (; senseWords[place] !== END; place += 1) sense.push(senseWords[place]!)
      yield sense
      place += 1
    }
  }
  return {
    size,
    english: remembered((word: string) => {
      for (const form of formsOf(word)) {
        const found = words.find(form)
        if (found !== undefined) return found
      }
      return undefined
    }, MAX_KNOWN),
    wordOf: words.at,
    weightOf: (number) => weights[number]! / 65_535,
    addTo(sum, number, factor) {
      const scale = scales[number]! * factor
      const from = number * size
      for (let n = 0; n < size; n += 1) sum[n]! += scale * vectors[from + n]!
    },
    senses: remembered((word: string) => {
      const found = han.find(word)
      if (found === undefined) return []
      return [...sensesAt(offsets[found]!)]
    }, MAX_KNOWN),
    *entries() {
      for (let at = 0; at < han.count; at += 1) yield [han.at(at), [...sensesAt(offsets[at]!)]]
    },
  }
}

/** Words sorted by their bytes, found by binary search: a hundred thousand strings would fill the heap. */
function sortedWords(bytes: Buffer) {
  const starts: number[] = [0]
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1)
  const places = Uint32Array.from([...starts, bytes.length + 1])
  const count = starts.length
  return {
    count,
    at: (number: number) => bytes.toString('utf8', places[number], places[number + 1]! - 1),
    find(word: string): number | undefined {
      const wanted = Buffer.from(word)
      let [low, high] = [0, count - 1]
      while (low <= high) {
        const middle = (low + high) >> 1
        const order = bytes.compare(wanted, 0, wanted.length, places[middle], places[middle + 1]! - 1)
        if (order === 0) return middle
        if (order < 0) low = middle + 1
        else high = middle - 1
      }
      return undefined
    },
  }
}

/** A word and its possible base forms. */
function formsOf(word: string): string[] {
  const forms = [word]
  for (const ending of ['s', 'es', 'd', 'ed', 'ing', 'ly', 'er'])
    if (word.endsWith(ending) && word.length - ending.length >= 3) forms.push(word.slice(0, -ending.length))
  return forms
}
