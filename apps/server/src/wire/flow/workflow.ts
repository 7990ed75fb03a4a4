import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import type { Ports } from '@orrery/engine'
import { createBigValues } from '#domains/flow/run/big-values.ts'
import { createCaseService } from '#domains/flow/run/case.service.ts'
import { createChatKeeper } from '#domains/flow/run/chat-log.ts'
import { createChatService } from '#domains/flow/run/chat.service.ts'
import { openRoutes } from '#domains/flow/run/open.routes.ts'
import { createCodePort } from '#domains/flow/run/ports/code-port.ts'
import { createConversationPort } from '#domains/flow/run/ports/conversation-port.ts'
import { durablePorts } from '#domains/flow/run/ports/durable-ports.ts'
import { createHttpPort } from '#domains/flow/run/ports/http-port.ts'
import { createImagePort } from '#domains/flow/run/ports/image-port.ts'
import { createModelPort } from '#domains/flow/run/ports/model-port.ts'
import { createWorkflowPort } from '#domains/flow/run/ports/workflow-port.ts'
import type { AppVersionPort } from '#domains/flow/run/run-types.ts'
import { jobRoutes } from '#domains/flow/run/job.routes.ts'
import { createJobService } from '#domains/flow/run/job.service.ts'
import { createRetentionService } from '#domains/flow/run/retention.service.ts'
import { createRunEventStream } from '#domains/flow/run/run-event-stream.ts'
import { createRunLoop } from '#domains/flow/run/run.loop.ts'
import { createRunRepo } from '#domains/flow/run/run.repo.ts'
import { runRoutes } from '#domains/flow/run/run.routes.ts'
import { createRunService } from '#domains/flow/run/run.service.ts'
import { createRunStore } from '#domains/flow/run/run.store.ts'
import { createRunMeter } from '#domains/flow/run/run-meter.ts'
import { createRunner, type Runner } from '#domains/flow/run/runner.ts'
import { createThreadService } from '#domains/flow/run/thread.service.ts'
import { createTriggerPort } from '#domains/flow/trigger/trigger-port.ts'
import { triggerRoutes } from '#domains/flow/trigger/trigger.routes.ts'
import { createTriggerService } from '#domains/flow/trigger/trigger.service.ts'
import { assistRoutes } from '#domains/flow/workflow/assist.routes.ts'
import { createBuildService } from '#domains/flow/workflow/build.service.ts'
import { createBundleService } from '#domains/flow/workflow/bundle.service.ts'
import { createChatRoleService } from '#domains/flow/workflow/chat-role.service.ts'
import { createCopilot } from '#domains/flow/workflow/copilot.service.ts'
import { createDependencyService } from '#domains/flow/workflow/dependency.service.ts'
import { createEnvironmentService } from '#domains/flow/workflow/environment.service.ts'
import { featureRoutes } from '#domains/flow/workflow/feature.routes.ts'
import { createFeatureService } from '#domains/flow/workflow/feature.service.ts'
import { legacyRoutes } from '#domains/flow/workflow/legacy.routes.ts'
import type { PluginInfo } from '#domains/flow/workflow/plugin-info.ts'
import { upkeepRoutes } from '#domains/flow/workflow/upkeep.routes.ts'
import { createUpkeepService } from '#domains/flow/workflow/upkeep.service.ts'
import { workflowErrors } from '#domains/flow/workflow/workflow.errors.ts'
import { editorRoutes } from '#domains/flow/workflow/editor.routes.ts'
import { createModelWriter } from '#domains/flow/workflow/model-writer.ts'
import { nodeTypes } from '#domains/flow/workflow/node-catalog.ts'
import { createProjectConversationService } from '#domains/flow/workflow/project-conversation.service.ts'
import { studioRoutes } from '#domains/flow/workflow/studio.routes.ts'
import { createPinService } from '#domains/flow/workflow/pin.service.ts'
import { createPlanService } from '#domains/flow/workflow/plan.service.ts'
import { createPresence } from '#domains/flow/workflow/presence.service.ts'
import { createPresenter } from '#domains/flow/workflow/present.ts'
import { versionRoutes } from '#domains/flow/workflow/version.routes.ts'
import { createVersionService } from '#domains/flow/workflow/version.service.ts'
import { createWorkflowRepo } from '#domains/flow/workflow/workflow.repo.ts'
import { workflowRoutes } from '#domains/flow/workflow/workflow.routes.ts'
import { createWorkflowService } from '#domains/flow/workflow/workflow.service.ts'
import { errors } from '#kit/errors.ts'
import type { Infra } from '#kit/infra.ts'
import type { BotLife, Uploads } from '../studio/bot.ts'
import type { Ground, HandlersOf } from '../ground.ts'
import type { Meter } from '../reach/meter.ts'
import type { Models } from '../chat/model.ts'

/** What other parts give to the nodes of a workflow. A node whose part is missing fails with a message that names both. */
export type WorkflowPorts = Pick<
  Ports,
  'knowledge' | 'database' | 'plugin' | 'conversation' | 'variables' | 'memory' | 'image' | 'scene'
>

/** Workflows, their versions, and their runs. */
export function wireWorkflows(
  infra: Infra,
  ground: Ground,
  { models }: Models,
  { pluginInfo, ...others }: WorkflowPorts & { pluginInfo?: PluginInfo },
  { uploads }: Uploads,
  { bots }: BotLife,
  { openGate }: Meter,
) {
  const { bus, clock, newId, blobs, log, config, jobs, secrets } = infra
  const { db, pool } = infra.database
  const { resources, spaces, passport, links, access, audit, tokens, collaborators } = ground
  /** The part of projects fills these in. */
  const appVersions: AppVersionPort = {}
  const spend = createRunMeter(openGate)
  const owner = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`

  const repo = createWorkflowRepo(db)
  const workflows = createWorkflowService({ repo, resources, bus, newId, clock })
  const versions = createVersionService({ repo, workflows, resources, bus, newId, clock })
  const plans = createPlanService({ repo, bus })
  const bundles = createBundleService({
    workflows,
    versions,
    knownNodeTypes: new Set(nodeTypes.map((nodeType) => nodeType.type)),
  })
  const dependencies = createDependencyService({ workflows, versions })
  const roles = createChatRoleService({ db, newId, clock })
  const present = createPresenter({ people: passport, links })
  const environments = createEnvironmentService({ repo, workflows, bus, clock })
  const features = createFeatureService({ db, bus, clock, audit })
  const requireFeature = async (name: string, spaceId: string) => {
    if (!(await features.has(name, spaceId))) throw workflowErrors.featureOff({ feature: name })
  }
  const pins = createPinService({ db, clock })
  const writer = createModelWriter(models)

  const big = createBigValues(blobs)
  const runRepo = createRunRepo({ db, pool })
  const keepDraft = async (workflowId: string, commitId: string) => {
    const { head, row } = await workflows.get(workflowId)
    if (row.commitId === commitId) await workflows.keepDraft(head, row)
  }
  const threads = createThreadService({ db, newId, clock })
  const projectConversations = createProjectConversationService({ db, workflows, newId, clock })
  const ports: Ports = {
    conversation: createConversationPort({ threads, templates: projectConversations }),
    image: createImagePort({ egress: infra.egress, models, uploads, links, publicUrl: config.publicUrl }),
    ...others,
    model: createModelPort({
      models,
      clock,
      onUse: (call, use) => runner.active.get(call.runId)?.recorder.use(call.path, use),
    }),
    code: createCodePort(infra.sandbox),
    http: createHttpPort(infra.egress),
    workflows: createWorkflowPort({ plans, keepDraft, pinsOf: async (id) => (await appVersions.pinsOf?.(id)) ?? {} }),
    newId,
  }
  const durable = durablePorts(ports, () => runner)
  const runner: Runner = createRunner({
    store: createRunStore({ pool }),
    plans,
    big,
    ports: durable,
    clock,
    log,
    owner,
    onTested: workflows.markTested,
    keepChat: createChatKeeper(threads),
    onEnd(active, outcome) {
      spend(active, outcome)
      ground.uses.note(active.loaded.workflowId)
    },
    newId,
  })
  const loop = createRunLoop({ repo: runRepo, runner, pool, log, owner, eachRound: () => triggers.fireDue() })
  const runs = createRunService({
    repo: runRepo,
    runner,
    plans,
    workflows,
    big,
    bus,
    newId,
    clock,
    owner,
    environmentOf: environments.commitOf,
    wake: loop.wake,
  })
  const chats = createChatService({ runs, threads, newId, findWaiting: runRepo.findWaiting })
  const cases = createCaseService({ db, runs, newId, clock })
  const tables = createJobService({
    db,
    pool,
    plans,
    runs,
    blobs,
    newId,
    clock,
    async readFile(key, userId) {
      await uploads.require(key, userId)
      const blob = await uploads.read(key)
      if (!blob) throw errors.notFound({ what: 'file' })
      return blob.bytes()
    },
  })
  const retention = createRetentionService({ db, pool, big, clock })
  const triggers = createTriggerService({
    db,
    pool,
    runs,
    isMember: async (userId, spaceId) => (await spaces.membership(userId, spaceId)) !== undefined,
    secrets,
    newId,
    clock,
    log,
  })
  // Ports are looked at when a node runs: this one is ready by then.
  durable.triggers = durablePorts({ triggers: createTriggerPort(triggers, resources.locate) }, () => runner).triggers!
  access.registerPart('run', runs.workflowOf)
  access.registerPart('workflowJob', tables.workflowOf)
  access.registerPart('trigger', async (id) => (await triggers.get(id))?.workflowId)

  const handlers: HandlersOf<
    | 'workflow'
    | 'workflowAssist'
    | 'workflowEditor'
    | 'workflowFeature'
    | 'workflowJob'
    | 'workflowLegacy'
    | 'workflowUpkeep'
    | 'workflowVersion'
    | 'workflowRun'
    | 'workflowOpen'
    | 'workflowStudio'
    | 'workflowTrigger'
  > = {
    workflow: workflowRoutes({ workflows, bundles, repo, spaces, present }),
    workflowVersion: versionRoutes({
      environments,
      workflows,
      versions,
      bundles,
      dependencies,
      contentOfRun: runs.contentOf,
      present,
    }),
    workflowStudio: studioRoutes({
      db,
      resources,
      plugins: pluginInfo,
      workflows,
      versions,
      roles,
      conversations: projectConversations,
      runs,
      present,
      links,
      requireFile: uploads.require,
    }),
    workflowTrigger: triggerRoutes({ triggers, runs, publicUrl: config.publicUrl, clock }),
    workflowEditor: editorRoutes({
      workflows,
      versions,
      presence: createPresence({ bus, clock }),
      pins,
      build: createBuildService({ writer }),
      requireFeature,
      runEvents: createRunEventStream(runs),
      runs,
      present,
      bus,
    }),
    workflowJob: jobRoutes({ jobs: tables, present, links, requireFeature }),
    workflowLegacy: legacyRoutes({ workflows, versions, bundles, runs, chats, present }),
    workflowFeature: featureRoutes({ features, spaces }),
    workflowUpkeep: upkeepRoutes({ workflows, environments, upkeep: createUpkeepService({ repo, bus }), present }),
    workflowAssist: assistRoutes({
      workflows,
      versions,
      repo,
      runs,
      copilot: createCopilot(writer),
      tokens,
      collaborators,
      spaces,
      async workflowsOfBot(botId) {
        const { config } = await bots.getDraftForRun(botId)
        return config.workflow_info_list.map((workflowInfo) => workflowInfo.workflow_id)
      },
      plugins: pluginInfo,
      present,
      clock,
    }),
    workflowRun: runRoutes({ runs, cases, chats, retention, p90: runRepo.p90, pins: pins.outputs }),
    workflowOpen: openRoutes({
      runs,
      workflows,
      repo,
      roles,
      present,
      publicUrl: config.publicUrl,
      newId,
      clock,
      chats,
      threads,
      appVersions,
      gate: openGate,
    }),
  }
  return {
    handlers,
    services: {
      workflows,
      workflowVersions: versions,
      workflowBundles: bundles,
      workflowPlans: plans,
      runs,
      runLoop: loop,
      triggers,
      runRetention: retention,
      workflowFeatures: features,
      workflowPorts: ports,
      appVersions,
    },
    async start() {
      loop.begin()
      await jobs.define('run-retention', async () => {
        await retention.clean()
        await triggers.forgetDeliveries()
      })
      await jobs.schedule('run-retention', 'hourly', '17 * * * *', {})
    },
  }
}
export type Workflows = ReturnType<typeof wireWorkflows>['services']
