import { ComparisonSide } from '@orrery/contract/shared/comparison-side'
import { useEffect, useState } from 'react'
import { type ChatStore, createBotPort, createChatStore } from '#domains/chat/chat/index.ts'
import { useEditor } from '../draft/draft-context.ts'
import { type Comparison, type SideName, sideOf } from './compare.queries.ts'

const inNextFrame = (notify: () => void): void => void requestAnimationFrame(notify)

/** A separate conversation for each side, independent of the preview. */
export function useSideStores(first: Comparison, beforeSend: () => Promise<void>): Record<SideName, ChatStore> {
  const { botId, spaceId } = useEditor()
  const [stores] = useState(() => {
    const open = (side: SideName) => {
      const conversationId = sideOf(first, side).conversation_id ?? ''
      const port = createBotPort(botId, spaceId, { conversationId, side: ComparisonSide[side] })
      return createChatStore({ port, beforeSend, schedule: inNextFrame })
    }
    return { a: open('a'), b: open('b') }
  })
  useEffect(() => {
    const both = [stores.a, stores.b]
    for (const store of both) void store.load()
    return () => {
      for (const store of both) store.leave()
    }
  }, [stores])
  return stores
}
