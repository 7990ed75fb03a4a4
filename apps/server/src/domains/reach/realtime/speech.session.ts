import type { OutputAudio, SpeechFrame } from '@orrery/contract'
import { createSentenceCutter } from '#kit/speech/sentences.ts'
import type { FrameSocket } from '#kit/ws/frame-socket.ts'
import type { Synthesiser } from './synthesiser.ts'

export interface SpeechSession {
  socket: FrameSocket
  defaults: OutputAudio
  synthesiserWith(audio: () => OutputAudio): Synthesiser
}

/** Turns text that arrives in pieces into speech, sentence by sentence and in order. */
export function serveSpeech({ socket, defaults, synthesiserWith }: SpeechSession) {
  let audio = defaults
  let cutter = createSentenceCutter()
  let spoken: Promise<void> = Promise.resolve()
  const synthesiser = synthesiserWith(() => audio)

  const say = (text: string) => {
    spoken = spoken
      .then(async () => {
        for await (const { bytes } of synthesiser.say(text, socket.signal))
          socket.send('speech.audio.update', { delta: bytes.toString('base64') })
      })
      .catch(socket.fail)
  }
  function complete() {
    for (const { text } of cutter.rest()) say(text)
    cutter = createSentenceCutter()
    socket.send('input_text_buffer.completed')
    spoken = spoken.then(() => socket.send('speech.audio.completed'))
  }
  socket.onFrame((given) => {
    const frame = given as SpeechFrame
    switch (frame.event_type) {
      case 'speech.update':
        audio = frame.data.output_audio
        return socket.send('speech.updated', { output_audio: audio })
      case 'input_text_buffer.append':
        for (const { text } of cutter.take(frame.data.delta)) say(text)
        return
      case 'input_text_buffer.complete':
        return complete()
    }
  })
  socket.send('speech.created')
}
