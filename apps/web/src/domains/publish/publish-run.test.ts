import { describe, expect, it } from 'vitest'
import type { Publication, PublishPort } from './publish-port.ts'
import { createPublishRun } from './publish-run.ts'

const order = {
  channels: [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
    { id: 'c', name: 'C' },
  ],
  versionName: 'v1.1.0',
  note: 'new',
  draft: '7',
}

function lab({
  reasons = [] as string[],
  broken = new Set<string>(),
  onSend = undefined as ((id: string) => unknown) | undefined,
} = {}) {
  const sent: Publication[] = []
  const port = {
    id: '1',
    check: async () => reasons,
    publish: async (publication: Publication) => {
      sent.push(publication)
      onSend?.(publication.channelId)
      if (broken.has(publication.channelId)) throw new Error(`${publication.channelId} is down`)
      return publication.versionName
    },
  } as unknown as PublishPort
  const run = createPublishRun(port, () => 1000)
  const states = () => run.current().channels.map((one) => one.state)
  return { run, sent, states, broken }
}

describe('publishing', () => {
  it('checks the draft, then serves one channel after the other', async () => {
    const { run, sent, states } = lab()
    const seen: string[] = []
    run.subscribe(() => seen.push([run.current().check, run.current().freeze, ...states()].join(' ')))
    await run.start(order)
    expect(run.current()).toMatchObject({ phase: 'done', versionName: 'v1.1.0', check: 'done', freeze: 'done' })
    expect(sent.map((one) => [one.channelId, one.versionName, one.note, one.draft])).toEqual([
      ['a', 'v1.1.0', 'new', '7'],
      ['b', 'v1.1.0', 'new', '7'],
      ['c', 'v1.1.0', 'new', '7'],
    ])
    expect(seen).toContain('running waiting waiting waiting waiting')
    expect(seen).toContain('done done done running waiting')
  })

  it('serves nothing of a draft that is refused', async () => {
    const { run, sent, states } = lab({ reasons: ['It names a forbidden thing'] })
    await run.start(order)
    expect(run.current()).toMatchObject({ phase: 'failed', check: 'failed', reasons: ['It names a forbidden thing'] })
    expect(sent).toEqual([])
    expect(states()).toEqual(['waiting', 'waiting', 'waiting'])
  })

  it('goes on past a channel that fails, and tries only that one again', async () => {
    const { run, sent, states, broken } = lab({ broken: new Set(['b']) })
    await run.start(order)
    expect(run.current().phase).toBe('failed')
    expect(states()).toEqual(['done', 'failed', 'done'])
    broken.clear()
    await run.retry()
    expect(run.current().phase).toBe('done')
    expect(sent.map((one) => one.channelId)).toEqual(['a', 'b', 'c', 'b'])
  })

  it('makes no version when no channel takes it', async () => {
    const { run } = lab({ broken: new Set(['a', 'b', 'c']) })
    await run.start(order)
    expect(run.current()).toMatchObject({ phase: 'failed', freeze: 'failed' })
  })

  it('stops between two channels', async () => {
    const { run, sent, states } = lab({ onSend: (id) => id === 'a' && run.stop() })
    await run.start(order)
    expect(run.current().phase).toBe('stopped')
    expect(states()).toEqual(['done', 'skipped', 'skipped'])
    await run.retry()
    expect(states()).toEqual(['done', 'done', 'done'])
    expect(sent.map((one) => one.channelId)).toEqual(['a', 'b', 'c'])
  })
})
