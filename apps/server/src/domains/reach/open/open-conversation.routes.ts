import { ConnectorId, type contract } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { pressOf } from '#domains/resources/card/shared/press-of.ts'
import type { CardPresses } from '#domains/resources/card/card-press.service.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { ConversationRow, MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import { OPEN_SCENE } from './shared/open-scene.ts'
import { callerOf } from './open-chat.routes.ts'
import type { OpenConversations } from './open-conversation.service.ts'
import type { MessageReader } from './open-messages.ts'
import { isForCallers, messageOf } from './open-view.ts'
import { openErrors } from './open.errors.ts'

export interface OpenConversationDeps {
  conversations: ConversationService
  open: OpenConversations
  reader: MessageReader
  isChannel(connectorId: string, botId: string): Promise<boolean>
  press: CardPresses
}

const shown = (row: ConversationRow) => ({
  id: row.id,
  created_at: seconds(row.createdAt),
  meta_data: row.meta,
  creator_d: row.userId,
  creator_id: row.userId,
  connector_id: row.connectorId,
  last_section_id: row.sectionId,
  name: row.name,
  user_id: row.endUser,
})

export function openConversationRoutes({
  conversations,
  open,
  reader,
  isChannel,
  press,
}: OpenConversationDeps): Handlers<typeof contract.openConversation> {
  const own = (input: { conversation_id: string }, ctx: Ctx) => conversations.own(input.conversation_id, ctx.userId)
  async function show(rows: MessageRow[], { botId }: ConversationRow) {
    const chats = await open.chatsOf(rows)
    return rows.map((row) => messageOf(row, botId, chats.get(row.turnId)))
  }
  const showOne = async (row: MessageRow, conversation: ConversationRow) => (await show([row], conversation))[0]!

  return {
    create: async (input, ctx) => {
      if (!input.bot_id) throw badInput('bot_id', 'give the bot of the conversation', '请指定对话的智能体')
      if (!(await isChannel(input.connector_id ?? ConnectorId.api, input.bot_id)))
        throw openErrors.unknownConnector({ connector: input.connector_id! })
      const said = await reader.readAll(input.messages ?? [], ctx.userId)
      const place = { ...callerOf(ctx, { ...input, bot_id: input.bot_id }), scene: OPEN_SCENE, isDraft: false }
      const more = { meta: input.meta_data ?? {}, name: input.name ?? '' }
      return shown(await conversations.begin(place, ctx.located!.spaceId, more, said))
    },
    retrieve: async (input, ctx) => shown(await own(input, ctx)),
    list: async (input, ctx) => {
      const { rows, hasMore, total } = await open.list({
        botId: input.bot_id,
        userId: ctx.userId,
        connectorId: input.connector_id ?? ConnectorId.api,
        endUser: input.user_id,
        newestFirst: input.sort_order,
        page: input.page_num,
        size: input.page_size,
      })
      return { conversations: rows.map(shown), has_more: hasMore, total }
    },
    update: async (input, ctx) => {
      const row = await own(input, ctx)
      const change = { name: input.name ?? row.name, meta: input.meta_data ?? row.meta }
      return shown(await open.update(row, change))
    },
    messagePress: async (input, ctx) => press(await own(input, ctx), pressOf(input), ctx.logId),
    remove: async (input, ctx) => {
      await conversations.remove(await own(input, ctx))
      return {}
    },
    clear: async (input, ctx) => {
      const row = await own(input, ctx)
      return { id: await conversations.newSection(row), conversation_id: row.id }
    },
    messageCreate: async (input, ctx) => {
      const row = await own(input, ctx)
      const said = await reader.read(input, ctx.userId)
      const [made] = await conversations.add(row, [said])
      return showOne(made!, row)
    },
    messageModify: async (input, ctx) => {
      const row = await own(input, ctx)
      const change = { content: input.content, contentType: input.content_type, meta: input.meta_data }
      const message = await open.updateMessage(row.id, input.message_id, change, ctx.userId)
      return { message: await showOne(message, row) }
    },
    messageRetrieve: async (input, ctx) => {
      const row = await own(input, ctx)
      return showOne(await open.message(row.id, input.message_id), row)
    },
    messageList: async (input, ctx) => {
      const row = await own(input, ctx)
      const { rows, hasMore } = await open.page({
        conversationId: row.id,
        chatId: input.chat_id,
        before: input.before_id,
        after: input.after_id,
        newestFirst: input.order,
        limit: input.limit,
      })
      return {
        data: await show(rows.filter(isForCallers), row),
        first_id: rows[0]?.id ?? '',
        last_id: rows.at(-1)?.id ?? '',
        has_more: hasMore,
      }
    },
    messageDelete: async (input, ctx) => {
      const row = await own(input, ctx)
      const message = await open.message(row.id, input.message_id)
      await conversations.removeMessage(row, message.id)
      return showOne(message, row)
    },
  }
}
