import type { WebhookService } from '#domains/reach/webhook/webhook.service.ts'
import type { Gate } from './gate.ts'
import type { OpenChatDeps } from './open-chat.service.ts'
import { chatEnds, usageOf } from './open-view.ts'

interface AccountingDeps {
  gate: Pick<Gate, 'admit'>
  webhooks: Pick<WebhookService, 'notify'>
}

/** Admits external chats, counts their usage, and notifies webhooks when they end. */
export function createChatAccounting({ gate, webhooks }: AccountingDeps): Pick<OpenChatDeps, 'admit' | 'onEnd'> {
  return {
    async admit({ botId, userId, tokenId, connectorId }) {
      const settle = await gate.admit({ kind: 'chat', resourceId: botId, userId, tokenId, connectorId })
      return (done) => {
        const { inputTokens = 0, outputTokens = 0 } = done?.usage ?? {}
        settle(done && { failed: done.reason === 'failed' ? 1 : 0, inputTokens, outputTokens })
      }
    },
    onEnd({ botId, endUser, connectorId }, { chatId, conversationId, meta }, done) {
      const status = chatEnds[done.reason]
      void webhooks.notify(botId, `chat.${status}`, {
        id: chatId,
        conversation_id: conversationId,
        bot_id: botId,
        connector_id: connectorId,
        user_id: endUser,
        status,
        meta_data: meta,
        ...(done.usage && { usage: usageOf(done.usage) }),
        ...(done.error && { last_error: done.error }),
      })
    },
  }
}
