import { type Contract, ConnectorId, type ShareLook } from '@orrery/contract'
import { errors, type Locale } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { isOwnOrigin } from '#kit/http/cross-site.ts'
import type { Sse, StreamReply } from '#kit/sse.ts'
import { createWire, toWireMessage } from '#domains/chat/conversation/shared/chat-wire.ts'
import type { MessageRow } from '#domains/chat/conversation/conversation.table.ts'
import { conversationErrors } from '#domains/chat/conversation/conversation.errors.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import { followStored } from '#domains/chat/conversation/shared/follow-stored.ts'
import type { LiveTurn } from '#domains/chat/conversation/shared/live-turn.ts'
import { soundAnswer } from '#domains/chat/model/shared/sound-answer.ts'
import { pressOf } from '#domains/resources/card/shared/press-of.ts'
import type { CardPresses } from '#domains/resources/card/card-press.service.ts'
import type { BrandingService } from '#domains/ground/instance/branding.service.ts'
import { readRecording } from '#domains/reach/voice/shared/recording.ts'
import type { OpeningService } from './opening.service.ts'
import type { ReadingService } from './reading.service.ts'
import { titleOf, withAddresses } from './sent-files.ts'
import type { ShareOps } from './share.routes.ts'
import { lookOf } from './share.service.ts'
import type { VisitService } from './visit.service.ts'
import { botForVisitors } from './visitor-bot.ts'
import type { VisitorChat } from './visitor-chat.service.ts'
import type { VisitorFiles } from './visitor-file.service.ts'
import { forVisitor, isForVisitors, visitorListener } from './visitor-view.ts'

export interface VisitRoutesDeps {
  visits: VisitService
  chats: VisitorChat
  conversations: ConversationService
  openings: OpeningService
  files: VisitorFiles
  reading: ReadingService
  /** Opens a call in which a visitor talks with the bot. */
  openCall(call: {
    botId: string
    userId: string
    connectorId: string
    uid: string
    conversationId: string
    locale: Locale
  }): {
    room_id: string
    token: string
    has_webrtc: boolean
  }
  links: FileLinks
  publicUrl: string
  branding: Pick<BrandingService, 'get'>
  press: CardPresses
  /** Whether a version of a project serves an interface. */
  hasInterface(versionId: string): Promise<boolean>
}
/** A page without a colour of its own uses that of the instance. */
const withColor = (look: ShareLook, color: string): ShareLook => ({ ...look, color: look.color || color })
type VisitOps = Omit<Contract['share'], keyof ShareOps>

export function visitRoutes(deps: VisitRoutesDeps): Handlers<VisitOps> {
  const { visits, chats, conversations } = deps
  /** The widget runs on a page of ours, too, so scripts of other sites are refused. */
  function guard({ request }: Ctx) {
    const origin = request.headers.get('origin')
    const isForeign = origin !== null && !isOwnOrigin(origin, request.headers.get('host') ?? undefined, deps.publicUrl)
    if (isForeign || request.headers.get('sec-fetch-site') === 'cross-site') throw errors.crossSite()
  }
  const tokenOf = ({ request }: Ctx) => request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
  function visit(input: { key: string }, ctx: Ctx) {
    guard(ctx)
    return visits.require(input.key, tokenOf(ctx))
  }
  const linked = (row: MessageRow): MessageRow =>
    row.contentType === 'mix' ? { ...row, content: withAddresses(row.content, deps.links) } : row
  /** Streams a turn to one visitor. The turn continues if they disconnect. */
  const show =
    (live: LiveTurn, { signal, locale }: Ctx): StreamReply =>
    async (sse: Sse) => {
      const wire = createWire(sse, live.conversationId)
      const leave = live.listen(visitorListener(wire.listener, locale))
      const gone = new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      await Promise.race([wire.finished, gone])
      leave()
    }
  return {
    info: async (input, ctx) => {
      guard(ctx)
      const { share, bot } = await visits.info(input.key)
      const { color, name, logoKey } = deps.branding.get()
      return {
        is_live: bot !== undefined,
        needs_password: share.passwordHash !== '',
        is_widget: share.connectorId === ConnectorId.webSdk,
        has_interface:
          share.connectorId === ConnectorId.page && bot !== undefined && (await deps.hasInterface(bot.version)),
        name: bot?.name ?? '',
        icon_url: deps.links.make(bot?.iconUri),
        look: withColor(lookOf(share), color),
        host: { name, logo_url: deps.links.make(logoKey) },
      }
    },
    enter: async (input, ctx) => {
      guard(ctx)
      const entered = await visits.enter(input.key, input.password, tokenOf(ctx), ctx.address)
      const { token, visitor, bot, speaker } = entered
      const shown = botForVisitors(speaker, deps.links, await deps.reading.canTranscribe(speaker))
      // Calls use only the bot of the link itself.
      return { token, visitor_id: visitor.id, bot: speaker === bot ? shown : { ...shown, voice: undefined } }
    },
    opening: async (input, ctx) => deps.openings.of((await visit(input, ctx)).speaker),
    speak: async (input, ctx) => {
      const visitor = await visit(input, ctx)
      const { id } = await chats.own(visitor, input.conversation_id)
      return soundAnswer(await deps.reading.read(visitor.speaker, id, input.message_id, ctx.signal))
    },
    transcribe: async (input, ctx) => {
      const { speaker } = await visit(input, ctx)
      return { text: await deps.reading.hear(speaker, await readRecording(input.file), ctx.locale, ctx.signal) }
    },
    call: async (input, ctx) => {
      const visitor = await visit(input, ctx)
      const row = await chats.own(visitor, input.conversation_id)
      return deps.openCall({
        botId: visitor.speaker.id,
        userId: row.userId,
        connectorId: visitor.share.connectorId,
        uid: row.endUser,
        conversationId: row.id,
        locale: ctx.locale,
      })
    },
    upload: async (input, ctx) => {
      const visitor = await visit(input, ctx)
      const { userId } = await chats.own(visitor, input.conversation_id)
      return deps.files.upload(visitor, userId, input.file)
    },
    conversations: async (input, ctx) => ({
      conversations: (await chats.list(await visit(input, ctx))).map((row) => ({
        id: row.id,
        title: titleOf(row.content, row.type),
        updated_at: row.updatedAt,
      })),
    }),
    begin: async (input, ctx) => ({ id: (await chats.begin(await visit(input, ctx))).id }),
    remove: async (input, ctx) => {
      await chats.remove(await visit(input, ctx), input.conversation_id)
      return {}
    },
    messages: async (input, ctx) => {
      const row = await chats.current(await visit(input, ctx), input.conversation_id)
      const cursor = input.cursor === '0' || input.cursor === '' ? undefined : input.cursor
      const { rows, hasMore } = await conversations.messages(row.id, { before: cursor }, input.count)
      const { live, row: running } = await conversations.running(row.id)
      return {
        message_list: rows.filter(isForVisitors).map((row) => toWireMessage(linked(forVisitor(row, ctx.locale)))),
        cursor: rows.at(-1)?.id ?? '0',
        hasmore: hasMore,
        conversation_id: row.id,
        last_section_id: row.sectionId,
        running_question_id: live?.questionId ?? running?.questionId ?? '',
      }
    },
    chat: async (input, ctx) => {
      const said = {
        query: input.query,
        localMessageId: input.local_message_id,
        regenerate: input.regen_message_id,
        files: input.files,
        shortcut: input.shortcut,
      }
      return show(await chats.chat(await visit(input, ctx), input.conversation_id, said, ctx.locale), ctx)
    },
    follow: async (input, ctx) => {
      const { id } = await chats.own(await visit(input, ctx), input.conversation_id)
      const { live, row } = await conversations.running(id)
      if (live) return show(live, ctx)
      if (!row) throw conversationErrors.nothingRunning()
      return async (sse) =>
        followStored(conversations, row.id, visitorListener(createWire(sse, id).listener, ctx.locale), ctx.signal)
    },
    stop: async (input, ctx) => {
      const { id } = await chats.own(await visit(input, ctx), input.conversation_id)
      await conversations.stop(id, input.query_message_id, input.broken_pos)
      return {}
    },
    newSection: async (input, ctx) => ({
      new_section_id: await conversations.newSection(await chats.own(await visit(input, ctx), input.conversation_id)),
    }),
    removeMessage: async (input, ctx) => {
      await conversations.removeMessage(
        await chats.own(await visit(input, ctx), input.conversation_id),
        input.message_id,
      )
      return {}
    },
    press: async (input, ctx) => {
      const row = await chats.own(await visit(input, ctx), input.conversation_id)
      return deps.press(row, pressOf(input), ctx.logId)
    },
    rate: async (input, ctx) => {
      const row = await chats.own(await visit(input, ctx), input.conversation_id)
      await conversations.rate(row, input.message_id, input.feedback)
      return {}
    },
  }
}
