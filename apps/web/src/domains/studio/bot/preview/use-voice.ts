import { useEffect, useEffectEvent, useRef } from 'react'
import { type ChatFrame, type ChatStore } from '#domains/chat/chat/index.ts'
import { useDraft } from '../draft/draft-context.ts'

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** Strips Markdown for speech output. */
const spoken = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/[#*_`>|~]/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** Answers read aloud by the reader's own browser; the same press again stops it. */
export function useVoice(store: ChatStore): ChatFrame['voice'] {
  const voices = useDraft((draft) => draft.info.voices_info)
  const isAuto = voices.autoplay && !voices.muted
  const speaking = useRef('')
  const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined
  const speak = (messageId: string, text: string) => {
    if (!speech) return
    speech.cancel()
    if (speaking.current === messageId) {
      speaking.current = ''
      return
    }
    speaking.current = messageId
    const utterance = new SpeechSynthesisUtterance(spoken(text))
    utterance.lang = isHan(text) ? 'zh-CN' : 'en-US'
    utterance.addEventListener('end', () => {
      if (speaking.current === messageId) speaking.current = ''
    })
    speech.speak(utterance)
  }
  const { run, messages } = store.use()
  const wasRunning = useRef(false)
  const sayLast = useEffectEvent(() => {
    const last = messages.findLast((message) => message.type === 'answer')
    if (isAuto && last?.status === 'available') speak(last.message_id, last.content)
  })
  useEffect(() => {
    if (wasRunning.current && !run) sayLast()
    wasRunning.current = run !== null
  }, [run])
  useEffect(() => () => speech?.cancel(), [speech])
  return speech && !voices.muted ? { isAuto, speak } : undefined
}
