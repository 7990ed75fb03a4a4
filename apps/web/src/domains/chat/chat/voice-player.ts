import { languageOf, spoken } from '@orrery/contract/shared/voice-choice'
import { isAbort } from '#lib/network-error.ts'

/** The audio of a text in the chosen voice; undefined if the browser is to speak. */
export type FetchSound = (messageId: string, text: string, signal: AbortSignal) => Promise<Response> | undefined

/** Reads messages aloud, one at a time. The same message again only stops. If a provider fails, the browser reads. */
export function createVoicePlayer() {
  const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined
  let speaking = ''
  let abort: AbortController | undefined
  let audio: HTMLAudioElement | undefined

  function stop() {
    speaking = ''
    abort?.abort()
    audio?.pause()
    speech?.cancel()
  }
  const ended = (messageId: string) => () => {
    if (speaking === messageId) speaking = ''
  }
  function speakHere(messageId: string, text: string) {
    if (!speech) return ended(messageId)()
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = languageOf(text)
    utterance.addEventListener('end', ended(messageId))
    speech.speak(utterance)
  }
  async function play(messageId: string, sound: Promise<Response>, signal: AbortSignal) {
    const answer = await sound
    if (!answer.ok || !answer.headers.get('content-type')?.startsWith('audio/')) throw new Error('no sound')
    const address = URL.createObjectURL(await answer.blob())
    if (signal.aborted) return URL.revokeObjectURL(address)
    audio = new Audio(address)
    audio.addEventListener('ended', () => {
      URL.revokeObjectURL(address)
      ended(messageId)()
    })
    await audio.play()
  }

  return {
    stop,
    speak(messageId: string, content: string, fetchSound: FetchSound) {
      const isSame = speaking === messageId
      stop()
      const text = spoken(content)
      if (isSame || !text) return
      speaking = messageId
      const { signal } = (abort = new AbortController())
      const sound = fetchSound(messageId, text, signal)
      if (!sound) return speakHere(messageId, text)
      play(messageId, sound, signal).catch((error: unknown) => {
        if (!isAbort(error) && !signal.aborted) speakHere(messageId, text)
      })
    },
  }
}
