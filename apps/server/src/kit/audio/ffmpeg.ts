import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSampleReader } from './samples.ts'
import { RECORDING_RATE, MAX_DURATION_S, type SampleSink, UnreadableSound } from './sample-sink.ts'

/** The demuxer is fixed: if ffmpeg detected the format itself, it would open whatever a hostile file names. */
const demuxers = { m4a: 'mov', aac: 'aac', flac: 'flac' } as const
export type ForeignSound = keyof typeof demuxers
export const isForeign = (type: string): type is ForeignSound => type in demuxers
const TRY_MS = 30_000

/** The program that decodes the formats we cannot; empty when there is none. `set`: the path from the settings. */
export function findFfmpeg(set: string | undefined, search = process.env.PATH ?? ''): string {
  const places = set ? [set] : search.split(path.delimiter).map((folder) => path.join(folder, 'ffmpeg'))
  return (
    places.find((place) => {
      try {
        accessSync(place, constants.X_OK)
        return path.isAbsolute(place)
      } catch {
        return false
      }
    }) ?? ''
  )
}

/** Decodes in a process of its own, which sees this one file and none of our data. */
export async function decodeForeign(bytes: Buffer, type: ForeignSound, program: string, sink: SampleSink) {
  if (!program) throw new UnreadableSound('noDecoder')
  const folder = await mkdtemp(path.join(tmpdir(), 'orrery-sound-'))
  try {
    // Through a file, not a pipe: the table of contents of M4A is often at the end.
    const file = path.join(folder, 'sound')
    await writeFile(file, bytes, { mode: 0o600 })
    await run(program, file, demuxers[type], sink)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
async function run(program: string, file: string, demuxer: string, sink: SampleSink): Promise<void> {
  const from = ['-nostdin', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-f', demuxer, '-i', file]
  // One second more than the limit: enough to detect a longer file without decoding all of it.
  const to = [
    '-map',
    '0:a:0',
    '-t',
    String(MAX_DURATION_S + 1),
    '-ac',
    '1',
    '-ar',
    String(RECORDING_RATE),
    '-f',
    's16le',
    'pipe:1',
  ]
  const child = spawn(program, [...from, ...to], { stdio: ['ignore', 'pipe', 'ignore'], env: {} })
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null)).once('close', resolve)
  })
  const late = setTimeout(() => child.kill('SIGKILL'), TRY_MS)
  const read = createSampleReader()
  let isSound = false
  try {
    for await (const piece of child.stdout) {
      isSound = true
      sink.push(read(piece as Buffer), RECORDING_RATE)
    }
    if ((await ended) !== 0 || !isSound) throw new UnreadableSound('unreadable')
  } finally {
    clearTimeout(late)
    child.kill('SIGKILL')
  }
}
