import { ApiError } from '@orrery/contract/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAutosave, type Saved, saveFault, type SendAnswer } from './autosave.ts'
import { NetworkError } from './network-error.ts'
import { createStore } from './store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answer = SendAnswer | Error | undefined

function open({ conflict = 'theirs' as string | null | Error, answers = [] as Answer[] } = {}) {
  const store = createStore<Saved<string>>({ state: { is: 'saved' }, savedAt: 0 })
  const stash = { write: vi.fn(), clear: vi.fn() }
  const sent: string[] = []
  let text = ''
  let base = ''
  const autosave = createAutosave<string>(store, {
    isDirty: () => text !== base,
    send: async () => {
      const sending = text
      sent.push(sending)
      const answer = answers.shift() ?? { is: 'saved', at: sent.length }
      if (answer instanceof Error) throw answer
      if (answer.is === 'saved') base = sending
      return answer
    },
    readConflict: async () => {
      if (conflict instanceof Error) throw conflict
      return conflict
    },
    faultOf: (error) => (error as Error).message as 'offline' | 'conflict' | 'other',
    stash,
  })
  const type = (next: string) => {
    text = next
    autosave.edited()
  }
  /** Accepts the other version as the base of the text. */
  const decide = (on: string, next: string) => {
    base = on
    text = next
    return autosave.decided()
  }
  return { store, autosave, stash, sent, type, decide, state: () => store.current().state }
}
const settle = () => vi.advanceTimersByTimeAsync(800)

describe('autosave', () => {
  it('waits for a pause after the last edit and sends once', async () => {
    const { type, sent, state, store } = open()
    type('a')
    await vi.advanceTimersByTimeAsync(700)
    type('ab')
    await vi.advanceTimersByTimeAsync(700)
    expect(sent).toEqual([])
    expect(state()).toEqual({ is: 'pending' })
    await settle()
    expect(sent).toEqual(['ab'])
    expect(store.current()).toEqual({ state: { is: 'saved' }, savedAt: 1 })
  })

  it('sends nothing for an edit that was undone', async () => {
    const { type, sent, state } = open()
    type('a')
    type('')
    expect(state()).toEqual({ is: 'saved' })
    await settle()
    expect(sent).toEqual([])
  })

  it('sends at once on request, and nothing without edits', async () => {
    const { type, sent, autosave } = open()
    await autosave.flush()
    type('a')
    await autosave.flush()
    expect(sent).toEqual(['a'])
  })

  it('keeps the edits without a connection and retries after 2 s, 4 s and so on', async () => {
    const { type, sent, state, stash } = open({ answers: [new Error('offline'), new Error('offline')] })
    type('a')
    await settle()
    expect(state()).toEqual({ is: 'offline' })
    expect(stash.write).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(3_999)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(state()).toEqual({ is: 'saved' })
    expect(stash.clear).toHaveBeenCalledTimes(1)
  })

  it('stops after a refusal or an error until the next edit or the next manual save', async () => {
    const { type, sent, state, autosave } = open({
      answers: [{ is: 'refused', reason: 'not this word' }, new Error('other')],
    })
    type('bad')
    await settle()
    expect(state()).toEqual({ is: 'refused', reason: 'not this word' })
    type('good')
    await settle()
    expect(state()).toMatchObject({ is: 'failed' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(2)
    await autosave.flush()
    expect(state()).toEqual({ is: 'saved' })
  })

  it('stashes only unsaved edits', async () => {
    const { type, autosave, stash } = open()
    autosave.stashNow()
    expect(stash.write).not.toHaveBeenCalled()
    type('a')
    autosave.stashNow()
    expect(stash.write).toHaveBeenCalledTimes(1)
    await autosave.flush()
    autosave.stashNow()
    expect(stash.write).toHaveBeenCalledTimes(1)
  })
})

describe('a save that conflicts with another one', () => {
  it('becomes a conflict, and nothing is sent until it is resolved', async () => {
    const { type, sent, state, autosave, decide } = open({ answers: [new Error('conflict')] })
    type('mine')
    await settle()
    expect(state()).toEqual({ is: 'conflict', conflict: 'theirs' })
    type('mine, longer')
    await settle()
    await autosave.flush()
    expect(sent).toEqual(['mine'])
    await decide('theirs', 'mine, longer')
    expect(sent).toEqual(['mine', 'mine, longer'])
    expect(state()).toEqual({ is: 'saved' })
  })

  it('sends nothing if the other version is accepted completely, and clears the stash', async () => {
    const { type, sent, state, stash, decide } = open({ answers: [new Error('conflict')] })
    type('mine')
    await settle()
    await decide('theirs', 'theirs')
    expect(sent).toEqual(['mine'])
    expect(stash.clear).toHaveBeenCalledTimes(1)
    expect(state()).toEqual({ is: 'saved' })
  })

  it('is resent once if there is nothing to resolve', async () => {
    const once = open({ conflict: null, answers: [new Error('conflict')] })
    once.type('mine')
    await settle()
    expect(once.sent).toEqual(['mine', 'mine'])
    expect(once.state()).toEqual({ is: 'saved' })

    const twice = open({ conflict: null, answers: [new Error('conflict'), new Error('conflict')] })
    twice.type('mine')
    await settle()
    expect(twice.sent).toEqual(['mine', 'mine'])
    expect(twice.state()).toMatchObject({ is: 'failed' })
  })

  it('fails if the other version cannot be read', async () => {
    const { type, state } = open({ conflict: new Error('gone'), answers: [new Error('conflict')] })
    type('mine')
    await settle()
    expect(state()).toMatchObject({ is: 'failed', error: { message: 'conflict' } })
  })
})

it('distinguishes a lost connection and a conflict from other errors', () => {
  const answered = (status: number) => new ApiError(1, '', status, '')
  expect(saveFault(new NetworkError(null))).toBe('offline')
  expect([502, 503, 409, 500].map((status) => saveFault(answered(status)))).toEqual([
    'offline',
    'offline',
    'conflict',
    'other',
  ])
  expect(saveFault(new TypeError('broken'))).toBe('other')
})
