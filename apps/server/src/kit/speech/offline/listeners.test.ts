import os from 'node:os'
import { expect, test } from 'vitest'
import { canTranscribe } from './offline-voices.ts'
import { createListeners } from './listeners.ts'

test.skipIf(!canTranscribe() || os.availableParallelism() < 2)(
  'a second process loads when two people are about to speak, and takes tasks while the first is busy',
  async () => {
    const listeners = createListeners()
    const calls = [new AbortController(), new AbortController()]
    try {
      expect(listeners.loads()).toEqual([])
      listeners.attend(calls[0]!.signal)
      await expect.poll(() => listeners.loads().length).toBe(1)
      listeners.attend(calls[1]!.signal)
      // Both have loaded their models.
      await expect.poll(listeners.loads).toEqual([0, 0])
      const first = listeners.next()
      const heard = first.ask<number>('speech', { samples: new Int16Array(16_000) }).next()
      expect(listeners.next()).not.toBe(first)
      expect((await heard).value).toBe(0)
    } finally {
      for (const call of calls) call.abort()
      listeners.close()
    }
    expect(listeners.loads()).toEqual([])
  },
)
