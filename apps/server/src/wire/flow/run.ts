import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Ports } from '@orrery/engine'
import { createBigValues } from '#domains/flow/run/big-values.ts'
import { createCaseService } from '#domains/flow/run/case.service.ts'
import { createChatSaver } from '#domains/flow/run/chat-log.ts'
import { createChatService } from '#domains/flow/run/chat.service.ts'
import { createCodePort } from '#domains/flow/run/ports/code-port.ts'
import { createConversationPort } from '#domains/flow/run/ports/conversation-port.ts'
import { durablePorts } from '#domains/flow/run/ports/durable-ports.ts'
import { createHttpPort } from '#domains/flow/run/ports/http-port.ts'
import { createImagePort } from '#domains/flow/run/ports/image-port.ts'
import { watchedKnowledge } from '#domains/flow/run/ports/watched-knowledge.ts'
import { createModelPort, type ModelPortDeps } from '#domains/flow/run/ports/model-port.ts'
import { createWorkflowPort } from '#domains/flow/run/ports/workflow-port.ts'
import { createJobRepo } from '#domains/flow/run/job.repo.ts'
import { createJobService } from '#domains/flow/run/job.service.ts'
import { createRetentionService } from '#domains/flow/run/retention.service.ts'
import { createRunLoop } from '#domains/flow/run/run.loop.ts'
import { createRunRepo } from '#domains/flow/run/run.repo.ts'
import { createRunService } from '#domains/flow/run/run.service.ts'
import { createRunStore } from '#domains/flow/run/run.store.ts'
import { createActiveRuns } from '#domains/flow/run/active-run.ts'
import { isOver, runBatch } from '#domains/flow/run/run-trace.ts'
import { createRunMeter } from '#domains/flow/run/run-meter.ts'
import { createRunner } from '#domains/flow/run/runner.ts'
import { createRunWriter } from '#domains/flow/run/run-writer.ts'
import { createSentMessagesRepo } from '#domains/flow/run/sent-messages.repo.ts'
import { createSentMessagesWriter } from '#domains/flow/run/sent-messages-writer.ts'
import { createThreadService } from '#domains/flow/run/thread.service.ts'
import { createTriggerPort } from '#domains/flow/trigger/trigger-port.ts'
import { createDeliveryRepo } from '#domains/flow/trigger/delivery.repo.ts'
import { createForms } from '#domains/flow/trigger/form.service.ts'
import { createWebhooks } from '#domains/flow/trigger/webhook.service.ts'
import { createAgentWorkflows } from '#domains/flow/run/ports/agent-port.ts'
import { createServedVersions } from '#domains/flow/run/shared/served-version.ts'
import { createServedWorkflows } from '#domains/flow/run/served-workflows.ts'
import { createFiring } from '#domains/flow/trigger/firing.service.ts'
import type { Infra } from '#kit/infra.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { AppPorts } from '../ports.ts'
import type { Resources } from '../resources.ts'
import type { WorkflowServices } from './workflow.ts'

interface Services extends WorkflowServices {
  ground: Ground
  chat: Chat
  resources: Resources
}
type RunPorts = Pick<AppPorts, 'appVersions' | 'gate' | 'noteUse' | 'pageTools'>

/** Wires runs of workflows: ports of their nodes, workers that continue them, and triggers that start them. */
export function wireRuns(infra: Infra, services: Services, ports: RunPorts) {
  const { bus, clock, newId, blobs, log, jobs } = infra
  const { db, pool } = infra.database
  const { ground, triggers, workflows, workflowPlans: plans, environments } = services
  const { access, resources, spaces, uploads } = ground
  const owner = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`
  const big = createBigValues(blobs)
  const repo = createRunRepo({ db, pool })
  const active = createActiveRuns()
  const texts = createSentMessagesRepo(pool)
  const writer = createRunWriter({ store: createRunStore({ pool }), runs: active, big, clock, owner })
  const threads = createThreadService({ db, threads: services.chat.threads, newId, clock })
  const onModelCall: ModelPortDeps['onModelCall'] = (call, modelCall) => {
    const run = active.byId.get(call.runId)
    if (!run) return
    run.cost += modelCall.costIn + modelCall.costOut
    run.recorder.addModelCall(call.path, modelCall)
  }
  const nodePorts: Ports = {
    conversation: createConversationPort({ threads, templates: services.projectConversations }),
    image: createImagePort({
      egress: infra.egress,
      models: services.chat.models,
      uploads,
      links: ground.links,
      publicUrl: infra.config.publicUrl,
    }),
    ...services.resources.nodes,
    knowledge: watchedKnowledge(services.resources.nodes.knowledge, { clock, onModelCall }),
    model: createModelPort({
      models: services.chat.models,
      clock,
      onModelCall,
    }),
    code: createCodePort(infra.sandbox),
    http: createHttpPort(infra.egress),
    workflows: createWorkflowPort({ plans, keepDraft: workflows.keepDraftAt, ports }),
    triggers: createTriggerPort(triggers, resources.locate),
    page: {
      // Only published versions have pages that visitors look at while the chatflow runs.
      tools: ({ context, workflowId }) =>
        typeof context.appVersion === 'string' ? ports.pageTools(context.appVersion, workflowId) : [],
    },
    newId,
  }
  const spend = createRunMeter(ports)
  const runner = createRunner({
    runs: active,
    writer,
    texts: createSentMessagesWriter({ repo: texts, log }),
    plans,
    big,
    ports: durablePorts(nodePorts, active, writer),
    clock,
    log,
    onTested: workflows.markTested,
    saveChat: createChatSaver(threads),
    onEnd(run, outcome) {
      spend(run, outcome)
      if (isOver(outcome)) {
        const ended = { ...run, outcome, records: run.recorder.list(), endedAt: clock.now() }
        services.chat.spanQueue.offer(() => runBatch(ended))
      }
      ports.noteUse(run.loaded.workflowId)
    },
    newId,
  })
  const loop = createRunLoop({ repo, runs: active, runner, pool, log, owner, eachRound: () => firing.fireDue() })
  const runs = createRunService({
    repo,
    active,
    runner,
    writer,
    plans,
    workflows,
    big,
    texts,
    bus,
    newId,
    clock,
    owner,
    environmentOf: environments.commitOf,
    wake: loop.wake,
  })
  const served = createServedVersions({
    runs,
    projectOf: async (workflowId) => (await workflows.get(workflowId)).head.projectId,
    ports,
  })
  const deliveries = createDeliveryRepo({ db, pool })
  const firing = createFiring({
    db,
    pool,
    deliveries,
    triggers,
    runs,
    served,
    isMember: async (userId, spaceId) => (await spaces.membership(userId, spaceId)) !== undefined,
    newId,
    clock,
    log,
  })
  const forms = createForms({
    triggers,
    firing,
    deliveries,
    runs,
    served,
    uploads,
    links: ground.links,
    limiter: createRateLimiter(clock),
  })
  const chats = createChatService({ runs, threads, newId, findWaiting: repo.findWaiting })
  const tables = createJobService({
    repo: createJobRepo({ db, pool }),
    pool,
    plans,
    runs,
    blobs,
    newId,
    clock,
    uploads,
    served,
  })
  const retention = createRetentionService({ db, pool, big, clock })
  access.registerPart('run', runs.workflowOf)
  access.registerPart('workflowJob', tables.workflowOf)
  access.registerPart('trigger', async (id) => (await triggers.get(id))?.workflowId)
  const servedWorkflows = createServedWorkflows(runs)
  return {
    skills: { workflows: createAgentWorkflows({ plans, runs, ports }) },
    servedWorkflows,
    services: {
      runs,
      servedWorkflows,
      runRepo: repo,
      runLoop: loop,
      runChats: chats,
      runCases: createCaseService({ db, runs, newId, clock }),
      runJobs: tables,
      runThreads: threads,
      runRetention: retention,
      triggerFiring: firing,
      triggerForms: forms,
      triggerWebhooks: createWebhooks({ triggers, firing, runs, newId, clock }),
      workflowPorts: nodePorts,
    },
    async start() {
      loop.begin()
      await jobs.define('run-retention', async () => {
        await retention.clean()
        await firing.forgetDeliveries()
      })
      await jobs.schedule('run-retention', 'hourly', '17 * * * *', {})
    },
  }
}
export type RunServices = ReturnType<typeof wireRuns>['services']
