import { describe, expect, it } from 'vitest'
import { inkOn, readFromChat, readToChat } from './messages.ts'

const chat = 'https://studio.example'
const site = 'https://shop.example'
const frame = { name: 'the frame' }
const parent = { name: 'the page around it' }
const ready = { type: 'orrery:ready', look: { color: '#00aa55', side: 'left', title: 'Ask us' } }

describe('messages', () => {
  it('are accepted by the widget only from the chat page in its own frame', () => {
    expect(readFromChat({ origin: chat, source: frame, data: ready }, chat, frame)).toEqual(ready)
    expect(readFromChat({ origin: chat, source: frame, data: { type: 'orrery:close' } }, chat, frame)).toEqual({
      type: 'orrery:close',
    })
    for (const [origin, source] of [
      ['https://evil.example', frame],
      ['null', frame],
      [chat, parent],
      [chat, null],
      ['https://evil.example', parent],
    ])
      expect(readFromChat({ origin: origin as string, source, data: { type: 'orrery:close' } }, chat, frame)).toBe(
        undefined,
      )
    // Without a frame, no message is accepted.
    expect(readFromChat({ origin: chat, source: null, data: ready }, chat, null)).toBe(undefined)
  })

  it('are accepted by the chat page only from the site that shows it', () => {
    const shown = { type: 'orrery:shown' }
    expect(readToChat({ origin: site, source: parent, data: shown }, site, parent)).toEqual(shown)
    expect(readToChat({ origin: 'https://evil.example', source: parent, data: shown }, site, parent)).toBe(undefined)
    expect(readToChat({ origin: site, source: frame, data: shown }, site, parent)).toBe(undefined)
    expect(readToChat({ origin: '', source: parent, data: shown }, '', parent)).toBe(undefined)
  })

  it('of an unknown type or with invalid values are ignored', () => {
    for (const data of [null, 'orrery:close', 7, {}, { type: 'orrery:eval', code: '1' }])
      expect(readFromChat({ origin: chat, source: frame, data }, chat, frame)).toBe(undefined)
    const odd = { type: 'orrery:ready', look: { color: 'red;background:url(//evil.example)', side: 'up', title: 3 } }
    expect(readFromChat({ origin: chat, source: frame, data: odd }, chat, frame)).toEqual({
      type: 'orrery:ready',
      look: { color: '', side: 'right', title: '' },
    })
  })
})

it('chooses a readable text colour', () => {
  expect(inkOn('#5252d8')).toBe('#ffffff')
  expect(inkOn('#ffd500')).toBe('#000000')
  expect(inkOn('#000000')).toBe('#ffffff')
})
