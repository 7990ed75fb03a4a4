import { Readable } from 'node:stream'
import type { EgressResponse } from '#kit/egress/answer.ts'

/** Sound of a provider, passed on while it comes. */
export const soundAnswer = (sound: EgressResponse): Response =>
  new Response(Readable.toWeb(sound.body) as ReadableStream, {
    headers: {
      'content-type': sound.headers.get('content-type') ?? 'audio/mpeg',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
