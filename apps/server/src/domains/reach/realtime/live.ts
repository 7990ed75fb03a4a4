import type { TranslateConfig } from '@orrery/contract'
import { createResampler, type Resampler } from '#kit/audio/resample.ts'
import { bytesOf } from '#kit/audio/samples.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Secrets } from '#kit/secrets.ts'
import type { LiveRepo } from './live.repo.ts'
import { LIVE_RATE, liveFormats, liveSound } from './live-sound.ts'
import { realtimeErrors } from './realtime.errors.ts'

export const liveTypes = ['origin', 'translation'] as const
export type LiveType = (typeof liveTypes)[number]
export interface LiveDeps {
  repo: LiveRepo
  bus: Bus
  secrets: Secrets
  clock: Clock
  log: Log
}
/** Sends the sound of a room to its listeners. */
export interface Broadcast {
  origin(samples: Int16Array, rate: number): void
  translation(samples: Int16Array, rate: number): void
}
const RENEW_MS = 30_000
const ABANDONED_AFTER_MS = 3 * RENEW_MS
/** Notifications of the database are limited to 8,000 bytes, and pieces are base64. */
const PIECE_BYTES = 5400
const LISTEN_MS = 2 * 3600_000
const topicOf = (id: string, type: LiveType) => `live:${id}:${type}`

/** Live listening to rooms with interpretation, in whatever process the room is. */
export function createLives({ repo, bus, secrets, clock, log }: LiveDeps) {
  const give = (id: string, type: LiveType, payload: string) =>
    bus.publish(topicOf(id, type), payload).catch((cause: unknown) => log.debug({ err: cause }, 'live sound was lost'))

  /** Publishes sound in order, in pieces that fit. */
  function createStream(id: string, type: LiveType) {
    let work: Promise<void> = Promise.resolve()
    let resampler: Resampler | undefined
    return (samples: Int16Array, rate: number) => {
      resampler ??= createResampler(rate, LIVE_RATE)
      const bytes = bytesOf(resampler.push(samples))
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const piece = bytes.subarray(at, at + PIECE_BYTES).toString('base64')
        work = work.then(() => give(id, type, piece))
      }
    }
  }

  return {
    /** Announces a live room until the signal aborts. */
    async open(
      room: { id: string; botId: string },
      languages: Pick<TranslateConfig, 'from' | 'to'>,
      signal: AbortSignal,
    ): Promise<Broadcast> {
      const renew = () => repo.put({ ...room, source: languages.from, target: languages.to, seenAt: clock.now() })
      await repo.removeSilent(clock.now() - ABANDONED_AFTER_MS)
      await renew()
      const failed = (cause: unknown) => log.warn({ err: cause }, 'a live room could not be renewed')
      const timer = setInterval(() => void renew().catch(failed), RENEW_MS)
      async function end() {
        clearInterval(timer)
        await repo.remove(room.id)
        for (const type of liveTypes) await give(room.id, type, '')
      }
      const finish = () => void end().catch((cause: unknown) => log.debug({ err: cause }, 'a live room was left open'))
      if (signal.aborted) finish()
      else signal.addEventListener('abort', finish, { once: true })
      const origin = createStream(room.id, 'origin')
      const translation = createStream(room.id, 'translation')
      return {
        origin,
        translation,
      }
    },
    find: (id: string) => repo.find(id, clock.now() - ABANDONED_AFTER_MS),
    /** Identifies a stream for players, which can send neither token nor cookie. */
    streamId: (id: string, type: LiveType): string =>
      Buffer.from(secrets.seal(JSON.stringify({ id, type, until: clock.now() + LISTEN_MS }))).toString('base64url'),
    async listen(id: string, streamId: string, as: keyof typeof liveFormats, signal: AbortSignal) {
      const type = typeOf(id, streamId)
      if (!type || !(await this.find(id))) throw realtimeErrors.liveOver()
      const format = await liveFormats[as]()
      const sound = liveSound((listener) => bus.subscribe(topicOf(id, type), listener), signal, format)
      return { sound, type: format.type }
    },
  }
  function typeOf(id: string, streamId: string): LiveType | undefined {
    try {
      const text = secrets.open(Buffer.from(streamId, 'base64url').toString())
      const told = JSON.parse(text) as { id: string; type: LiveType; until: number }
      return told.id === id && told.until > clock.now() ? told.type : undefined
    } catch {
      // All invalid stream ids get the same error.
      return undefined
    }
  }
}
export type Lives = ReturnType<typeof createLives>
