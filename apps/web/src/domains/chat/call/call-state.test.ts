import { describe, expect, test } from 'vitest'
import {
  afterEvent,
  afterLoss,
  afterSentence,
  afterSilence,
  afterWords,
  beforeCall,
  type CallEvent,
  type CallState,
} from './call-state.ts'

type Step = CallEvent | string | ((state: CallState) => CallState)
const step = (state: CallState, next: Step): CallState =>
  typeof next === 'function' ? next(state) : afterEvent(state, typeof next === 'string' ? { event_type: next } : next)
const after = (...steps: Step[]): CallState => steps.reduce(step, beforeCall)
const heard = (content: string, speaker_name?: string): CallEvent => ({
  event_type: 'conversation.audio_transcript.completed',
  data: { content, speaker_name },
})
const wrote = (content: string, type = 'answer'): CallEvent => ({
  event_type: 'conversation.message.delta',
  data: { content, type },
})
const says =
  (text: string, isContinued = false) =>
  (state: CallState) =>
    afterSentence(state, { text, isContinued })
const captionsOf = ({ captions }: CallState) => captions.map(({ who, text, isCut }) => [who, text, isCut])
const asked: Step[] = [
  'chat.updated',
  'input_audio_buffer.speech_started',
  'input_audio_buffer.speech_stopped',
  heard('What time is it?', 'Anna'),
  'conversation.chat.created',
]

describe('a call', () => {
  test('listens, hears, thinks, speaks, and shows captions with the names of recognised speakers', () => {
    expect(after(...asked.slice(0, 2)).phase).toBe('hearing')
    const thinking = after(...asked, wrote('It is noon. '), wrote('secret', 'verbose'), wrote('Time to eat.'))
    expect(thinking.phase).toBe('thinking')
    // The answer has not been played yet.
    expect(captionsOf(thinking)).toEqual([['you', 'What time is it?', false]])
    expect(thinking.captions[0]!.speaker).toBe('Anna')
    const speaking = [says('It is noon.'), says('Time to eat.')].reduce(step, thinking)
    expect(speaking.phase).toBe('speaking')
    expect(captionsOf(speaking)[1]).toEqual(['bot', 'It is noon. Time to eat.', false])
    expect(afterSilence(speaking).phase).toBe('thinking')
    expect(afterSilence(afterEvent(speaking, { event_type: 'conversation.chat.completed' })).phase).toBe('listening')
  })
  test('joins the parts of a sentence that arrive with separate audio', () => {
    const spoken = after(...asked, says('It is no'), says('on.', true), says('Time to eat.'))
    expect(captionsOf(spoken)[1]).toEqual(['bot', 'It is noon. Time to eat.', false])
    // Text after the last audio is shown, and does not change the phase to speaking.
    const over = [{ event_type: 'conversation.chat.completed' }, afterSilence].reduce(step, spoken)
    const more = afterWords(over, { text: ' Bye.', isContinued: true })
    expect([more.phase, captionsOf(more)[1]![1]]).toEqual(['listening', 'It is noon. Time to eat. Bye.'])
  })
  test('shows what was played before the connection was lost, connects again, and listens', () => {
    const lost = after(...asked, says('It is noon.'), afterLoss)
    expect([lost.phase, lost.isAnswering, captionsOf(lost)[1]]).toEqual([
      'connecting',
      false,
      ['bot', 'It is noon.', true],
    ])
    expect(afterEvent(lost, { event_type: 'chat.updated' }).phase).toBe('listening')
    expect(
      captionsOf(after(...asked, says('It is noon.'), 'conversation.chat.completed', afterSilence, afterLoss))[1]![2],
    ).toBe(false)
  })
  test('shows only the played part of an interrupted answer, even if the answer was complete', () => {
    const cut = after(...asked, says('It is noon.'), 'conversation.chat.completed', 'input_audio_buffer.speech_started')
    expect([cut.phase, captionsOf(cut)[1]]).toEqual(['hearing', ['bot', 'It is noon.', true]])
    const heardOut = after(...asked, says('It is noon.'), 'conversation.chat.completed', afterSilence)
    expect(captionsOf(step(heardOut, 'input_audio_buffer.speech_started'))[1]).toEqual(['bot', 'It is noon.', false])
  })
  test('continues to listen after a sound without words and after an error', () => {
    expect(after('chat.updated', 'input_audio_buffer.speech_stopped', heard('')).phase).toBe('listening')
    const fault: CallEvent = { event_type: 'error', data: { msg: 'Nobody understands this' } }
    const failed = after('chat.updated', 'input_audio_buffer.speech_stopped', fault)
    expect([failed.phase, failed.note]).toEqual(['listening', 'Nobody understands this'])
    const lost: CallEvent = { event_type: 'conversation.chat.failed', data: { last_error: { msg: 'No model' } } }
    expect(after(...asked, lost)).toMatchObject({ phase: 'listening', note: 'No model', isAnswering: false })
  })
  test('listens while a turn waits for a confirmation', () => {
    expect(after(...asked, says('Shall I?'), 'conversation.chat.requires_action', afterSilence).phase).toBe('listening')
  })
  test('shows the text of a bot without a voice', () => {
    const mute = after(...asked, wrote('It is '), { event_type: 'error', data: { msg: 'No voice' } }, wrote('noon.'))
    expect(captionsOf(mute)[1]).toEqual(['bot', 'It is noon.', false])
    expect(mute.note).toBe('No voice')
  })
  test('joins Chinese sentences without a space', () => {
    expect(captionsOf(after(...asked, says('现在是中午。'), says('该吃饭了。')))[1]![1]).toBe('现在是中午。该吃饭了。')
  })
})
