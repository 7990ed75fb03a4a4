import type { InputAudio, TranscriptionFrame } from '@orrery/contract'
import type { FrameSocket } from '#kit/ws/frame-socket.ts'
import type { Transcriber } from './transcriber.ts'
import { realtimeErrors } from './realtime.errors.ts'

export interface TranscriptionSession {
  socket: FrameSocket
  defaults: InputAudio
  transcriber: Transcriber
}

/** Collects sound that arrives in pieces, and sends the transcript when it is complete. */
export function serveTranscription({ socket, defaults, transcriber }: TranscriptionSession) {
  let audio = defaults
  let heard: Promise<void> = Promise.resolve()

  function complete() {
    const recording = transcriber.take(audio)
    if (!recording) throw realtimeErrors.nothingHeard()
    socket.send('input_audio_buffer.completed')
    const work = async () => {
      const content = await transcriber.words(recording, socket.signal)
      if (content) socket.send('transcriptions.message.update', { content })
      socket.send('transcriptions.message.completed', { content })
    }
    heard = heard.then(work).catch(socket.fail)
  }
  socket.onFrame((given) => {
    const frame = given as TranscriptionFrame
    switch (frame.event_type) {
      case 'transcriptions.update':
        audio = frame.data.input_audio
        return socket.send('transcriptions.updated', { input_audio: audio })
      case 'input_audio_buffer.append':
        return transcriber.append(Buffer.from(frame.data.delta, 'base64'))
      case 'input_audio_buffer.clear':
        transcriber.clear()
        return socket.send('input_audio_buffer.cleared')
      case 'input_audio_buffer.complete':
        return complete()
    }
  })
  socket.send('transcriptions.created')
}
