import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Clock } from '#kit/clock.ts'
import type { CallerScope } from '#kit/caller-scope.ts'
import { errors } from '#kit/errors.ts'
import type { Sse } from '#kit/sse.ts'
import type { FirstTool, SpokenQuestion, TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { TurnDone } from '#domains/chat/conversation/shared/chat-events.ts'
import type { Talker } from '#domains/chat/conversation/shared/chat-input.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import type { LiveTurn } from '#domains/chat/conversation/shared/live-turn.ts'
import type { SuppliedMessage } from '#domains/chat/conversation/shared/supplied-messages.ts'
import type { RuleService, ServedCall } from '#domains/studio/bot/rule/rule.service.ts'
import { chatOf, isForCallers, messageOf, type StoredChat } from './open-view.ts'
import { createOpenWire } from './open-wire.ts'
import { OPEN_SCENE } from './shared/open-scene.ts'
import { openErrors } from './open.errors.ts'
import type { OpenRepo } from './open.repo.ts'

/** The scene of previews in the studio. */
const PREVIEW_SCENE = 4

/** Caller of a published bot: an account, for itself or one of its end users, on a channel. */
export interface OpenCaller extends Talker, Pick<CallerScope, 'endUser' | 'locale'> {
  /** For programs that serve many users and track their conversations. Visitors reach only their own. */
  sharesConversations?: boolean
  tokenId?: string | undefined
  /** The version that the caller requests, if any. */
  wanted?: VersionSelector | undefined
}
/** A lane or an identifier from a request, and the device that sent it. */
export interface VersionSelector {
  lane: string
  identifier: string
  device: string
  /** An unknown name is refused instead of being answered by the official version. */
  isStrict: boolean
  /** Whether the caller may choose a version. Visitors may not. */
  mayName(): Promise<boolean>
}
export interface OpenQuestion {
  conversationId?: string | undefined
  /** Earlier messages, and last the one to answer. */
  messages: SuppliedMessage[]
  customVariables?: Record<string, string>
  /** Further inputs of the chatflow, in workflow mode. */
  parameters?: Record<string, unknown>
  shortcut?: FirstTool | undefined
  /** Set if the question was spoken and may be answered with speech. */
  spoken?: SpokenQuestion | undefined
  /** Additional instructions for the style of the answer. */
  manner?: string | undefined
  meta?: Record<string, string>
  /** The question, or a message of its reply, that is to be answered again instead of a new message. */
  regenerate?: string | undefined
  /** A version of the bot that answers instead of the one that the channel serves. */
  answeredBy?: TurnBot
  /** False: nothing is stored. */
  isKept?: boolean
  /**
   * Aborts when the caller disconnects. This stops a turn that is not stored, since its answer could not be fetched
   * later.
   */
  signal?: AbortSignal
}
/** A running turn for its caller. */
export interface OpenChat {
  chatId: string
  live: LiveTurn
  /** Streams the events of the turn in the format of the public API. The turn continues if the client disconnects. */
  show(sse: Sse, signal: AbortSignal): Promise<void>
  /** Waits for the end and returns the messages. */
  whole(): Promise<{ done: TurnDone; messages: MessageRow[] }>
}
export interface OpenChatDeps {
  conversations: ConversationService
  repo: OpenRepo
  clock: Clock
  isChannel(connectorId: string, botId: string): Promise<boolean>
  /** Admits the call or throws. Call the result with the end of the turn, or without it if no turn was started. */
  admit(caller: OpenCaller): Promise<(done?: TurnDone) => void>
  /** The versions of a bot on one channel. */
  versions: Pick<RuleService, 'serve' | 'pin'>
  /** Called at the end of every turn, for webhooks and events. */
  onEnd(
    caller: OpenCaller,
    chat: { chatId: string; conversationId: string; meta: Record<string, string> },
    done: TurnDone,
  ): void
}

/**
 * Turns of published bots for external callers: the public API, the share page, compatible endpoints. They run the
 * version that the channel serves, and nothing in a request can change it.
 */
export function createOpenChatService(deps: OpenChatDeps) {
  const { conversations, repo, clock, isChannel, admit, onEnd, versions } = deps
  /** The version that answers; undefined if the channel serves only one. */
  async function versionFor({ botId, connectorId, userId, endUser, wanted }: OpenCaller, question: OpenQuestion) {
    const { parameters, customVariables, meta, conversationId } = question
    // A chatflow can name the version in its parameters, too.
    const named = (key: string) => (typeof parameters?.[key] === 'string' ? parameters[key] : '')
    const identifier = wanted?.identifier || named('version_identifier') || named('bot_version')
    const lane = wanted?.lane ?? ''
    const mayName = Boolean(wanted && (lane || identifier) && (await wanted.mayName()))
    const traffic = {
      uid: endUser || userId,
      did: wanted?.device,
      lane,
      identifier,
      mayName,
      isStrict: wanted?.isStrict,
      params: { parameters, custom_variables: customVariables, meta },
    }
    return versions.serve(botId, connectorId, traffic, conversationId)
  }
  async function run(caller: OpenCaller, question: OpenQuestion, more: { chatId?: string; callId?: string } = {}) {
    if (!(await isChannel(caller.connectorId, caller.botId)))
      throw openErrors.unknownConnector({ connector: caller.connectorId })
    const asked = question.messages.at(-1)
    const maySayNothing = question.shortcut !== undefined || question.parameters !== undefined
    if (!asked && !maySayNothing && !question.regenerate) throw openErrors.nothingAsked()
    if (asked && asked.role !== 'user') throw openErrors.lastNotUser()
    const settle = await admit(caller)
    const { answeredBy } = question
    const chosen = answeredBy ? undefined : versionFor(caller, question)
    const served = await chosen?.catch((cause: unknown) => {
      settle()
      throw cause
    })
    const { wanted: _, ...who } = caller
    const meta = question.meta ?? {}
    const startedAt = clock.now()
    const live = await conversations
      .chat({
        ...who,
        ...(served && { notes: notesOf(served) }),
        ...(answeredBy && { frozen: answeredBy }),
        ...(served?.bot && { frozen: { ...served.bot, ...(served.lane && { lane: served.lane }) } }),
        scene: OPEN_SCENE,
        isDraft: false,
        isNew: true,
        conversationId: question.conversationId,
        query: asked?.content ?? '',
        contentType: asked?.contentType ?? 'text',
        earlier: question.messages.slice(0, -1),
        extra: {
          ...asked?.extra,
          ...(Object.keys(meta).length && { chat_meta: JSON.stringify(meta) }),
          ...(more.callId && { tool_call_id: more.callId }),
        },
        traceScene: 'online',
        customVariables: question.customVariables ?? {},
        parameters: question.parameters,
        spoken: question.spoken,
        manner: question.manner,
        firstTool: question.shortcut,
        maySayNothing,
        regenerate: question.regenerate,
        isFleeting: question.isKept === false,
        chatId: more.chatId,
      })
      .catch((cause: unknown) => {
        settle()
        throw isNotPublished(cause) ? openErrors.notPublished({ connector: caller.connectorId }) : cause
      })
    const chatId = more.chatId ?? live.id
    if (served && !served.isPinned && question.isKept !== false)
      // The conversation exists once its question is stored.
      void live.stored.then(() => versions.pin(live.conversationId, served.ruleId)).catch(() => {})
    if (question.isKept === false) endWith(live, question.signal)
    live.listen((event) => {
      if (event.type !== 'done') return
      settle(event)
      onEnd(caller, { chatId, conversationId: live.conversationId, meta }, event)
    })
    return open(caller.botId, chatId, live, meta, startedAt)
  }

  /** Runs the draft for its editors: neither counted nor limited, in the conversation of the preview. */
  async function preview(caller: OpenCaller, { conversationId, messages, spoken }: OpenQuestion) {
    const { endUser: _, wanted: _wanted, ...place } = caller
    const asked = messages.at(-1)
    if (!asked) throw openErrors.nothingAsked()
    const live = await conversations.chat({
      ...place,
      conversationId,
      scene: PREVIEW_SCENE,
      isDraft: true,
      query: asked.content,
      contentType: asked.contentType,
      extra: asked.extra ?? {},
      spoken,
      traceScene: 'debug',
      customVariables: {},
    })
    return open(caller.botId, live.id, live, {}, clock.now())
  }

  function open(
    botId: string,
    chatId: string,
    live: LiveTurn,
    meta: Record<string, string>,
    startedAt: number,
  ): OpenChat {
    return {
      chatId,
      live,
      async show(sse, signal) {
        const { conversationId, sectionId } = live
        const wire = createOpenWire(sse, { id: chatId, conversationId, botId, sectionId, meta, startedAt }, clock.now)
        wire.begin()
        const leave = live.listen(wire.listener)
        const gone = new Promise<void>((resolve) => {
          if (signal.aborted) resolve()
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
        await Promise.race([wire.finished, gone])
        leave()
      },
      async whole() {
        const messages: MessageRow[] = []
        live.listen((event) => {
          if ((event.type === 'finish' || event.type === 'message') && isForCallers(event.message))
            messages.push(event.message)
        })
        await live.finished
        return { done: live.outcome!, messages }
      },
    }
  }

  async function stored(conversationId: string, chatId: string): Promise<StoredChat> {
    const found = await repo.chat(conversationId, chatId)
    if (!found) throw errors.notFound({ what: 'chat' })
    return found
  }
  const get = async (conversationId: string, chatId: string) => chatOf(chatId, await stored(conversationId, chatId))

  return {
    run,
    preview,
    get,
    /** Location of an account's chat. */
    ownChat: repo.ownChat,
    /** All messages of a chat except the question, in order. */
    async messages(conversationId: string, chatId: string) {
      const { turn } = await stored(conversationId, chatId)
      const rows = await repo.chatMessages(chatId)
      return rows
        .filter((row) => row.type !== 'question' && isForCallers(row))
        .map((row) => messageOf(row, turn.botId, chatId))
    },
    /** Cancels a running chat. A finished one stays unchanged. */
    async cancel(conversationId: string, chatId: string) {
      const live = conversations.live(conversationId, chatId)
      const turnId = live ? chatId : (await stored(conversationId, chatId)).turn.id
      await conversations.cancel(conversationId, turnId)
      // Another process may have to stop the turn first.
      for (let tries = 0; tries < 20; tries += 1) {
        const chat = await repo.chat(conversationId, chatId)
        if (chat && chat.turn.finishedAt !== null) return chatOf(chatId, chat)
        if (!chat) break
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return { ...(await get(conversationId, chatId)), status: 'canceled' as const }
    },
    /** Continues a chat that waits for its caller. */
    async submit(
      caller: OpenCaller,
      conversationId: string,
      chatId: string,
      outputs: { tool_call_id: string; output: string }[],
    ) {
      const { turn, conversation, meta } = await stored(conversationId, chatId)
      const call =
        chatOf(chatId, { turn, conversation, meta, startedAt: 0 }).required_action && conversation.pending?.call
      if (!call) throw openErrors.notWaiting()
      const given = outputs.find((output) => output.tool_call_id === call.id)
      if (!given) throw openErrors.wrongCall({ expected: call.id })
      return run(
        caller,
        { conversationId, messages: [{ role: 'user', content: given.output, contentType: 'text' }], meta },
        { chatId, callId: call.id },
      )
    },
  }
}
export type OpenChatService = ReturnType<typeof createOpenChatService>

const notesOf = ({ ruleId, reason, missing }: ServedCall): Record<string, string> => ({
  version_rule: ruleId,
  version_reason: reason,
  ...(missing && { version_unknown: missing }),
})
function endWith(live: LiveTurn, signal: AbortSignal | undefined) {
  const stop = () => live.stop('user')
  if (signal?.aborted) stop()
  else signal?.addEventListener('abort', stop, { once: true })
}
const isNotPublished = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && cause.code === ErrorCode.conversation.notPublished
