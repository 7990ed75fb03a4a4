import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPacer, createStartGate } from './pacing.ts'

/** Speed would reveal a model, so both sides send on one clock, in chunks of one size. */
beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())
const spoken = () => {
  const parts: { at: number; text: string }[] = []
  return { parts, say: (text: string) => void parts.push({ at: Date.now(), text }) }
}

describe('two sides of a round', () => {
  test('begin together, however late the first text of one of them is', async () => {
    const startGate = createStartGate()
    const [fast, slow] = [spoken(), spoken()]
    const left = createPacer(fast.say, () => startGate.ready('round', 0))
    const right = createPacer(slow.say, () => startGate.ready('round', 1))
    left.take('quick')
    await vi.advanceTimersByTimeAsync(2000)
    expect(fast.parts).toEqual([])
    right.take('late')
    await vi.advanceTimersByTimeAsync(100)
    expect(fast.parts.map(({ at }) => at)).toEqual(slow.parts.map(({ at }) => at))
    expect([fast.parts[0]!.text, slow.parts[0]!.text]).toEqual(['quick', 'late'])
  })
  test('wait only a few seconds for a side without text', async () => {
    const startGate = createStartGate()
    const heard = spoken()
    const pacer = createPacer(heard.say, () => startGate.ready('alone', 0))
    pacer.take('word')
    await vi.advanceTimersByTimeAsync(4100)
    expect(heard.parts.map(({ text }) => text)).toEqual(['word'])
  })
  test('send in the same chunks, whether the text came at once or steadily', async () => {
    const [all, some] = [spoken(), spoken()]
    const ready = () => Promise.resolve()
    const text = 'x'.repeat(480)
    const atOnce = createPacer(all.say, ready)
    const steady = createPacer(some.say, ready)
    atOnce.take(text)
    // Small pieces, at least as fast as the clock sends them.
    for (let at = 0; at < 10; at += 1) {
      steady.take(text.slice(0, 48))
      await vi.advanceTimersByTimeAsync(50)
    }
    await vi.advanceTimersByTimeAsync(1000)
    const sizes = (side: typeof all) => side.parts.map((part) => part.text.length)
    expect(Math.max(...sizes(all))).toBeLessThanOrEqual(49)
    expect(sizes(all)).toEqual(sizes(some))
    for (const { at } of [...all.parts, ...some.parts]) expect(at % 50).toBe(0)
  })
  test('never split a character and lose no text', async () => {
    const heard = spoken()
    const pacer = createPacer(heard.say, () => Promise.resolve())
    const text = `${'a'.repeat(47)}🌧️${'b'.repeat(60)}`
    pacer.take(text)
    const end = pacer.end()
    await vi.advanceTimersByTimeAsync(1000)
    await end
    expect(heard.parts.map((part) => part.text).join('')).toBe(text)
    for (const part of heard.parts) expect(part.text.isWellFormed()).toBe(true)
  })
})
