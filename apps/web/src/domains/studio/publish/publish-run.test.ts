import { describe, expect, it } from 'vitest'
import { channelState, type Progress, type Publication, type PublishPort, type StepState } from './publish-port.ts'
import { createPublishRun } from './publish-run.ts'

const channel = (id: string) => ({ id, name: id.toUpperCase(), flows: [] })
const order = { channels: ['a', 'b', 'c'].map(channel), versionName: 'v1.1.0', note: 'new', draft: '7' }

/** A server on which one more channel finishes with every poll. */
function setUp({ reasons = [] as string[], broken = new Set<string>(), failedPolls = 0 } = {}) {
  const sent: Publication[] = []
  const retried: string[] = []
  const states = new Map<string, StepState>()
  let misses = failedPolls
  const progress = async (): Promise<Progress> => {
    if (misses > 0) {
      misses -= 1
      throw new Error('no answer')
    }
    const next = [...states].find(([, state]) => state === 'waiting')?.[0]
    if (next) states.set(next, broken.has(next) ? 'failed' : 'done')
    const channels = [...states].map(([id, state]) => ({
      id,
      name: id,
      state,
      at: 5,
      reason: state === 'failed' ? 'down' : '',
    }))
    const isOver = channels.every((channel) => channel.state !== 'waiting')
    return {
      versionName: 'v1.1.0',
      startedAt: 1,
      isOver,
      check: 'done',
      reasons: [],
      freeze: 'done',
      faults: [],
      channels,
    }
  }
  const port = {
    id: '1',
    check: async () => reasons,
    publish: async (publication: Publication) => {
      sent.push(publication)
      for (const { id } of publication.channels) states.set(id, 'waiting')
      return '77'
    },
    progress,
    retry: async (id: string) => {
      retried.push(id)
      for (const [key, state] of states) if (state === 'failed') states.set(key, 'waiting')
    },
  } as unknown as PublishPort
  const run = createPublishRun(port, { now: () => 1000, pause: async () => undefined })
  return { run, sent, retried, broken, states, shown: () => run.current().channels.map((channel) => channel.state) }
}

describe('publishing', () => {
  it('checks the draft, publishes once, and reports the progress of each channel', async () => {
    const { run, sent, shown } = setUp()
    const seen: string[] = []
    run.subscribe(() => seen.push([run.current().check, run.current().freeze, ...shown()].join(' ')))
    await run.start(order)
    expect(run.current()).toMatchObject({ phase: 'done', versionName: 'v1.1.0', endedAt: 5 })
    expect(sent).toEqual([order])
    expect(seen).toEqual([
      'running waiting waiting waiting waiting',
      'done running waiting waiting waiting',
      'done done done waiting waiting',
      'done done done done waiting',
      'done done done done done',
    ])
  })
  it('does not publish a rejected draft', async () => {
    const { run, sent } = setUp({ reasons: ['It names a forbidden thing'] })
    await run.start(order)
    expect(run.current()).toMatchObject({ phase: 'failed', check: 'failed', reasons: ['It names a forbidden thing'] })
    expect(sent).toEqual([])
  })
  it('shows the reason of a failed channel, and retries only the failed ones', async () => {
    const { run, sent, retried, broken, shown } = setUp({ broken: new Set(['b']) })
    await run.start(order)
    expect(run.current().phase).toBe('failed')
    expect(run.current().channels[1]).toMatchObject({ state: 'failed', reason: 'down' })
    broken.clear()
    await run.retry()
    expect(run.current().phase).toBe('done')
    expect(shown()).toEqual(['done', 'done', 'done'])
    expect([sent.length, retried]).toEqual([1, ['77']])
  })
  it('tolerates a few failed polls, and then gives up', async () => {
    const patient = setUp({ failedPolls: 3 })
    await patient.run.start(order)
    expect(patient.run.current().phase).toBe('done')
    const lost = setUp({ failedPolls: 9 })
    await lost.run.start(order)
    expect(lost.run.current()).toMatchObject({ phase: 'failed', error: new Error('no answer') })
  })
  it('resumes a publication that was started elsewhere', async () => {
    const { run, states } = setUp()
    states.set('x', 'waiting')
    await run.resume('12')
    expect(run.current()).toMatchObject({ phase: 'done', channels: [{ id: 'x', state: 'done' }] })
  })
})

it('channel states are derived from their status numbers', () => {
  expect([channelState(0, false), channelState(0, true), channelState(2, true), channelState(3, false)]).toEqual([
    'waiting',
    'running',
    'done',
    'failed',
  ])
})
