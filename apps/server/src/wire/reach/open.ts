import { createOpenConversations } from '#domains/reach/open/open-conversation.service.ts'
import { createOpenApps } from '#domains/reach/open/open-app.service.ts'
import { createChatAccounting } from '#domains/reach/open/chat-accounting.ts'
import { compatibleRoutes } from '#domains/reach/open/compatible.routes.ts'
import { openAppRoutes } from '#domains/reach/open/open-app.routes.ts'
import { openBotRoutes } from '#domains/reach/open/open-bot.routes.ts'
import { createOpenBotView } from '#domains/reach/open/open-bot.view.ts'
import { openChatRoutes } from '#domains/reach/open/open-chat.routes.ts'
import { createOpenChatService } from '#domains/reach/open/open-chat.service.ts'
import { openConversationRoutes } from '#domains/reach/open/open-conversation.routes.ts'
import { openFileRoutes } from '#domains/reach/open/open-file.routes.ts'
import { createMessageReader } from '#domains/reach/open/open-messages.ts'
import { createOpenRepo } from '#domains/reach/open/open.repo.ts'
import { usageRoutes } from '#domains/reach/open/usage.routes.ts'
import { createLives } from '#domains/reach/realtime/live.ts'
import { createLiveRepo } from '#domains/reach/realtime/live.repo.ts'
import { createInterpreter } from '#domains/reach/realtime/interpreter.ts'
import { createRoomLines } from '#domains/reach/realtime/room-lines.ts'
import { createRooms, type PageCall } from '#domains/reach/realtime/rooms.ts'
import { realtimeRoutes } from '#domains/reach/realtime/realtime.routes.ts'
import { createReachedSpaces } from '#domains/reach/voice/shared/reached-spaces.ts'
import { cloneRoutes } from '#domains/reach/voice/clone.routes.ts'
import { openVoiceRoutes } from '#domains/reach/voice/voice.routes.ts'
import { createOpenVoices } from '#domains/reach/voice/voice.service.ts'
import { voiceprintRoutes } from '#domains/reach/voiceprint/voiceprint.routes.ts'
import { createVoiceprintRepo } from '#domains/reach/voiceprint/voiceprint.repo.ts'
import { createVoiceprintService } from '#domains/reach/voiceprint/voiceprint.service.ts'
import { webhookRoutes } from '#domains/reach/webhook/webhook.routes.ts'
import { createWebhookService } from '#domains/reach/webhook/webhook.service.ts'
import type { Infra } from '#kit/infra.ts'
import { createRtcHost } from '#kit/rtc/rtc-host.ts'
import { rtcPlace } from '#kit/rtc/rtc-place.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { Library } from '../library.ts'
import type { Market } from '../market.ts'
import type { HandlersOf } from '../ports.ts'
import type { Meter } from '../reach.ts'
import type { Resources } from '../resources.ts'
import type { Studio } from '../studio.ts'

interface Services extends Meter {
  ground: Ground
  chat: Chat
  library: Library
  resources: Resources
  studio: Studio
  market: Market
}

/** Wires the public API of published bots and apps. */
export function wireOpen(infra: Infra, services: Services) {
  const { clock, egress, bus, log, newId, jobs, secrets } = infra
  const { publicUrl } = infra.config
  const { db } = infra.database
  const { audit, builtins, links, passport, resources, sessions, spaces, uploads } = services.ground
  const { clones, conversations, dialogues, models, textWriter, voices } = services.chat
  const { toolsets, variables } = services.resources
  const { bots, botHistory, botLists, botPorts, projectPublishing, publishing } = services.studio
  const { folders } = services.library
  const repo = createOpenRepo(db)
  const reader = createMessageReader({ uploads, egress })
  const { isChannel } = publishing
  const webhooks = createWebhookService({ db, bus, jobs, egress, secrets, audit, newId, clock, log })
  const chats = createOpenChatService({
    conversations,
    repo,
    clock,
    isChannel,
    versions: services.studio.botRules,
    ...createChatAccounting({ gate: services.openGate, webhooks }),
  })
  const linkOf = (key: string | null | undefined) => (key ? new URL(links.make(key), publicUrl).href : '')
  const findPlugin = (id: string, spaceId: string) => toolsets.forSpace(id, '', { spaceId, isDraft: false })
  const place = rtcPlace(infra.config)
  const rtc = place && createRtcHost(place, log)
  infra.onClose(async () => rtc?.close())
  const rooms = createRooms({ secrets, newId, clock, hasWebrtc: rtc !== undefined })
  const openVoices = createOpenVoices({ voices, clones })
  const reached = createReachedSpaces(spaces)
  const prints = createVoiceprintService({ repo: createVoiceprintRepo(db), audit, newId, clock })
  const handlers: HandlersOf<
    | 'clonedVoice'
    | 'openApp'
    | 'openBot'
    | 'openChat'
    | 'openCompatible'
    | 'openConversation'
    | 'openFile'
    | 'openUsage'
    | 'openRealtime'
    | 'openVoice'
    | 'voiceprint'
    | 'webhook'
  > = {
    openApp: openAppRoutes({
      apps: createOpenApps({ repo, folders }),
      resources,
      folders,
      publishing: projectPublishing,
      variables,
      market: services.market.market,
      linkOf,
    }),
    openBot: openBotRoutes({
      bots,
      publishing,
      history: botHistory,
      lists: botLists,
      resources,
      spaces,
      people: passport,
      uploads,
      view: createOpenBotView({ linkOf, resources, ports: botPorts, findPlugin }),
      linkOf,
      findPlugin,
      defaultIcon: (name) => builtins.forName('bot', name),
    }),
    openCompatible: compatibleRoutes({ chats, reader, publishing, spaces, lists: botLists, clock }),
    webhook: webhookRoutes(webhooks),
    openUsage: usageRoutes({
      ledger: services.openLedger,
      quotas: services.openQuotas,
      clock,
      namesOf: repo.names,
    }),
    openFile: openFileRoutes({ uploads, links, publicUrl }),
    openRealtime: realtimeRoutes({
      voices: openVoices,
      dialogues,
      reached,
      chats,
      conversations,
      reader,
      models,
      uploads,
      rooms,
      lines: createRoomLines(rtc),
      prints,
      onRevoked: sessions.onRevoked,
      lives: createLives({ repo: createLiveRepo(db), bus, secrets, clock, log }),
      interpreter: createInterpreter({ write: textWriter.write, models }),
      published: publishing.getPublished,
      draft: bots.getDraftForRun,
      clock,
    }),
    clonedVoice: cloneRoutes({ clones, voices: openVoices, reached, people: passport, links }),
    openVoice: openVoiceRoutes({ voices: openVoices, clones, reached, uploads, links, publicUrl }),
    voiceprint: voiceprintRoutes({ prints, people: passport, links, publicUrl }),
    openChat: openChatRoutes({ chats, conversations, reader }),
    openConversation: openConversationRoutes({
      conversations,
      open: createOpenConversations({ conversations, repo, reader }),
      reader,
      isChannel,
      press: services.resources.cardPresses,
    }),
  }
  return {
    handlers,
    services: { webhooks, openChats: chats, openMessages: reader },
    openCall: (call: PageCall) => rooms.createForPage('visitor', call),
    start: webhooks.start,
  }
}
