import { createOptimiseRepo } from '#domains/loop/prompt-optimise/prompt-optimise.repo.ts'
import { createOptimiseService } from '#domains/loop/prompt-optimise/optimise.service.ts'
import { optimiseRoutes } from '#domains/loop/prompt-optimise/optimise.routes.ts'
import { createGuardService } from '#domains/loop/prompt-release/guard.service.ts'
import { promptGateRoutes } from '#domains/loop/prompt-release/gate.routes.ts'
import { larkRoutes } from '#domains/loop/prompt-release/lark.routes.ts'
import type { LarkService } from '#domains/loop/prompt-release/lark.service.ts'
import { promptMemberRoutes } from '#domains/loop/prompt-release/members.routes.ts'
import { createReleaseNotices } from '#domains/loop/prompt-release/release-notices.ts'
import { assistRoutes } from '#domains/loop/prompt-run/assist.routes.ts'
import { createAssistService } from '#domains/loop/prompt-run/assist.service.ts'
import { SESSION_COOKIE } from '#domains/ground/passport/shared/session-cookie.ts'
import { releaseTaskRoutes } from '#domains/loop/prompt-release/prompt-release.routes.ts'
import { createReleaseGate } from '#domains/loop/prompt-release/release-gate.ts'
import { createSharing } from '#domains/loop/prompt-release/sharing.ts'
import { promptSpaceRoutes } from '#domains/loop/prompt-release/space.routes.ts'
import { createTaskChecks } from '#domains/loop/prompt-release/task-checks.ts'
import { createTaskService } from '#domains/loop/prompt-release/task.service.ts'
import { createBatchRepo } from '#domains/loop/prompt-run/batch.repo.ts'
import { batchRoutes } from '#domains/loop/prompt-run/batch.routes.ts'
import { createBatchService } from '#domains/loop/prompt-run/batch.service.ts'
import { createDebugService } from '#domains/loop/prompt-run/debug.service.ts'
import { promptRunRoutes } from '#domains/loop/prompt-run/prompt-run.routes.ts'
import { createRunService } from '#domains/loop/prompt-run/run.service.ts'
import { usageRoutes } from '#domains/loop/prompt-run/usage.routes.ts'
import { createUsageService } from '#domains/loop/prompt-run/usage.service.ts'
import { variableSetRoutes } from '#domains/loop/prompt-run/variable-set.routes.ts'
import { createVariableSets } from '#domains/loop/prompt-run/variable-set.service.ts'
import { isSecret } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { createPeople } from '#domains/resources/prompt/shared/prompt-people.ts'
import { createApprovers } from '#domains/ground/space/shared/approvers.ts'
import type { Infra } from '#kit/infra.ts'
import { createRateLimiter } from '#kit/rate-limit.ts'
import type { Chat } from '../chat.ts'
import type { Ground } from '../ground.ts'
import type { HandlersOf } from '../ports.ts'
import type { Resources } from '../resources.ts'
import type { wireTraces } from './traces.ts'

interface Lower {
  ground: Ground
  chat: Chat
  resources: Pick<
    Resources,
    'mcpSets' | 'prompts' | 'promptDrafts' | 'promptReleases' | 'promptSegments' | 'promptServing' | 'toolsets'
  >
  judging: ReturnType<typeof wireTraces>['judging']
  lark: LarkService
}
/** Wires the prompts that are served, and releases in steps. */
export function wirePrompts(infra: Infra, { ground, chat, resources, judging, lark }: Lower) {
  const { newId, clock, jobs, log } = infra
  const { db } = infra.database
  const { prompts, promptDrafts: drafts, promptReleases: releases, promptSegments: segments } = resources
  const { models, spanQueue: spans } = chat
  const { egress, secrets } = infra
  const { publicUrl } = infra.config
  const { approversOf, decidedBy } = createApprovers(ground.spaces)
  const notices = createReleaseNotices({
    db,
    jobs,
    newId,
    clock,
    log,
    notices: ground.notices,
    egress,
    secrets,
    people: ground.passport,
    prompts,
    drafts,
    releases,
    lark,
    approversOf,
    isMember: async (userId, spaceId) => (await ground.spaces.membership(userId, spaceId)) !== undefined,
    publicUrl,
  })
  const { notify, wake } = notices
  const { audit } = ground
  const isDatasetOf = async (spaceId: string, id: string) => (await ground.resources.locate(id))?.spaceId === spaceId
  const runs = createRunService({ models, spans, clock, mcp: resources.mcpSets, plugins: resources.toolsets })
  const batches = createBatchService({
    db,
    repo: createBatchRepo(db, clock),
    jobs,
    newId,
    clock,
    log,
    runs,
    ...judging,
    async aboutPrompt(id) {
      const found = await prompts.find(id)
      return found && { key: found.prompt.key, isSecret: isSecret(found.prompt.securityLevel) }
    },
    onEnded: async () => guard.resumeAfterGate(),
  })
  const tasks = createTaskService({
    db,
    newId,
    clock,
    prompts,
    drafts,
    releases,
    check: createTaskChecks({ prompts, drafts, releases, models, mcp: resources.mcpSets }),
    gate: createReleaseGate({ prompts, drafts, segments, releases, batches, isDatasetOf }),
    audit,
    notify,
    wake,
  })
  const guard = createGuardService({ db, jobs, clock, log, queue: spans, prompts, tasks })
  ground.waiting.register(async (userId, most) => notices.waiting(userId, await decidedBy(userId), most))
  ground.access.registerPart('promptReleaseTask', async (id) => (await tasks.find(id))?.promptId)
  const optimiser = createOptimiseService({
    db,
    repo: createOptimiseRepo(db, clock),
    jobs,
    newId,
    clock,
    log,
    runs,
    ...judging,
    prompts,
    drafts,
    segments,
    batches,
    isDatasetOf,
  })
  ground.access.registerPart('promptOptimiseTask', async (id) => (await optimiser.find(id))?.promptId)
  const peopleOf = createPeople(ground.passport, ground.links)
  const sharing = createSharing(db)
  const usage = createUsageService({ db, clock })
  const handlers: HandlersOf<
    | 'promptAssist'
    | 'promptBatch'
    | 'promptGate'
    | 'promptLark'
    | 'promptMembers'
    | 'promptOptimise'
    | 'promptReleaseTask'
    | 'promptRun'
    | 'promptSpace'
    | 'promptUsage'
    | 'promptVariableSet'
  > = {
    promptAssist: assistRoutes({
      assist: createAssistService({ db, newId, clock, runs, models }),
      prompts,
      spaces: ground.spaces,
    }),
    promptGate: promptGateRoutes({ releases, evaluators: judging.evaluators }),
    promptLark: larkRoutes({ lark, tasks, publicUrl }),
    promptMembers: promptMemberRoutes({
      spaces: ground.spaces,
      sessions: ground.sessions,
      peopleOf,
      sharing,
      publicUrl,
      noCookie: `${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`,
    }),
    promptOptimise: optimiseRoutes({ optimiser, prompts }),
    promptBatch: batchRoutes({ batches, drafts, segments }),
    promptReleaseTask: releaseTaskRoutes({
      tasks,
      prompts,
      peopleOf,
      approversOf,
      notices,
    }),
    promptSpace: promptSpaceRoutes({
      spaces: ground.spaces,
      releases,
      peopleOf,
      sharing,
      modelsOf: models.list,
    }),
    promptUsage: usageRoutes({ usage, prompts }),
    promptVariableSet: variableSetRoutes({ sets: createVariableSets({ db, newId, clock }) }),
    promptRun: promptRunRoutes({
      runs,
      debug: createDebugService({ db, newId, clock }),
      prompts,
      drafts,
      segments,
      serving: resources.promptServing,
      limiter: createRateLimiter(clock),
      clock,
      plugins: resources.toolsets,
    }),
  }
  return {
    handlers,
    provides: { promptFollowers: usage.followers },
    services: { promptBatches: batches, promptNotices: notices, promptGuard: guard, promptOptimiser: optimiser },
    async start() {
      await batches.startWork()
      await notices.start()
      await guard.start()
      await optimiser.start()
    },
  }
}
