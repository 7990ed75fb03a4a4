import { createAgentService } from '#domains/chat/agent/agent.service.ts'
import type { SkillPorts } from '#domains/chat/agent/skill-ports.ts'
import { conversationErrors } from '#domains/chat/conversation/conversation.errors.ts'
import { createConversationRepo } from '#domains/chat/conversation/conversation.repo.ts'
import { conversationRoutes, DEBUG_CONNECTOR } from '#domains/chat/conversation/conversation.routes.ts'
import { createConversationService } from '#domains/chat/conversation/conversation.service.ts'
import { createLiveTurns } from '#domains/chat/conversation/live-turns.ts'
import { createMessageWriter } from '#domains/chat/conversation/message-writer.ts'
import { runTask } from '#domains/chat/conversation/task-run.ts'
import { createTurnLease } from '#domains/chat/conversation/turn-lease.ts'
import { createTurnRunner } from '#domains/chat/conversation/turn-runner.ts'
import { createTraceRepo } from '#domains/chat/trace/trace.repo.ts'
import { traceRoutes } from '#domains/chat/trace/trace.routes.ts'
import { createTraceService } from '#domains/chat/trace/trace.service.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { Infra } from '#kit/infra.ts'
import type { BotLife, Uploads } from '../studio/bot.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Models } from './model.ts'

/** Conversations with bots, the turns that answer in them, and their traces. */
export function wireChat(
  infra: Infra,
  { access, passport, links, uses }: Ground,
  { models, modelLimits }: Models,
  { uploads }: Uploads,
  { bots, publishing, taskPorts }: BotLife,
) {
  const { bus, clock, newId, log, egress } = infra
  const { db, pool } = infra.database
  const traces = createTraceService({ repo: createTraceRepo(db, pool), clock, newId, log, onTurn: uses.note })
  const repo = createConversationRepo(db, pool)
  const turns = createLiveTurns(bus)
  const writer = createMessageWriter(pool, log)
  const lease = createTurnLease({ repo, turns, traces, newId, clock, log })
  /** Later parts put their skills in here. */
  const skillPorts: SkillPorts = {}
  const agent = createAgentService({
    models,
    limits: modelLimits,
    ports: skillPorts,
    egress,
    clock,
    loadBot: (id, isDraft) => (isDraft ? bots.getDraftForRun(id) : publishing.getPublished(id)).catch(() => undefined),
    readFile: async (key) => (await uploads.read(key))?.bytes(),
  })
  const runner = createTurnRunner({ agent, traces, writer, repo, turns, newId, clock, log, lease })
  const conversations = createConversationService({
    repo,
    turns,
    runner,
    writer,
    traces,
    newId,
    clock,
    async loadBot(id, isDraft, connectorId) {
      if (isDraft) return bots.getDraftForRun(id)
      // The editor's preview is no channel: it shows the newest publication.
      return publishing.getPublished(id, connectorId === DEBUG_CONNECTOR ? undefined : connectorId).catch((cause) => {
        throw cause instanceof AppError && cause.status === 404 ? conversationErrors.notPublished() : cause
      })
    },
    async openFile({ key, name }, userId) {
      const found = await uploads.find(key, userId)
      // Somebody else's file and no file at all answer alike.
      if (!found) throw errors.notFound({ what: 'file' })
      return { key, name: found.name || name, contentType: found.contentType, url: links.make(key) }
    },
  })
  access.registerPart('conversation', conversations.botOf)
  access.registerPart('message', conversations.botOfMessage)
  access.registerPart('trace', traces.botOf)
  taskPorts.runTask = (request) => runTask(conversations, request)
  infra.onClose(async () => {
    lease.stop()
    await conversations.close()
    await traces.flush()
  })
  const handlers: HandlersOf<'conversation' | 'trace'> = {
    conversation: conversationRoutes(conversations),
    trace: traceRoutes({ traces, people: passport, links }),
  }
  return {
    handlers,
    services: { conversations, traces, agent, skillPorts, turnLease: lease },
    start: async () => lease.start(),
  }
}
