import { api } from '#lib/api.ts'
import { isAbort } from '#lib/network-error.ts'
import { chooseVoice, languageOf, spoken } from './choose-voice.ts'

/** The server takes so many letters at once. */
const most = 4000

export interface VoicePlayer {
  /** Reads a message aloud with the voice chosen for its language. Another one stops; the same one again only stops. */
  speak(messageId: string, text: string, chosen: Readonly<Record<string, string>>): void
  stop(): void
}

/** Speaks with the chosen voice of a provider; without one, or when the provider fails, the browser does. */
export function createVoicePlayer(spaceId: string): VoicePlayer {
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
  async function speakThere(messageId: string, text: string, voice: string) {
    const mine = (abort = new AbortController())
    try {
      const input = { space_id: spaceId, voice_id: voice, text: text.slice(0, most) }
      const answer = await api.model.speak(input, { signal: mine.signal })
      if (!answer.ok || !answer.headers.get('content-type')?.startsWith('audio/')) throw new Error('no sound')
      const address = URL.createObjectURL(await answer.blob())
      if (mine.signal.aborted) return URL.revokeObjectURL(address)
      audio = new Audio(address)
      audio.addEventListener('ended', () => {
        URL.revokeObjectURL(address)
        ended(messageId)()
      })
      await audio.play()
    } catch (error) {
      if (!isAbort(error) && !mine.signal.aborted) speakHere(messageId, text)
    }
  }

  return {
    stop,
    speak(messageId, content, chosen) {
      const isSame = speaking === messageId
      stop()
      const text = spoken(content)
      if (isSame || !text) return
      speaking = messageId
      const voice = chooseVoice(chosen, text)
      if (voice) void speakThere(messageId, text, voice)
      else speakHere(messageId, text)
    },
  }
}
