import { chooseVoice } from '@orrery/contract/shared/voice-choice'
import { useCallback } from 'react'
import { api } from '#lib/api.ts'
import { type ChatFrame, type ChatStore, useReading } from '#domains/chat/chat/index.ts'
import type { SharedBot } from './public-chat.queries.ts'
import { asVisitor } from './visit.ts'

/** Reads answers aloud with the voice of the bot, the default voice of the server, or as a last resort the browser. */
export function useVisitorVoice(key: string, { voice }: SharedBot, store: ChatStore): ChatFrame['voice'] {
  const languages = voice?.languages
  const sound = useCallback(
    (messageId: string, text: string, signal: AbortSignal) => {
      // The server knows which voice it is. Here it only matters whether there is one.
      const chosen = Object.fromEntries((languages ?? []).map((language) => [language, 'chosen']))
      if (!chooseVoice(chosen, text)) return undefined
      const input = { key, conversation_id: store.current().conversationId, message_id: messageId }
      return api.share.speak(input, { ...asVisitor(key), signal })
    },
    [key, languages, store],
  )
  const isOn = voice !== undefined
  return useReading(store, { isOn, isAuto: voice?.is_auto ?? false, sound })
}
