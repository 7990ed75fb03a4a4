import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ChatFrame, type ChatStore } from '#domains/chat/chat/index.ts'
import { useDraft, useEditor } from '../draft/draft-context.ts'
import { createVoicePlayer } from './voice-player.ts'

/** Answers read aloud, by the voice that was chosen or by the reader's own browser; the same press again stops it. */
export function useVoice(store: ChatStore): ChatFrame['voice'] {
  const { spaceId } = useEditor()
  const voices = useDraft((draft) => draft.info.voices_info)
  const [player] = useState(() => createVoicePlayer(spaceId))
  const isAuto = voices.autoplay && !voices.muted
  const { run, messages } = store.use()
  const wasRunning = useRef(false)
  const speak = (messageId: string, text: string) => player.speak(messageId, text, voices.i18n_lang_voice_str)
  const sayLast = useEffectEvent(() => {
    const last = messages.findLast((message) => message.type === 'answer')
    if (isAuto && last?.status === 'available') speak(last.message_id, last.content)
  })
  useEffect(() => {
    if (wasRunning.current && !run) sayLast()
    wasRunning.current = run !== null
  }, [run])
  useEffect(() => player.stop, [player])
  const canSpeak = 'speechSynthesis' in globalThis || Object.values(voices.i18n_lang_voice_str).some(Boolean)
  return canSpeak && !voices.muted ? { isAuto, speak } : undefined
}
