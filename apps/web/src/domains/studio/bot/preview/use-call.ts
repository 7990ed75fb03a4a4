import { useCallback } from 'react'
import { api } from '#lib/api.ts'
import type { ChatFrame } from '#domains/chat/chat/index.ts'
import { useEditor } from '../draft/draft-context.ts'

/** A voice call with the draft as saved when the call begins. */
export function useCall(): NonNullable<ChatFrame['call']> {
  const { botId, store } = useEditor()
  return useCallback(
    async (conversationId: string) => {
      await store.flush()
      return api.openRealtime.callDraft({ bot_id: botId, conversation_id: conversationId }, { toast: true })
    },
    [botId, store],
  )
}
