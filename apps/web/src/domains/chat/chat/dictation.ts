import type { MicrophoneFault } from '#lib/microphone.ts'

/** The part of the browser's speech recognition that is used here. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start: () => void
  stop: () => void
  abort: () => void
}
type RecognitionClass = new () => Recognition
type Heard = Event & { results: ArrayLike<ArrayLike<{ transcript: string }>> }
interface SpeechWindow {
  SpeechRecognition?: RecognitionClass
  webkitSpeechRecognition?: RecognitionClass
}

const recognitionOf = ({ SpeechRecognition, webkitSpeechRecognition }: SpeechWindow): RecognitionClass | undefined =>
  SpeechRecognition ?? webkitSpeechRecognition

export const canDictate = (): boolean => recognitionOf(globalThis as SpeechWindow) !== undefined

export interface Dictation {
  /** Called with everything heard so far, appended to the earlier text. */
  onText: (text: string) => void
  /**
   * `failed`: the browser could not recognise speech; `nothing`: no words were recognised; `told`: the client has
   * already shown the error.
   */
  onFault: (fault: MicrophoneFault | 'failed' | 'nothing' | 'told') => void
  onEnd: () => void
}

/** `end` still writes the last words, `drop` does not. */
export interface Listening {
  end: () => void
  drop: () => void
}

/** Listens until it is ended or the browser detects the end of speech. */
export function dictate(before: string, language: string, { onText, onFault, onEnd }: Dictation): Listening {
  const Recogniser = recognitionOf(globalThis as SpeechWindow)
  if (!Recogniser) return { end: onEnd, drop: onEnd }
  // Without HTTPS the browser would refuse as if the person had blocked the microphone, or never answer.
  if (globalThis.isSecureContext === false) {
    onFault('insecure')
    onEnd()
    return { end: () => {}, drop: () => {} }
  }
  const recognition = new Recogniser()
  recognition.lang = language
  recognition.continuous = true
  recognition.interimResults = true
  const write = (event: Event) => {
    const heard = Array.from((event as Heard).results, (result) => result[0]?.transcript ?? '').join('')
    onText(joined(before, heard.trim()))
  }
  recognition.addEventListener('result', write)
  recognition.addEventListener('error', (event) => {
    const { error } = event as Event & { error: string }
    if (error === 'no-speech' || error === 'aborted') return
    onFault(error === 'not-allowed' || error === 'service-not-allowed' ? 'denied' : 'failed')
  })
  recognition.addEventListener('end', onEnd)
  try {
    recognition.start()
  } catch {
    onFault('failed')
    onEnd()
  }
  return {
    end: () => recognition.stop(),
    drop: () => {
      recognition.removeEventListener('result', write)
      recognition.abort()
    },
  }
}

export const joined = (before: string, heard: string): string =>
  before === '' || /\s$/.test(before) || heard === '' ? before + heard : `${before} ${heard}`
