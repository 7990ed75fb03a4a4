import { NoMicrophone, openMicrophone } from '#lib/microphone.ts'
import { isAbort } from '#lib/network-error.ts'
import { type Dictation, joined, type Listening } from './dictation.ts'

/** The text of a recording. Rejects if transcription fails, after the error was shown. */
export type Transcribe = (recording: Blob, signal: AbortSignal) => Promise<string>

export interface Recorded extends Dictation {
  /** The microphone is open and recording. */
  onBegin: () => void
  /** Recording has ended; the text is being transcribed. */
  onWait: () => void
}
const MAX_RECORDING_MS = 3 * 60_000
/** The interval at which the recorder delivers data. */
const CHUNK_MS = 200

/** Records until it is ended, and transcribes the recording. */
export function recordSpeech(before: string, transcribe: Transcribe, on: Recorded): Listening {
  const abort = new AbortController()
  const { signal } = abort
  let recorder: MediaRecorder | undefined
  let isOver = false
  const finish = () => {
    if (!isOver) on.onEnd()
    isOver = true
  }
  async function write(pieces: Blob[], type: string) {
    on.onWait()
    try {
      const heard = await transcribe(new Blob(pieces, { type }), signal)
      if (signal.aborted) return
      if (heard) on.onText(joined(before, heard))
      else on.onFault('nothing')
    } catch (error) {
      if (!isAbort(error) && !signal.aborted) on.onFault('told')
    }
  }
  async function begin() {
    const stream = await openMicrophone(true)
    const close = () => stream.getTracks().forEach((track) => track.stop())
    if (signal.aborted) return close()
    recorder = new MediaRecorder(stream)
    const pieces: Blob[] = []
    const timer = setTimeout(() => recorder?.stop(), MAX_RECORDING_MS)
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (pieces.push(data) === 1) on.onBegin()
    })
    recorder.addEventListener('stop', () => {
      clearTimeout(timer)
      close()
      void (signal.aborted ? Promise.resolve() : write(pieces, recorder!.mimeType)).finally(finish)
    })
    recorder.start(CHUNK_MS)
  }
  begin().catch((error: unknown) => {
    if (!signal.aborted) on.onFault(error instanceof NoMicrophone ? error.fault : 'denied')
    finish()
  })
  const stop = () => {
    if (recorder?.state === 'recording') recorder.stop()
    else if (!recorder) {
      abort.abort()
      finish()
    }
  }
  return {
    end: stop,
    drop: () => {
      abort.abort()
      stop()
      finish()
    },
  }
}
