import { describe, expect, test } from 'vitest'
import { afterEvent, beforeCall, type CallEvent, type CallState } from './call-state.ts'

const after = (...events: (CallEvent | string)[]): CallState =>
  events.map((event) => (typeof event === 'string' ? { event_type: event } : event)).reduce(afterEvent, beforeCall)
const heard = (content: string): CallEvent => ({
  event_type: 'conversation.audio_transcript.completed',
  data: { content },
})
const wrote = (id: string, content: string, type = 'answer'): CallEvent => ({
  event_type: 'conversation.message.delta',
  data: { id, content, type },
})

describe('a call', () => {
  test('listens, hears, thinks, speaks, and shows what was said', () => {
    const started = after('chat.updated', 'input_audio_buffer.speech_started')
    expect(started.phase).toBe('hearing')
    const asked = [started].map((state) => afterEvent(state, heard('What time is it?')))[0]!
    const events = [
      { event_type: 'conversation.chat.created' },
      wrote('7', 'It is '),
      wrote('8', 'secret', 'verbose'),
      wrote('7', 'noon.'),
    ]
    const answered = events.reduce(afterEvent, asked)
    expect(answered.phase).toBe('thinking')
    expect(answered.captions.map(({ who, text }) => [who, text])).toEqual([
      ['you', 'What time is it?'],
      ['bot', 'It is noon.'],
    ])
    expect(afterEvent(answered, { event_type: 'conversation.audio.delta' }).phase).toBe('speaking')
  })
  test('goes on listening after a sound without words, after a fault and after an interruption, which it marks', () => {
    expect(after('chat.updated', 'input_audio_buffer.speech_stopped', heard('')).phase).toBe('listening')
    const failed = after('chat.updated', { event_type: 'error', data: { msg: 'No voice' } })
    expect([failed.phase, failed.note]).toEqual(['listening', 'No voice'])
    const cut = after(
      'chat.updated',
      wrote('7', 'It is'),
      'input_audio_buffer.speech_started',
      'conversation.chat.canceled',
    )
    expect([cut.phase, cut.captions[0]!.isCut]).toEqual(['hearing', true])
  })
})
