/** The part of the browser's recognition of speech that is used here. */
interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start: () => void
  stop: () => void
  abort: () => void
}
type RecognitionClass = new () => Recognition
interface SpeechWindow {
  SpeechRecognition?: RecognitionClass
  webkitSpeechRecognition?: RecognitionClass
}

const recognitionOf = ({ SpeechRecognition, webkitSpeechRecognition }: SpeechWindow): RecognitionClass | undefined =>
  SpeechRecognition ?? webkitSpeechRecognition

export const canDictate = (): boolean => recognitionOf(globalThis as SpeechWindow) !== undefined

export interface Dictation {
  /** Everything heard so far, put after what was there before. */
  onText: (text: string) => void
  /** `denied`: the microphone is not allowed here. Silence is no failure. */
  onFault: (fault: 'denied' | 'failed') => void
  onEnd: () => void
}

/** `end` still writes down what was heard last, `drop` does not. */
export interface Listening {
  end: () => void
  drop: () => void
}

/** Listens until it is told to end, or nothing is said any more. */
export function dictate(before: string, language: string, { onText, onFault, onEnd }: Dictation): Listening {
  const Recogniser = recognitionOf(globalThis as SpeechWindow)
  if (!Recogniser) return { end: onEnd, drop: onEnd }
  const recognition = new Recogniser()
  recognition.lang = language
  recognition.continuous = true
  recognition.interimResults = true
  recognition.onresult = ({ results }) => {
    const heard = Array.from(results, (result) => result[0]?.transcript ?? '').join('')
    onText(joined(before, heard.trim()))
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the prefixed form in WebKit has only these three handlers
  recognition.onerror = ({ error }) => {
    if (error === 'no-speech' || error === 'aborted') return
    onFault(error === 'not-allowed' || error === 'service-not-allowed' ? 'denied' : 'failed')
  }
  recognition.onend = onEnd
  try {
    recognition.start()
  } catch {
    onFault('failed')
    onEnd()
  }
  return {
    end: () => recognition.stop(),
    drop: () => {
      recognition.onresult = null
      recognition.abort()
    },
  }
}

const joined = (before: string, heard: string): string =>
  before === '' || /\s$/.test(before) || heard === '' ? before + heard : `${before} ${heard}`
