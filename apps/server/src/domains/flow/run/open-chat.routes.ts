import { ConnectorId, type contract } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { AppError, badInput } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import type { NewId } from '#kit/ids.ts'
import { CHATFLOW, type ChatService } from './chat.service.ts'
import { createChatStream } from './chat-stream.ts'
import { textOf } from './message-text.ts'
import { type OpenCalls, readParameters } from './open-call.ts'
import { asOpen } from './open-errors.ts'
import { runErrors } from './run.errors.ts'
import type { RunService } from './run.service.ts'
import type { ThreadService } from './thread.service.ts'

export interface OpenChatRoutesDeps {
  runs: Pick<RunService, 'draft'>
  calls: OpenCalls
  chats: ChatService
  threads: Pick<ThreadService, 'open'>
  newId: NewId
  clock: Clock
}

/** Conversations with chatflows in the public API. */
export function openChatflowRoutes(
  deps: OpenChatRoutesDeps,
): Pick<Handlers<typeof contract.workflowOpen>, 'chat' | 'createConversation'> {
  const { callerOf, loadFor, admit, countOnceStarted } = deps.calls
  return {
    async chat(input, ctx) {
      const isDraft = input.execute_mode === 'DEBUG'
      // Only editors may run the draft.
      if (isDraft) await ctx.access.require(ctx.actor!, 'workflow', input.workflow_id, 'editInfo')
      const caller = await callerOf(input, ctx)
      const loaded = isDraft ? await deps.runs.draft(input.workflow_id) : await loadFor(input, caller)
      if (loaded.flowMode !== CHATFLOW) throw runErrors.notAChatflow()
      const parameters = readParameters(input.parameters)
      const at = input.additional_messages.findLastIndex((additionalMessage) => additionalMessage.role === 'user')
      const question = input.additional_messages[at]
      if (question === undefined && parameters.USER_INPUT === undefined)
        throw badInput(
          'additional_messages',
          'include at least one message with the role user',
          '请至少提供一条 user 消息',
        )
      const settle = isDraft ? () => undefined : await admit(input, caller, loaded.spaceId, ctx)
      const begin = deps.chats.begin({
        loaded,
        isDraft,
        caller,
        conversationId: input.conversation_id,
        parameters,
        earlier: input.additional_messages.slice(0, Math.max(0, at)).map((additionalMessage) => ({
          role: additionalMessage.role === 'user' ? ('user' as const) : ('assistant' as const),
          content: textOf(additionalMessage.content),
        })),
        text: question && textOf(question.content),
      })
      const turn = await begin.catch((cause: unknown) => {
        settle()
        throw cause instanceof AppError ? asOpen(cause) : cause
      })
      const { conversation, chatId } = turn
      const who = {
        chatId,
        conversationId: conversation.id,
        botId: input.bot_id ?? '',
        sectionId: conversation.sectionId,
      }
      return async (sse) => {
        const events = createChatStream(sse, who, turn.log, () => deps.clock.now())
        events.begin()
        const active = await countOnceStarted(settle, () => turn.start(events.on))
        events.end(await active.outcome)
      }
    },
    async createConversation(input, ctx) {
      const workflowId = input.workflow_id ?? input.WorkflowID
      const projectId = input.app_id ?? input.AppID
      const isDraft = input.draft_mode ?? input.DraftMode ?? false
      const name = input.conversation_name ?? input.ConversationMame ?? input.ConversationName ?? ''
      const owner = projectId
        ? await ctx.access.require(ctx.actor!, 'project', projectId, 'view')
        : workflowId
          ? await ctx.access.require(ctx.actor!, 'workflow', workflowId, 'view')
          : undefined
      if (!owner) throw badInput('app_id', 'give app_id or workflow_id', '请指定应用 app_id 或 workflow_id')
      const place = {
        ownerId: owner.id,
        spaceId: owner.spaceId,
        userId: ctx.userId,
        person: input.meta_data?.user_id ?? ctx.userId,
        connectorId: input.connector_id ?? ConnectorId.api,
        isDraft,
      }
      const isShared = input.get_or_create ?? input.GetOrCreate ?? false
      // Without a name, every call creates a new conversation.
      const found = await deps.threads.open(place, name || deps.newId(), input.meta_data ?? {})
      if (!found.isNew && !isShared) throw runErrors.conversationTaken({ name })
      return {
        id: found.row.id,
        created_at: Math.floor(found.row.createdAt / 1000),
        meta_data: input.meta_data ?? {},
        creator_id: found.row.userId,
        creator_d: found.row.userId,
        connector_id: found.row.connectorId,
        last_section_id: found.row.sectionId,
      }
    },
  }
}
