import { useT } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'
import { useChat } from './chat-context.ts'
import type { CardPress } from './components/drawn-card.tsx'

/** Clicks a button in the card of a message: updates the card and sends the resulting text. */
export function usePress(messageId: string, signature: string): CardPress {
  const t = useT('chat')
  const { store } = useChat()
  return async ({ id, item }, values) => {
    try {
      const say = await store.press(messageId, {
        signature,
        button_id: id,
        ...(item !== undefined && { item }),
        values,
      })
      if (say) await store.send({ content: say, contentType: 'text' })
    } catch (error) {
      toast.error(t('card.failed'), { error })
    }
  }
}
