import { describe, expect, test } from 'vitest'
import { isFiller } from './fillers.ts'
import { createPlaybackEstimate } from './playback-estimate.ts'

test.each(['', 'Mm.', 'uh huh', 'Yeah, okay', '嗯', '好的。', '嗯，对', '...'])('“%s” means: go on', (text) => {
  expect(isFiller(text)).toBe(true)
})
test.each(['stop', 'okay but wait', '等一下', '不对', 'what'])('“%s” interrupts', (text) => {
  expect(isFiller(text)).toBe(false)
})

describe('how far an answer was heard', () => {
  const written = 'It is noon. Time to eat something.'
  const first = { text: 'It is noon.', from: 0, to: 12 }
  const second = { text: 'Time to eat something.', from: 12, to: 34 }
  let at = 1000
  const now = () => at
  const started = () => {
    at = 1000
    const heard = createPlaybackEstimate(now)
    heard.begin(first)
    heard.sent(1000)
    heard.begin(second)
    heard.sent(2000)
    return heard
  }
  test.each([
    [999, ''],
    [2000, 'It is noon. '],
    [2600, 'It is noon. Time'],
    [9000, written],
  ])('at %i', (when, text) => {
    expect(written.slice(0, started().length(written, when))).toBe(text)
  })
  test('playback lasts until the end of the last sound', () => {
    const heard = started()
    at = 3999
    expect(heard.isPlaying()).toBe(true)
    at = 4000
    expect(heard.isPlaying()).toBe(false)
  })
})
