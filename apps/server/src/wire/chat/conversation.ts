import { createThreads } from '#domains/chat/conversation/threads.service.ts'
import { createAgentService } from '#domains/chat/agent/agent.service.ts'
import type { AgentDeps } from '#domains/chat/agent/turn-scope.ts'
import type { SkillPorts } from '#domains/chat/agent/shared/skill-ports.ts'
import { createBotLoader } from '#domains/chat/conversation/bot-loader.ts'
import { createConversationRepo } from '#domains/chat/conversation/conversation.repo.ts'
import { conversationRoutes } from '#domains/chat/conversation/conversation.routes.ts'
import { createConversationService } from '#domains/chat/conversation/conversation.service.ts'
import { createFileOpener } from '#domains/chat/conversation/open-file.ts'
import { createLiveTurns } from '#domains/chat/conversation/live-turns.ts'
import { createMessageWriter } from '#domains/chat/conversation/message-writer.ts'
import { createTurnLease } from '#domains/chat/conversation/turn-lease.ts'
import { createTurnRunner } from '#domains/chat/conversation/turn-runner.ts'
import type { ModelLimits } from '#domains/chat/model/model-limits.service.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import { createClickHouseValues } from '#domains/chat/span/apart/clickhouse-values.ts'
import { createMover } from '#domains/chat/span/apart/mover.service.ts'
import { createValueSource } from '#domains/chat/span/apart/value-source.ts'
import { createKeepService } from '#domains/chat/span/keep.service.ts'
import { createPartitions } from '#domains/chat/span/partitions.ts'
import { createOutboundRepo } from '#domains/chat/span/outbound/outbound.repo.ts'
import { createOutboundService } from '#domains/chat/span/outbound/outbound.service.ts'
import { createSpanCounters } from '#domains/chat/span/span-counters.service.ts'
import { createSpanQueue } from '#domains/chat/span/span-queue.service.ts'
import { createSpanRepo } from '#domains/chat/span/span.repo.ts'
import { createSpanStore } from '#domains/chat/span/span.service.ts'
import { createRunningSteps } from '#domains/chat/trace/running-steps.ts'
import { createTraceRepo } from '#domains/chat/trace/trace.repo.ts'
import { traceRoutes } from '#domains/chat/trace/trace.routes.ts'
import { createTraceService } from '#domains/chat/trace/trace.service.ts'
import { openClickHouse } from '#kit/clickhouse.ts'
import type { Infra } from '#kit/infra.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts, HandlersOf } from '../ports.ts'

interface Services {
  ground: Ground
  models: ModelService
  modelLimits: ModelLimits
}

/** Three connections that write spans, and one for the other queries of the store. */
const SPAN_CONNECTIONS = 4

/** Wires conversations with bots, the turns that answer in them, and their traces. */
export function wireConversations(
  infra: Infra,
  { ground, models, modelLimits }: Services,
  ports: Pick<AppPorts, 'bots' | 'comparisons' | 'noteUse'>,
  skills: SkillPorts,
) {
  const { bus, clock, newId, log, egress } = infra
  const { db, pool } = infra.database
  const { access, passport, links, uploads } = ground
  const spanKeep = createKeepService({ db })
  const spanCounters = createSpanCounters()
  const outboundRepo = createOutboundRepo(db, clock)
  const { secrets, jobs } = infra
  const spanOutbound = createOutboundService({ repo: outboundRepo, egress, secrets, jobs, clock, log })
  const apart = infra.config.clickhouseUrl
    ? createClickHouseValues(openClickHouse(infra.config.clickhouseUrl))
    : undefined
  const { spanBacklog: maxWaiting } = infra.config
  const spanMover = apart && createMover({ pool, store: apart, clock, log, ...(maxWaiting && { maxWaiting }) })
  const valueSource = apart && createValueSource({ store: apart, log })
  const spanPool = infra.database.apart(SPAN_CONNECTIONS)
  const spanStore = createSpanStore({
    repo: createSpanRepo(spanPool),
    partitions: createPartitions(spanPool),
    keepOf: spanKeep.of,
    masksOf: spanKeep.masksOf,
    outbound: spanOutbound,
    counters: spanCounters,
    mover: spanMover,
    clock,
    log,
  })
  const spanQueue = createSpanQueue({ store: spanStore, log })
  const runningSteps = createRunningSteps({ db, masksOf: spanKeep.masksOf, clock, log })
  const traces = createTraceService({
    steps: runningSteps,
    repo: createTraceRepo(db, valueSource),
    store: spanStore,
    queue: spanQueue,
    clock,
    newId,
    onTurn: (botId) => ports.noteUse(botId),
  })
  const repo = createConversationRepo(db, pool)
  const threads = createThreads({ db, newId, clock })
  const turns = createLiveTurns(bus)
  const writer = createMessageWriter(pool, log)
  const lease = createTurnLease({ repo, turns, traces, newId, clock, log })
  const loader = createBotLoader(ports)
  const agentDeps: AgentDeps = {
    models,
    limits: modelLimits,
    ports: skills,
    egress,
    clock,
    loadBot: loader.find,
    readFile: async (key) => (await uploads.read(key))?.bytes(),
  }
  const agent = createAgentService(agentDeps)
  const runner = createTurnRunner({ agent, traces, writer, repo, turns, newId, clock, log, lease })
  const conversations = createConversationService({
    repo,
    turns,
    runner,
    writer,
    traces,
    newId,
    clock,
    loadBot: loader.require,
    openFile: createFileOpener({ uploads, links }),
  })
  access.registerPart('conversation', conversations.botOf)
  access.registerPart('message', conversations.botOfMessage)
  access.registerPart('trace', traces.botOf)
  infra.onClose(async () => {
    lease.stop()
    spanOutbound.stop()
    await conversations.close()
    await traces.flush()
    runningSteps.stop()
    await spanMover?.stop()
  })
  const handlers: HandlersOf<'conversation' | 'trace'> = {
    conversation: conversationRoutes(conversations, ports),
    trace: traceRoutes({ traces, people: passport, links }),
  }
  return {
    handlers,
    services: {
      conversations,
      threads,
      traces,
      runningSteps,
      spanStore,
      spanMover,
      valueSource,
      spanCounters,
      spanQueue,
      spanKeep,
      spanOutbound,
      agent,
      /** Creates an agent service with other models and skills. */
      agentWith: (other: Pick<AgentDeps, 'models' | 'ports'>) => createAgentService({ ...agentDeps, ...other }),
      turnLease: lease,
    },
    async start() {
      lease.start()
      await spanOutbound.start()
      await spanMover?.start()
      await infra.jobs.define('span-retention', async () => {
        await spanStore.dropOld()
        await runningSteps.dropOld()
      })
      await infra.jobs.schedule('span-retention', 'daily', '23 1 * * *', {})
    },
  }
}
