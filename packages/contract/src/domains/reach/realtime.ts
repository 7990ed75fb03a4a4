import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone } from '#shared/fields.ts'
import { connectorId } from './open/shapes.ts'
import { chatFrames, interpretationFrames, roomFrames, speechFrames, transcriptionFrames } from './realtime/frames.ts'

/** The resource whose providers and voice are used; by default the providers of the caller's own spaces. */
const entity = () => z.object({ entity_type: z.enum(['', 'bot', 'workflow']).default(''), entity_id: idOrNone() })
const limit = { by: 'user', max: 60, seconds: 60 } as const

const language = () =>
  z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/, 'must be the code of a language, such as en or zh')
const roomConfig = () =>
  z.object({
    room_mode: z.enum(['default', 's2s', 'podcast', 'translate']).default('default'),
    /** The opening words; for a podcast, its topic. */
    prologue_content: z.string().max(4000).default(''),
    turn_detection: z
      .object({ type: z.enum(['server_vad', 'client_vad', 'client_interrupt']).default('server_vad') })
      .prefault({}),
    translate_config: z.object({ from: language(), to: language() }).optional(),
    /** Allows pictures from the camera or the screen. */
    video_config: z.object({ stream_video_type: z.enum(['main', 'screen']).default('main') }).optional(),
  })
export type RoomConfig = z.output<ReturnType<typeof roomConfig>>

/** Speech over WebSockets, in the protocol of the official client. */
export const openRealtime = {
  speech: op('GET /v1/audio/speech', {
    summary: 'Convert text to speech while it is being written (WebSocket)',
    summaryZh: '流式语音合成（WebSocket）',
    scope: 'Audio.createSpeech',
    reply: 'socket',
    limit,
    input: entity,
    frames: speechFrames,
  }),
  transcriptions: op('GET /v1/audio/transcriptions', {
    summary: 'Convert speech to text while it is being spoken (WebSocket)',
    summaryZh: '流式语音识别（WebSocket）',
    scope: 'Audio.createTranscription',
    reply: 'socket',
    limit,
    input: entity,
    frames: transcriptionFrames,
  }),
  interpretation: op('GET /v1/audio/simult_interpretation', {
    summary: 'Interpret speech into another language while it is being spoken (WebSocket)',
    summaryZh: '同声传译（WebSocket）',
    scope: 'Audio.createInterpretation',
    reply: 'socket',
    limit,
    frames: interpretationFrames,
  }),
  createRoom: op('POST /v1/audio/rooms', {
    summary: 'Create a room to talk with a bot or to have speech interpreted',
    summaryZh: '创建语音房间，用于与智能体通话或同声传译',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    scope: 'Audio.createRoom',
    input: () =>
      z.object({
        bot_id: id(),
        connector_id: connectorId,
        conversation_id: idOrNone(),
        voice_id: z.string().max(300).default(''),
        uid: z.string().max(128).default(''),
        workflow_id: z.string().max(0, 'rooms belong to bots: leave this out').optional(),
        config: roomConfig()
          .refine(({ room_mode: mode, translate_config: config }) => mode !== 'translate' || config, {
            path: ['translate_config'],
            error: 'is required to translate: say from which language into which',
          })
          .prefault({}),
      }),
    output: () => z.object({ token: z.string(), uid: z.string(), room_id: z.string(), app_id: z.string() }),
  }),
  callDraft: op('POST /api/bot/call', {
    summary: 'Open a voice call with the draft of a bot, in a conversation of the preview',
    summaryZh: '在预览会话中与智能体草稿发起语音通话',
    access: { on: 'bot', id: 'bot_id', can: 'testRunWorkflow' },
    limit,
    input: () => z.object({ bot_id: id(), conversation_id: id() }),
    output: () =>
      z.object({
        room_id: z.string(),
        token: z.string(),
        /** Whether the room can also be joined by WebRTC. */
        has_webrtc: z.boolean(),
        /** The caller's voiceprint groups, whose people can be recognised in the call. */
        voiceprint_groups: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
  }),
  joinRoom: op('GET /v1/audio/rooms/{room_id}/join', {
    summary: 'Enter a room with the token that was given for it (WebSocket)',
    summaryZh: '凭房间令牌进入语音房间（WebSocket）',
    access: 'public',
    reply: 'socket',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () => z.object({ token: z.string().min(1).max(20_000), room_id: id() }),
    frames: roomFrames,
  }),
  offerToRoom: op('POST /v1/audio/rooms/{room_id}/join', {
    summary: 'Enter a room with the token that was given for it, by WebRTC: an SDP offer is answered',
    summaryZh: '凭房间令牌以 WebRTC 方式进入语音房间：提交 SDP offer，返回 answer',
    access: 'public',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () =>
      z.object({
        token: z.string().min(1).max(20_000),
        /** An offer with audio and a data channel, bundled on one port. */
        sdp: z.string().min(1).max(16_000),
        room_id: id(),
      }),
    output: () => z.object({ sdp: z.string() }),
  }),
  live: op('GET /v1/audio/live/{live_id}', {
    summary: 'Get the streams of a room that is being interpreted, to listen to it',
    summaryZh: '获取同声传译房间的收听信息',
    scope: 'Audio.listenLive',
    input: () => z.object({ live_id: id() }),
    output: () =>
      z.object({
        app_id: z.string(),
        stream_infos: z.array(
          z.object({ stream_id: z.string(), name: z.string(), live_type: z.enum(['origin', 'translation']) }),
        ),
      }),
  }),
  listen: op('GET /v1/audio/live/{live_id}/streams/{stream_id}', {
    summary: 'Listen to a stream while it lasts, as Ogg Opus or WAV without end',
    summaryZh: '收听音频流，返回持续输出的 Ogg Opus 或 WAV',
    access: 'public',
    reply: 'raw',
    limit: { by: 'address', max: 60, seconds: 60 },
    input: () =>
      z.object({
        live_id: id(),
        stream_id: z.string().min(1).max(2000),
        format: z.enum(['ogg_opus', 'wav']).default('ogg_opus'),
      }),
  }),
  chat: op(['GET /v1/chat', 'GET /v1/audio/s2s_chat'], {
    summary: 'Talk with a published bot by voice or text (WebSocket)',
    summaryZh: '与已发布的智能体语音或文字对话（WebSocket）',
    access: { on: 'bot', id: 'bot_id', can: 'view' },
    scope: 'Bot.chat',
    reply: 'socket',
    limit,
    input: () =>
      z.object({
        bot_id: id(),
        workflow_id: z
          .string()
          .max(0, 'calls of single chatflows are not supported: publish a bot that uses it, and leave this out')
          .optional(),
      }),
    frames: chatFrames,
  }),
}
