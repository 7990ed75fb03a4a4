import { channelKinds } from '@orrery/contract/shared/channel-kinds'
import { createAccountState } from '#domains/reach/channel/account-state.ts'
import { createBuckets } from '#domains/reach/channel/buckets.ts'
import { createChannelNotices } from '#domains/reach/channel/channel-notices.ts'
import { createChannelPort } from '#domains/reach/channel/channel-port.ts'
import { createChannelRepo } from '#domains/reach/channel/channel.repo.ts'
import { channelRoutes, directEvents } from '#domains/reach/channel/channel.routes.ts'
import { createChannelService } from '#domains/reach/channel/channel.service.ts'
import { createCompose } from '#domains/reach/channel/compose.ts'
import { type Connections, createHolder } from '#domains/reach/channel/holder.ts'
import { createIntake } from '#domains/reach/channel/intake.ts'
import { createLaneWork } from '#domains/reach/channel/lane-work.ts'
import { createLaneRepo } from '#domains/reach/channel/lane.repo.ts'
import { createChannelLab } from '#domains/reach/channel/lab.service.ts'
import { createLanes } from '#domains/reach/channel/lanes.ts'
import { createNoteRepo } from '#domains/reach/channel/note.repo.ts'
import { createOutages } from '#domains/reach/channel/outages.ts'
import { createOutbox } from '#domains/reach/channel/outbox.ts'
import { createPlaces } from '#domains/reach/channel/places.ts'
import { createStreaming } from '#domains/reach/channel/streaming.ts'
import { createChannelTurns } from '#domains/reach/channel/turns.ts'
import { createVoiceNotes } from '#domains/reach/channel/voice-notes.ts'
import { welcomeOf } from '#domains/reach/channel/welcome.ts'
import type { OpenChatService } from '#domains/reach/open/open-chat.service.ts'
import { AppError } from '#kit/errors.ts'
import type { Infra } from '#kit/infra.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Studio } from '../studio.ts'

interface Services {
  ground: Ground
  chat: Chat
  studio: Studio
  openChats: OpenChatService
}

/** Wires published bots and chatflows on messengers. */
export function wireChannels(infra: Infra, { ground, chat, studio, openChats }: Services) {
  const { clock, log, newId, jobs, bus, secrets, egress, blobs } = infra
  const { db } = infra.database
  const { publicUrl } = infra.config
  const { publishing, projectPublishing } = studio
  const repo = createChannelRepo(db)
  // Events use a few connections of their own, whose prepared statements and caches stay warm.
  const lanes = createLaneRepo(db, infra.database.apart(4))
  const published = (resourceId: string, connectorId: string) =>
    publishing.getPublished(resourceId, connectorId).catch((cause: unknown) => {
      if (cause instanceof AppError && cause.status === 404) return undefined
      throw cause
    })
  const places = createPlaces({
    egress,
    notes: createNoteRepo(db, clock),
    secrets,
    clock,
    publicUrl,
    async greeting({ resourceId, connectorId }, locale) {
      const bot = await published(resourceId, connectorId)
      if (!bot) return ''
      const { text, questions } = welcomeOf(bot, locale)
      return [text, ...questions.map((question) => `· ${question}`)].join('\n')
    },
  })
  const notices = createChannelNotices({
    repo,
    notices: ground.notices,
    resources: ground.resources,
    people: ground.passport,
    mayView: (userId, id) => ground.access.canUser(userId, 'resource', id, 'view'),
    jobs,
    clock,
  })
  const state = createAccountState({ repo, notices, bus, clock, log })
  const outbox = createOutbox({
    lanes,
    buckets: createBuckets(clock),
    outages: createOutages(),
    clock,
    log,
    readFile: async (key) => {
      const file = await blobs.get(key)
      return file && Buffer.from(await file.bytes())
    },
    onRefused: (account, fault) => state.refused(account, fault),
    onTaken: (account) => state.taken(account),
    onBack: (account) => queue.retryNow(account.id),
  })
  const notes = createVoiceNotes({ voices: chat.voices, uploads: ground.uploads, links: ground.links, publicUrl, log })
  const turns = createChannelTurns({
    chats: openChats,
    conversations: chat.conversations,
    uploads: ground.uploads,
    lanes,
    notes,
    clock,
    log,
  })
  const step = createLaneWork({
    lanes,
    turns,
    streaming: createStreaming({ lanes, outbox, newId, clock, log }),
    finish: createCompose({ lanes, newId, clock, log, links: ground.links, publicUrl }),
    notes,
    clock,
    log,
    published,
  })
  const connections: Connections = new Map()
  const queue = createLanes({ lanes, outbox, step, places, connections, bus, jobs, clock, log })
  const intake = createIntake({ repo, lanes, queue, turns, places, bus, newId, clock, log })
  const holder = createHolder({
    db,
    repo,
    state,
    intake,
    places,
    connections,
    onLive: (accountId) => queue.retryNow(accountId),
    bus,
    jobs,
    clock,
    log,
  })
  const channels = createChannelService({
    repo,
    lanes,
    queue,
    holder,
    state,
    notices,
    places,
    audit: ground.audit,
    newId,
    clock,
    publicUrl,
    published,
    async onBound(resourceId, connectorId, isBound, userId) {
      const isBot = (await ground.resources.locate(resourceId))?.kind === 'bot'
      if (!isBot) return void (isBound || (await projectPublishing.unlist(resourceId, userId, connectorId)))
      if (isBound) await publishing.ready(resourceId, connectorId)
      else await publishing.release(resourceId, userId, connectorId)
    },
  })
  const port = createChannelPort(channels, ground.resources)
  for (const kind of channelKinds)
    publishing.register({
      ...kind,
      isReady: false,
      serve: ({ resourceId }) => channels.serve(resourceId, kind.id),
      account: port.accountOf(kind.id),
    })
  infra.onClose(async () => {
    holder.close()
    await queue.close()
  })
  const lab = createChannelLab({ conversations: chat.conversations, clock })
  const handlers: HandlersOf<'channel'> = { channel: channelRoutes(channels, intake, lab) }
  return {
    handlers,
    direct: directEvents(intake),
    lab,
    services: { channels, channelNotices: notices, channelLanes: queue, channelHolder: holder },
    port: { serve: channels.serve, states: port.states },
    async start() {
      await queue.start()
      await holder.start()
      await notices.start()
    },
  }
}
