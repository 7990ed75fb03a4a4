import type { PublishPort } from './publish-port.ts'

export type StepState = 'waiting' | 'running' | 'done' | 'failed' | 'skipped'
export interface ChannelStep {
  id: string
  name: string
  state: StepState
  /** When it was served, in milliseconds. */
  at: number
  error: unknown
}
export interface RunState {
  phase: 'idle' | 'running' | 'done' | 'failed' | 'stopped'
  versionName: string
  startedAt: number
  endedAt: number
  check: StepState
  freeze: StepState
  channels: readonly ChannelStep[]
  /** Why the draft was refused. */
  reasons: readonly string[]
  /** What went wrong before any channel was reached. */
  error: unknown
}
export interface Order {
  channels: readonly { id: string; name: string }[]
  versionName: string
  note: string
  draft: string
}

const idle: RunState = {
  phase: 'idle',
  versionName: '',
  startedAt: 0,
  endedAt: 0,
  check: 'waiting',
  freeze: 'waiting',
  channels: [],
  reasons: [],
  error: null,
}

/**
 * Publishes step by step: the draft is checked, then each channel gets the version, the first one freezes it. A channel that
 * fails does not keep the others from it, and can be tried again alone.
 */
export function createPublishRun(port: PublishPort, now: () => number = Date.now) {
  let state = idle
  let order: Order | undefined
  let isStopped = false
  const listeners = new Set<() => void>()
  const set = (change: Partial<RunState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const setChannel = (id: string, change: Partial<ChannelStep>) =>
    set({ channels: state.channels.map((one) => (one.id === id ? { ...one, ...change } : one)) })

  async function send(id: string, { versionName, note, draft }: Order): Promise<boolean> {
    setChannel(id, { state: 'running', error: null })
    try {
      const name = await port.publish({ channelId: id, versionName, note, draft })
      set({ freeze: 'done', versionName: name })
      setChannel(id, { state: 'done', at: now() })
      return true
    } catch (error) {
      setChannel(id, { state: 'failed', error })
      return false
    }
  }
  async function sendAll(ids: readonly string[], what: Order): Promise<void> {
    for (const id of ids) {
      if (isStopped) setChannel(id, { state: 'skipped' })
      else await send(id, what)
    }
    const hasFailed = state.channels.some((one) => one.state === 'failed')
    // Nothing was served: then there is no version either.
    if (state.freeze === 'running') set({ freeze: 'failed' })
    set({ phase: hasFailed ? 'failed' : isStopped ? 'stopped' : 'done', endedAt: now() })
  }
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    current: (): RunState => state,
    async start(what: Order): Promise<void> {
      if (state.phase === 'running') return
      order = what
      isStopped = false
      const channels = what.channels.map((one) => ({ ...one, state: 'waiting' as const, at: 0, error: null }))
      set({ ...idle, phase: 'running', versionName: what.versionName, startedAt: now(), check: 'running', channels })
      const ids = channels.map((one) => one.id)
      try {
        const reasons = await port.check(ids, what.draft)
        if (reasons.length > 0) return set({ check: 'failed', phase: 'failed', endedAt: now(), reasons })
      } catch (error) {
        return set({ check: 'failed', phase: 'failed', endedAt: now(), error })
      }
      set({ check: 'done', freeze: 'running' })
      await sendAll(ids, what)
    },
    /** What it told of is not true any more. */
    reset(): void {
      if (state.phase !== 'running') set(idle)
    },
    /** What is on its way arrives; what comes after it does not begin. */
    stop(): void {
      isStopped = true
    },
    /** The channels that failed or were left out, again. */
    async retry(): Promise<void> {
      if (!order || state.phase === 'running') return
      if (state.check !== 'done') return this.start(order)
      const ids = state.channels.filter((one) => one.state !== 'done').map((one) => one.id)
      isStopped = false
      set({ phase: 'running', ...(state.freeze !== 'done' && { freeze: 'running' }) })
      await sendAll(ids, order)
    },
  }
}
export type PublishRun = ReturnType<typeof createPublishRun>
