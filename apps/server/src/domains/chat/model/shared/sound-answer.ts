import { Readable } from 'node:stream'
import type { EgressResponse } from '#kit/egress/answer.ts'

/** Streams sound from a provider to the client. */
export const soundAnswer = (sound: EgressResponse): Response =>
  new Response(Readable.toWeb(sound.body) as ReadableStream, {
    headers: {
      'content-type': sound.headers.get('content-type') ?? 'audio/mpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
