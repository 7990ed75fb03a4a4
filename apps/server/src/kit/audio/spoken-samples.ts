import type { EgressResponse } from '../egress/answer.ts'
import { createSampleReader, toMono } from './samples.ts'

/** The rate of bare samples from providers. */
const RATE = 24_000
const MAX_HEADER = 4096

export interface Samples {
  samples: Int16Array
  rate: number
}
interface Layout {
  rate: number
  channels: number
  /** Byte offset of the samples. */
  start: number
}

/** Streams a provider's sound as samples. Some providers send a WAV header although bare samples were requested. */
export async function* spokenSamples(answer: EgressResponse): AsyncGenerator<Samples> {
  const read = createSampleReader()
  let layout: Layout | undefined
  let head = Buffer.alloc(0)
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    let bytes = chunk
    if (!layout) {
      head = Buffer.concat([head, chunk])
      layout = layoutOf(head, answer.headers.get('content-type') ?? '')
      if (!layout) continue
      bytes = head.subarray(layout.start)
    }
    const samples = toMono(read(bytes), layout.channels)
    if (samples.length) yield { samples, rate: layout.rate }
  }
}

/** Undefined when more bytes are needed to decide. */
function layoutOf(head: Buffer, type: string): Layout | undefined {
  if (head.length < 12) return undefined
  if (head.toString('latin1', 0, 4) !== 'RIFF')
    return { rate: Number(/rate=(\d+)/.exec(type)?.[1] ?? RATE), channels: 1, start: 0 }
  return readWav(head) ?? (head.length > MAX_HEADER ? { rate: RATE, channels: 1, start: 0 } : undefined)
}

/** Reads the header chunk by chunk up to the samples. */
export function readWav(head: Buffer): Layout | undefined {
  let rate = RATE
  let channels = 1
  for (let at = 12; at + 8 <= head.length;) {
    const name = head.toString('latin1', at, at + 4)
    const size = head.readUInt32LE(at + 4)
    if (name === 'data') return { rate, channels, start: at + 8 }
    if (name === 'fmt ' && at + 16 <= head.length) {
      channels = Math.max(1, head.readUInt16LE(at + 10))
      rate = head.readUInt32LE(at + 12)
    }
    at += 8 + size + (size % 2)
  }
  return undefined
}
