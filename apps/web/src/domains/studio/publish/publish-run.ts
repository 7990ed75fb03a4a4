import { createStore } from '#lib/store.ts'
import type { Progress, Publication, PublishPort, StepState } from './publish-port.ts'

export type { StepState } from './publish-port.ts'
export type ChannelStep = Progress['channels'][number]
export interface RunState extends Omit<Progress, 'isOver'> {
  phase: 'idle' | 'running' | 'review' | 'done' | 'failed'
  endedAt: number
  /** A failed request or an error response. */
  error: unknown
}
export interface Order extends Omit<Publication, 'channels'> {
  channels: readonly (Publication['channels'][number] & { name: string })[]
}
interface Timing {
  now: () => number
  /** Delay before the next poll. */
  pause: () => Promise<unknown>
}

const idle: RunState = {
  phase: 'idle',
  versionName: '',
  startedAt: 0,
  endedAt: 0,
  check: 'waiting',
  reasons: [],
  freeze: 'waiting',
  faults: [],
  channels: [],
  error: null,
}
const maxPollFailures = 5
const timing: Timing = { now: Date.now, pause: () => new Promise((resolve) => setTimeout(resolve, 500)) }

/**
 * Publishes a draft and reports the progress: the draft is checked, the publication starts, and the server is polled.
 * Leaving the page does not stop the publication, and returning to the page resumes the display.
 */
export function createPublishRun(port: PublishPort, { now, pause }: Timing = timing) {
  const { current, patch: set, subscribe, use } = createStore(idle)
  let order: Order | undefined
  let publicationId = ''
  let isPageClosed = false
  const fail = (error: unknown, change: Partial<RunState> = {}) =>
    set({ ...change, phase: 'failed', endedAt: now(), error })
  const hasFailed = ({ check, freeze, channels }: Progress) =>
    [check, freeze, ...channels.map((channel) => channel.state)].includes('failed')

  /** Retries a failed poll, because the publication continues. */
  async function poll(id: string): Promise<Progress> {
    for (let tries = 1; ; tries += 1)
      try {
        return await port.progress(id)
      } catch (error) {
        if (tries >= maxPollFailures) throw error
        await pause()
      }
  }
  async function follow(id: string): Promise<void> {
    publicationId = id
    for (;;) {
      const { isOver, ...found } = await poll(id)
      if (isPageClosed) return
      if (!isOver) set({ ...found, phase: 'running' })
      else {
        const ends = found.channels.map((channel) => channel.at)
        const endedAt = Math.max(...ends, 0) || now()
        const isReviewed = found.channels.some((channel) => channel.state === 'review')
        const phase = hasFailed({ isOver, ...found }) ? 'failed' : isReviewed ? 'review' : 'done'
        return set({ ...found, phase, endedAt })
      }
      await pause()
    }
  }
  const followed = (id: string) => follow(id).catch((error: unknown) => fail(error))

  return {
    subscribe,
    use,
    current,
    async start(what: Order): Promise<void> {
      if (current().phase === 'running') return
      order = what
      publicationId = ''
      const waiting: StepState = 'waiting'
      const channels = what.channels.map(({ id, name }) => ({ id, name, state: waiting, at: 0, reason: '' }))
      set({ ...idle, phase: 'running', versionName: what.versionName, startedAt: now(), check: 'running', channels })
      try {
        const reasons = await port.check(
          channels.map((channel) => channel.id),
          what.draft,
        )
        if (reasons.length > 0) return fail(null, { check: 'failed', reasons })
      } catch (error) {
        return fail(error, { check: 'failed' })
      }
      set({ check: 'done', freeze: 'running' })
      try {
        publicationId = await port.publish(what)
      } catch (error) {
        return fail(error, { freeze: 'failed' })
      }
      await followed(publicationId)
    },
    /** Displays a publication that was started earlier, here or elsewhere. */
    async resume(id: string): Promise<void> {
      isPageClosed = false
      if (current().phase === 'idle') await followed(id)
    },
    /** Clears an outdated result. */
    reset(): void {
      if (current().phase !== 'running') set(idle)
    },
    /** Stops polling when the page is closed. */
    leave(): void {
      isPageClosed = true
    },
    /** Retries the failed steps. */
    async retry(): Promise<void> {
      if (current().phase === 'running') return
      if (!publicationId) return order && this.start(order)
      set({ phase: 'running', error: null, startedAt: now(), endedAt: 0 })
      try {
        await port.retry(publicationId)
      } catch (error) {
        return fail(error)
      }
      await followed(publicationId)
    },
  }
}
