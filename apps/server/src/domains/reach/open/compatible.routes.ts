import { wordsOf } from '@orrery/contract/shared/chat-card'
import { ConnectorId, type contract } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Clock } from '#kit/clock.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { BotLists } from '#domains/studio/bot/bot-list.service.ts'
import type { PublishService } from '#domains/studio/bot/publish.service.ts'
import type { TurnDone } from '#domains/chat/conversation/shared/chat-events.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import { toGiven } from './compatible-messages.ts'
import { completion, streamCompletion } from './completions.ts'
import { callerOf } from './open-chat.routes.ts'
import type { OpenChatService } from './open-chat.service.ts'
import type { MessageReader } from './open-messages.ts'
import { openErrors } from './open.errors.ts'
import { chatIdOf, responseOf, streamResponse, wholeResponse } from './responses.ts'

export interface CompatibleDeps {
  chats: OpenChatService
  reader: MessageReader
  publishing: Pick<PublishService, 'getPublished'>
  spaces: Pick<SpaceService, 'list'>
  lists: Pick<BotLists, 'page'>
  clock: Clock
}
const LISTED = 100
const modelOf = (id: string, createdAt: number, spaceId: string) => ({
  id,
  object: 'model',
  created: seconds(createdAt),
  owned_by: spaceId,
})
/** The error of a failed turn, for callers who wait for the whole answer. */
const failureOf = ({ error }: TurnDone) =>
  new AppError(
    { code: error?.code ?? ErrorCode.publicApi.internal, status: 502, en: '{msg}', zh: '{msg}' },
    { msg: error?.msg ?? '' },
  )

export function compatibleRoutes(deps: CompatibleDeps): Handlers<typeof contract.openCompatible> {
  const { chats, reader, clock } = deps
  const who = (ctx: Ctx, input: { model: string; user?: string | null; safety_identifier?: string | null }) =>
    callerOf(ctx, { bot_id: input.model, user_id: input.safety_identifier ?? input.user ?? '' })
  const saidIn = (list: object[], ctx: Ctx) => reader.readAll(toGiven(list), ctx.userId)

  /** The chat of a response id, if it belongs to the caller. */
  async function kept(responseId: string, ctx: Ctx) {
    const chatId = chatIdOf(responseId)
    const found = chatId === undefined ? undefined : await chats.ownChat(chatId, ctx.userId)
    const mayTalk = found && (await ctx.access.can(ctx.actor!, 'bot', found.botId, 'view'))
    if (!found || !mayTalk) throw errors.notFound({ what: 'response' })
    return { chatId: chatId!, ...found }
  }

  return {
    models: async (_, ctx) => {
      const spaces = await deps.spaces.list(ctx.userId)
      const lists = await Promise.all(
        spaces.map(async ({ space }) => {
          if (!(await ctx.access.can(ctx.actor!, 'space', space.id, 'view'))) return []
          const filter = { name: '', order: 'published', mine: false, onlyFavorites: false, onlyOpened: false } as const
          const { rows } = await deps.lists.page({
            ...filter,
            spaceId: space.id,
            userId: ctx.userId,
            isPublished: true,
            connectorIds: [ConnectorId.api],
            statuses: [],
            page: 1,
            size: LISTED,
          })
          return rows.map(({ head }) => modelOf(head.id, head.publishedAt ?? 0, head.spaceId))
        }),
      )
      return Response.json({ object: 'list', data: lists.flat() })
    },
    model: async (input) => {
      const bot = await deps.publishing.getPublished(input.model, ConnectorId.api).catch((cause: unknown) => {
        if (cause instanceof AppError && cause.status === 404)
          throw openErrors.notPublished({ connector: ConnectorId.api })
        throw cause
      })
      return Response.json(modelOf(bot.id, Number(bot.version), bot.spaceId))
    },
    completions: async (input, ctx) => {
      const about = {
        botId: input.model,
        createdAt: clock.now(),
        includeUsage: input.stream_options?.include_usage === true,
      }
      const messages = await saidIn(input.messages, ctx)
      const chat = await chats.run(who(ctx, input), { messages, isKept: false, signal: ctx.signal })
      if (input.stream) return streamCompletion(chat, about, ctx.signal)
      const { done, body } = await completion(chat, about)
      if (done.reason === 'failed') throw failureOf(done)
      return Response.json(body)
    },
    responses: async (input, ctx) => {
      const before = input.previous_response_id ? await kept(input.previous_response_id, ctx) : undefined
      if (before && before.botId !== input.model) throw errors.notFound({ what: 'response' })
      const isKept = input.store !== false
      const list = typeof input.input === 'string' ? [{ role: 'user', content: input.input }] : input.input
      const head = {
        botId: input.model,
        createdAt: clock.now(),
        previous: input.previous_response_id ?? null,
        metadata: input.metadata ?? {},
        isKept,
      }
      const chat = await chats.run(who(ctx, input), {
        conversationId: before?.conversationId,
        messages: await saidIn(list, ctx),
        meta: head.metadata,
        isKept,
        signal: ctx.signal,
      })
      if (input.stream) return streamResponse(chat, head, ctx.signal)
      return Response.json(await wholeResponse(chat, head))
    },
    response: async (input, ctx) => {
      const { chatId, conversationId, botId } = await kept(input.response_id, ctx)
      const [chat, messages] = await Promise.all([
        chats.get(conversationId, chatId),
        chats.messages(conversationId, chatId),
      ])
      const status = { in_progress: 'in_progress', failed: 'failed', canceled: 'cancelled' } as const
      const { last_error: error, usage } = chat
      return Response.json(
        responseOf(
          chatId,
          { botId, createdAt: chat.created_at * 1000, previous: null, metadata: chat.meta_data, isKept: true },
          {
            status: status[chat.status as keyof typeof status] ?? 'completed',
            answers: messages
              .filter(({ type }) => type === 'answer')
              .map(({ id, content, content_type }) => ({ id, content: wordsOf(content, content_type) })),
            done: {
              ...(error && { error }),
              ...(usage && { usage: { inputTokens: usage.input_count, outputTokens: usage.output_count } }),
            },
          },
        ),
      )
    },
  }
}
