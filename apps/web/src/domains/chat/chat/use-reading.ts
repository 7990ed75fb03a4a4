import { wordsOf } from '@orrery/contract/shared/chat-card'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ChatFrame } from './chat-context.ts'
import type { ChatStore } from './chat-store.ts'
import { createVoicePlayer, type FetchSound } from './voice-player.ts'

export interface Reading {
  /** The maker allows it, and the browser or a provider supports it. */
  isOn: boolean
  /** Answers are read aloud automatically. */
  isAuto: boolean
  sound: FetchSound
}

/** Reads answers aloud with the chosen voice or that of the browser. Another click on the same answer stops it. */
export function useReading(store: ChatStore, { isOn, isAuto, sound }: Reading): ChatFrame['voice'] {
  const [player] = useState(createVoicePlayer)
  const isRunning = store.use((state) => state.run !== null)
  const wasRunning = useRef(false)
  const speak = useCallback((messageId: string, text: string) => player.speak(messageId, text, sound), [player, sound])
  const sayLast = useEffectEvent(() => {
    const last = store.current().messages.findLast((message) => message.type === 'answer')
    if (isOn && isAuto && last?.status === 'available') speak(last.message_id, wordsOf(last.content, last.content_type))
  })
  useEffect(() => {
    if (wasRunning.current && !isRunning) sayLast()
    wasRunning.current = isRunning
  }, [isRunning])
  useEffect(() => player.stop, [player])
  return useMemo(() => (isOn ? { isAuto, speak } : undefined), [isOn, isAuto, speak])
}
