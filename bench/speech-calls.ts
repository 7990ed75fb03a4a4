import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { resampled } from '../apps/server/src/kit/audio/resample.ts'
import { memoryMb, startOrrery, startProcess } from './lib/processes.ts'
import { median, report } from './lib/report.ts'
import { noise, sentences, type Speech, SPOKEN_RATE } from './lib/speech-set.ts'
import { openTalker, TALK_RATE } from './lib/talker.ts'
import { signUp } from './lib/studio.ts'

const ports = { short: 8971, story: 8972, orrery: 8973 }
const ROUNDS = 8
const TALKERS = 4
const NOISES = 200
const STOPS = 8
const SOCKETS = 18
const upstream = (port: number, tokens: number) =>
  startProcess(['bench/lib/floor-model.ts'], port, { TOKENS: String(tokens), GAP_MS: '1', MARKS: '8' })

/** Measures calls with built-in speech: how long people wait for an answer, and whether noises interrupt it. */
export async function benchSpeechCalls(speech: Speech) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-bench-calls-'))
  chmodSync(dataDir, 0o755)
  const models = [await upstream(ports.short, 6), await upstream(ports.story, 600)]
  const allow = [ports.short, ports.story].map((port) => `127.0.0.1:${port}`).join(',')
  const orrery = await startOrrery(dataDir, ports.orrery, { EGRESS_ALLOW: allow })
  try {
    const studio = await signUp(orrery.url)
    const botOn = (port: number) => studio.publishBot(`http://127.0.0.1:${port}/v1`)
    const [short, story] = [await botOn(ports.short), await botOn(ports.story)]
    const talker = (botId: string) => openTalker(orrery.url, studio.token, botId)
    const said = resampled(await speech.say(sentences[0]!, 'slt'), SPOKEN_RATE, TALK_RATE)
    await measureWaits(() => talker(short), said)
    await measureStops(() => talker(story), said)
    await measureSockets(() => talker(short), orrery.child.pid!)
    await measureNoises(await talker(story))
  } finally {
    await Promise.all([orrery.stop(), ...models.map((model) => model.stop())])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Talker = Awaited<ReturnType<typeof openTalker>>
async function measureWaits(open: () => Promise<Talker>, said: Int16Array) {
  const held = (value: number, most: number) => `at most ${most}: ${value <= most ? 'held' : 'missed'}`
  const alone = await open()
  // Warm-up: models are loaded on the first sentence.
  await alone.ask(said)
  const waits: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) waits.push(await alone.ask(said))
  alone.close()
  const middle = median(waits)
  report('end of speech to first sound, median', `${middle.toFixed(0)} ms`, 'none', undefined, held(middle, 1300))
  const all = await Promise.all(Array.from({ length: TALKERS }, open))
  const together: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    together.push(...(await Promise.all(all.map((talker) => talker.ask(said)))))
  all.forEach((talker) => talker.close())
  const late = together.toSorted((a, b) => a - b)[Math.ceil(together.length * 0.95) - 1]!
  report(`${TALKERS} talkers at once, p95`, `${late.toFixed(0)} ms`, 'none', undefined, held(late, 2500))
}
/** For how long sound still arrives after an interruption was detected. */
async function measureStops(open: () => Promise<Talker>, said: Int16Array) {
  const late: number[] = []
  for (let round = 0; round < STOPS; round += 1) {
    const talker = await open()
    await talker.tellStory()
    late.push(await talker.interrupt(said))
    talker.close()
  }
  const most = Math.max(...late)
  const goal = `at most 200: ${most <= 200 ? 'held' : 'missed'}`
  report(`${STOPS} interruptions, sound after the decision`, `${most.toFixed(0)} ms`, 'none', undefined, goal)
}
/** Memory of the server per connected person. Recognition runs in a separate process and is not included. */
async function measureSockets(open: () => Promise<Talker>, pid: number) {
  const first = await open()
  await first.listen()
  const before = memoryMb([pid])
  const all = await Promise.all(Array.from({ length: SOCKETS }, open))
  await Promise.all(all.map((talker) => talker.listen()))
  const each = (memoryMb([pid]) - before) / SOCKETS
  for (const talker of [first, ...all]) talker.close()
  const goal = `at most 2: ${each <= 2 ? 'held' : 'missed'}`
  report(`${SOCKETS} live sockets, memory of one`, `${each.toFixed(2)} MB`, 'none', undefined, goal)
}
async function measureNoises(talker: Talker) {
  let stops = 0
  await talker.tellStory()
  for (let nth = 0; nth < NOISES; nth += 1) {
    await talker.makeSound(noise(nth, TALK_RATE))
    if (!talker.wasStopped()) continue
    stops += 1
    await talker.tellStory()
  }
  talker.close()
  const goal = `at most 4: ${stops <= 4 ? 'held' : 'missed'}`
  report(`${NOISES} noises, answers stopped`, `${stops}`, 'none', undefined, goal)
}
