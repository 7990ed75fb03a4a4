import {
  BotMode,
  type ChatSettings,
  ConnectorId,
  contract,
  type InputAudio,
  type InterpretationSettings,
  type OutputAudio,
  type RoomConfig,
} from '@orrery/contract'
import { chooseVoice } from '@orrery/contract/shared/voice-choice'
import { createOpusDecoder, type OpusDecoder } from '#kit/audio/opus.ts'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { Sound, SpokenSound } from '#kit/speech/dialogue/dialogue-types.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { type FrameSocket, GOING_AWAY, type SocketReply } from '#kit/ws/frame-socket.ts'
import { DEBUG_CONNECTOR } from '#domains/chat/conversation/shared/debug-connector.ts'
import type { ConversationService } from '#domains/chat/conversation/conversation.service.ts'
import type { DialogueService } from '#domains/chat/model/dialogue.service.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { SessionService } from '#domains/ground/passport/session.service.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import type { OpenChatService } from '#domains/reach/open/open-chat.service.ts'
import { languageName } from '#domains/reach/voice/shared/language-name.ts'
import type { OpenVoices } from '#domains/reach/voice/voice.service.ts'
import type { VoiceprintService } from '#domains/reach/voiceprint/voiceprint.service.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import { type ReadsMessages, serveChat } from './chat.session.ts'
import { createTranscriber } from './transcriber.ts'
import { serveInterpretation } from './interpretation.session.ts'
import type { Interpreter } from './interpreter.ts'
import { type Broadcast, type Lives, liveTypes } from './live.ts'
import { createSynthesiser } from './synthesiser.ts'
import type { Sight } from './pictures.ts'
import { asMedia } from './media-socket.ts'
import { realtimeErrors } from './realtime.errors.ts'
import type { RoomLines } from './room-lines.ts'
import type { Room, Rooms } from './rooms.ts'
import { createSpeakers } from './speakers.ts'
import { serveSpeech } from './speech.session.ts'
import { forVisitors } from './visitor-socket.ts'
import { serveTranscription } from './transcription.session.ts'

export interface RealtimeRoutesDeps {
  voices: OpenVoices
  dialogues: DialogueService
  /** Spaces that the caller may access, their own first. */
  reached(ctx: Ctx): Promise<string[]>
  chats: OpenChatService
  conversations: ConversationService
  reader: ReadsMessages
  models: Pick<ModelService, 'resolve'>
  uploads: Pick<UploadService, 'store'>
  interpreter: Interpreter
  rooms: Rooms
  /** Calls over WebRTC. */
  lines: RoomLines
  prints: Pick<VoiceprintService, 'recognise' | 'groups'>
  lives: Lives
  /** Calls back when somebody has lost their session, their token or a right. */
  onRevoked: SessionService['onRevoked']
  published(botId: string, connectorId: string): Promise<RunnableBot>
  draft(botId: string): Promise<RunnableBot>
  clock: Clock
}
type Entity = { entity_type: string; entity_id?: string | undefined }
/** The app id that clients of rooms connect to; there is only this one. */
const APP = 'orrery'
/** The scene of previews in the studio. */
const PREVIEW = 4
/** Maximum number of voiceprint groups to choose from in a call. */
const GROUPS = 100
/** What a call may use besides text and sound. */
interface CallRules {
  /** A speech-to-speech model may answer. */
  mayUseDialogue?: boolean
  isPodcast?: boolean
  isSeeing?: boolean
}
interface InterpretedRoom {
  broadcastFor?: (signal: AbortSignal) => Promise<Broadcast>
  /** Adapts the settings to the transport, for example to WebRTC. */
  carried?: (settings: InterpretationSettings) => InterpretationSettings
}
/** A podcast runs even if nobody listens, so it has a time limit. */
const PODCAST_MS = 30 * 60_000
const noVoices: Readonly<Record<string, string>> = {}
/** Settings until the client changes them: the defaults of the frame that changes them. */
const defaultsOf = <T>(op: keyof typeof contract.openRealtime, frame: object): T =>
  (contract.openRealtime[op].frames!.parse(frame) as { data: T }).data

/** Settings that a page cannot change. Visitors must not use the voiceprint groups of the owner either. */
function fixedOn(page: Room['page'], { chat_config, voice_print_config }: ChatSettings): Partial<ChatSettings> {
  if (!page) return {}
  return { chat_config, ...(page === 'visitor' && { voice_print_config }) }
}
/** Provides an Opus decoder for as long as the connection lasts. Earlier messages wait. */
const withOpus =
  (serve: (socket: FrameSocket, opus: OpusDecoder) => void): SocketReply =>
  (socket) =>
    void createOpusDecoder().then((opus) => {
      if (socket.signal.aborted) return opus.free()
      socket.signal.addEventListener('abort', () => opus.free(), { once: true })
      serve(socket, opus)
    }, socket.fail)

/** Closes the connection after a time. */
const withTimeLimit =
  (ms: number, serve: SocketReply): SocketReply =>
  (socket) => {
    const timer = setTimeout(() => socket.close(), ms).unref()
    socket.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    serve(socket)
  }

export function realtimeRoutes(deps: RealtimeRoutesDeps): Handlers<typeof contract.openRealtime> {
  const { voices, chats, conversations, reader, interpreter, clock } = deps
  /** The spaces whose providers are used, and the voices of the given bot. */
  async function partsOf({ entity_type: type, entity_id: id }: Entity, ctx: Ctx) {
    if (!type || !id) return { spaceIds: await deps.reached(ctx), chosen: noVoices }
    const { spaceId } = await ctx.access.require(ctx.actor!, type === 'bot' ? 'bot' : 'workflow', id, 'view')
    if (type !== 'bot') return { spaceIds: [spaceId], chosen: noVoices }
    const { config } = await deps.published(id, ConnectorId.api)
    return { spaceIds: [spaceId], chosen: config.voices_info.i18n_lang_voice_str }
  }
  const botOf = ({ botId, connectorId, page }: Pick<Room, 'botId' | 'connectorId' | 'page'>) =>
    page === 'draft' ? deps.draft(botId) : deps.published(botId, connectorId)

  async function interpretationOf(
    spaceIds: readonly string[],
    room?: RoomConfig,
    { broadcastFor, carried = (given) => given }: InterpretedRoom = {},
  ): Promise<SocketReply> {
    const spaceId = await interpreter.translatorOf(spaceIds)
    const settings =
      room &&
      carried(
        defaultsOf<InterpretationSettings>('interpretation', {
          event_type: 'simult_interpretation.update',
          data: { translate_config: room.translate_config },
        }),
      )
    const serve = (socket: FrameSocket, opus: OpusDecoder, broadcast?: Broadcast) =>
      serveInterpretation({
        socket,
        broadcast,
        interpreter,
        spaceId,
        settings,
        transcriber: createTranscriber({ voices, spaceIds, opus }),
        synthesiserWith: (audio) => createSynthesiser({ voices, spaceIds, chosen: noVoices, audio }),
      })
    if (!broadcastFor) return withOpus(serve)
    return withOpus(
      (socket, opus) =>
        void broadcastFor(socket.signal).then((broadcast) => serve(socket, opus, broadcast), socket.fail),
    )
  }
  /** Closes a room when the person who opened it loses access. Visitors have nothing that could be revoked. */
  function closeOnRevocation({ userId, sessionId, tokenId, page }: Room, serve: SocketReply): SocketReply {
    if (page === 'visitor') return serve
    const holder = { userId, ...(sessionId && { sessionId }), ...(tokenId && { token: { id: tokenId } }) }
    return (socket) => {
      const stop = deps.onRevoked(holder, () => socket.close(GOING_AWAY))
      socket.signal.addEventListener('abort', stop, { once: true })
      serve(socket)
    }
  }
  /** Pictures are stored for the account that owns the conversation of the bot. */
  const sightOf = ({ config, spaceId }: RunnableBot, userId: string): Sight => ({
    async blindModel() {
      // Agents and chatflows choose models of their own.
      if (config.bot_mode !== BotMode.single) return undefined
      const { name, capabilities } = await deps.models.resolve(config.model_info.model_id, spaceId)
      return capabilities.vision ? undefined : name
    },
    keep: async (bytes, name) => (await deps.uploads.store({ userId, scene: 'image', name, bytes })).key,
  })
  const chatDefaults = () => defaultsOf<ChatSettings>('chat', { event_type: 'chat.update' })
  async function chatOf(
    who: Pick<Room, 'botId' | 'userId' | 'tokenId' | 'connectorId' | 'locale' | 'page'>,
    ctx: Ctx,
    defaults: ChatSettings,
    { mayUseDialogue = false, isPodcast = false, isSeeing = false }: CallRules,
  ): Promise<SocketReply> {
    const bot = await botOf(who)
    const spaceIds = [bot.spaceId]
    const chosen = bot.config.voices_info.i18n_lang_voice_str
    const { botId, userId, tokenId, connectorId, page, locale = ctx.locale } = who
    const sharesConversations = page === undefined
    const caller = { botId, userId, tokenId, connectorId, endUser: '', sharesConversations, locale }
    const turns = page === 'draft' ? { run: chats.preview, submit: chats.submit } : chats
    const dialogueModels = (sound: SpokenSound, { output_audio: { voice_id: asked } }: ChatSettings) => {
      const voice = asked || chooseVoice(chosen, sound.words)
      return deps.dialogues.forQuestion(bot.spaceId, sound, voice.slice(voice.indexOf(':') + 1))
    }
    const transcribeFallback = (sound: Sound, signal: AbortSignal) => deps.dialogues.hear(bot.spaceId, sound, signal)
    return withOpus((socket, opus) =>
      serveChat(page === 'visitor' ? forVisitors(socket) : socket, {
        chats: turns,
        conversations,
        reader,
        caller,
        transcriber: createTranscriber({
          voices,
          spaceIds,
          likely: who.locale,
          opus,
          ...(mayUseDialogue && { transcribeFallback }),
        }),
        synthesiserWith: (settings) =>
          createSynthesiser({ voices, spaceIds, chosen, audio: () => settings().output_audio }),
        speakersWith: (settings) =>
          createSpeakers({ prints: deps.prints, userId, config: () => settings().voice_print_config }),
        ...(mayUseDialogue && { dialogueModels }),
        ...(isSeeing && { sight: sightOf(bot, caller.userId) }),
        isPodcast,
        prologue: bot.config.onboarding_info.prologue,
        defaults,
        isPage: page !== undefined,
        fixed: fixedOn(page, defaults),
        now: clock.now,
      }),
    )
  }
  /** Serves a room, whatever the transport. */
  async function serveRoom(
    input: { room_id: string; token: string },
    ctx: Ctx,
    carried: <T extends Pick<ChatSettings, 'input_audio' | 'output_audio'>>(settings: T) => T,
  ): Promise<SocketReply> {
    const room = deps.rooms.enter(input.room_id, input.token)
    // The account may have lost access to the bot. Visitors use the published bot, no matter who owns it now.
    const action = room.page === 'draft' ? 'testRunWorkflow' : 'view'
    const may = room.page === 'visitor' || (await ctx.access.canUser(room.userId, 'bot', room.botId, action))
    if (!may) throw errors.notFound({ what: 'bot' })
    const { config } = room
    if (config.room_mode === 'translate') {
      const { id, botId } = room
      const broadcastFor = (signal: AbortSignal) => deps.lives.open({ id, botId }, config.translate_config!, signal)
      const spaceIds = [(await botOf(room)).spaceId]
      return closeOnRevocation(room, await interpretationOf(spaceIds, config, { broadcastFor, carried }))
    }
    const settings = chatDefaults()
    const call = carried({
      ...settings,
      chat_config: { ...settings.chat_config, user_id: room.uid, conversation_id: room.conversationId },
      output_audio: { ...settings.output_audio, voice_id: room.voiceId },
      turn_detection: {
        ...settings.turn_detection,
        type: config.turn_detection.type === 'server_vad' ? ('server_vad' as const) : ('client_interrupt' as const),
      },
      need_play_prologue: config.prologue_content !== '',
      prologue_content: config.prologue_content,
    })
    const serve = await chatOf(room, ctx, call, {
      mayUseDialogue: config.room_mode === 's2s',
      isPodcast: config.room_mode === 'podcast',
      isSeeing: config.video_config !== undefined,
    })
    return closeOnRevocation(room, config.room_mode === 'podcast' ? withTimeLimit(PODCAST_MS, serve) : serve)
  }
  return {
    speech: async (input, ctx) => {
      const parts = await partsOf(input, ctx)
      const { output_audio: defaults } = defaultsOf<{ output_audio: OutputAudio }>('speech', {
        event_type: 'speech.update',
      })
      return (socket) =>
        serveSpeech({ socket, defaults, synthesiserWith: (audio) => createSynthesiser({ voices, ...parts, audio }) })
    },
    transcriptions: async (input, ctx) => {
      const { spaceIds } = await partsOf(input, ctx)
      const { input_audio: defaults } = defaultsOf<{ input_audio: InputAudio }>('transcriptions', {
        event_type: 'transcriptions.update',
        data: {},
      })
      return withOpus((socket, opus) =>
        serveTranscription({ socket, defaults, transcriber: createTranscriber({ voices, spaceIds, opus }) }),
      )
    },
    interpretation: async (_, ctx) => interpretationOf(await deps.reached(ctx)),
    createRoom: async (input, ctx) => {
      const connectorId = input.connector_id ?? ConnectorId.api
      await deps.published(input.bot_id, connectorId)
      const uid = input.uid || ctx.userId
      const room = deps.rooms.create({
        botId: input.bot_id,
        userId: ctx.userId,
        tokenId: ctx.actor?.token?.id,
        connectorId,
        uid,
        conversationId: input.conversation_id,
        voiceId: input.voice_id,
        config: input.config,
      })
      return { ...room, uid, app_id: APP }
    },
    callDraft: async (input, ctx) => {
      // The room is bound to this bot and this person.
      const place = {
        botId: input.bot_id,
        userId: ctx.userId,
        connectorId: DEBUG_CONNECTOR,
        scene: PREVIEW,
        isDraft: true,
      }
      await conversations.open(place, input.conversation_id)
      const room = deps.rooms.createForPage('draft', {
        botId: input.bot_id,
        userId: ctx.userId,
        sessionId: ctx.actor?.sessionId,
        connectorId: DEBUG_CONNECTOR,
        uid: ctx.userId,
        conversationId: input.conversation_id,
        locale: ctx.locale,
      })
      const { rows } = await deps.prints.groups({ userId: ctx.userId, name: '' }, { from: 0, size: GROUPS })
      const known = rows.filter(({ features }) => features > 0).map(({ id, name }) => ({ id, name }))
      return { ...room, voiceprint_groups: known }
    },
    joinRoom: (input, ctx) => serveRoom(input, ctx, (settings) => settings),
    offerToRoom: async ({ sdp, ...input }, ctx) => {
      deps.lines.requireOpen()
      const serve = await serveRoom(input, ctx, asMedia)
      return { sdp: await deps.lines.answer(input.room_id, sdp, serve, ctx) }
    },
    live: async (input, ctx) => {
      const found = await deps.lives.find(input.live_id)
      const isOpen = found && (await ctx.access.can(ctx.actor!, 'bot', found.botId, 'view'))
      if (!isOpen) throw realtimeErrors.liveOver()
      const names = { origin: found.source, translation: found.target }
      const stream_infos = liveTypes.map((live_type) => ({
        stream_id: deps.lives.streamId(found.id, live_type),
        name: languageName(names[live_type], ctx.locale),
        live_type,
      }))
      return { app_id: APP, stream_infos }
    },
    listen: async (input, ctx) => {
      const { sound, type } = await deps.lives.listen(input.live_id, input.stream_id, input.format, ctx.signal)
      const headers = { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
      return new Response(sound, { headers })
    },
    chat: (input, ctx) => {
      const caller = {
        botId: input.bot_id,
        userId: ctx.userId,
        connectorId: ConnectorId.api,
        tokenId: ctx.actor?.token?.id,
      }
      const mayUseDialogue = new URL(ctx.request.url).pathname.endsWith('/s2s_chat')
      return chatOf(caller, ctx, chatDefaults(), { mayUseDialogue, isSeeing: true })
    },
  }
}
