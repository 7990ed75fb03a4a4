import { SpaceRole } from '@orrery/contract'
import { releaseTaskRoutes } from '#domains/loop/prompt-release/prompt-release.routes.ts'
import { createSharing } from '#domains/loop/prompt-release/sharing.ts'
import { promptSpaceRoutes } from '#domains/loop/prompt-release/space.routes.ts'
import { createTaskService } from '#domains/loop/prompt-release/task.service.ts'
import { createBatchRepo } from '#domains/loop/prompt-run/batch.repo.ts'
import { batchRoutes } from '#domains/loop/prompt-run/batch.routes.ts'
import { createBatchService } from '#domains/loop/prompt-run/batch.service.ts'
import { createDebugService } from '#domains/loop/prompt-run/debug.service.ts'
import { promptRunRoutes } from '#domains/loop/prompt-run/prompt-run.routes.ts'
import { createRunService } from '#domains/loop/prompt-run/run.service.ts'
import { isSecret } from '#domains/resources/prompt/shared/prompt-detail.ts'
import { createPeople } from '#domains/resources/prompt/shared/prompt-people.ts'
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
  resources: Pick<Resources, 'prompts' | 'promptDrafts' | 'promptReleases' | 'promptSegments' | 'promptServing'>
  judging: ReturnType<typeof wireTraces>['judging']
}
/** Approvers of a space that are listed. */
const MOST_APPROVERS = 100

/** Prompts as they run, and releases in steps. */
export function wirePrompts(infra: Infra, { ground, chat, resources, judging }: Lower) {
  const { newId, clock, jobs, log } = infra
  const { db } = infra.database
  const { prompts, promptDrafts: drafts, promptReleases: releases, promptSegments: segments } = resources
  const { models, spanQueue: spans } = chat
  const tasks = createTaskService({ db, newId, clock, prompts, drafts, releases, models, audit: ground.audit })
  ground.access.registerPart('promptReleaseTask', async (id) => (await tasks.find(id))?.promptId)
  async function approversOf(spaceId: string): Promise<string[]> {
    const roles = [SpaceRole.owner, SpaceRole.admin]
    const pages = roles.map((role) => ground.spaces.members(spaceId, { role, page: 1, size: MOST_APPROVERS }))
    return (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ member }) => member.userId))
  }
  const runs = createRunService({ models, spans, clock })
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
  })
  const peopleOf = createPeople(ground.passport, ground.links)
  const handlers: HandlersOf<'promptBatch' | 'promptReleaseTask' | 'promptRun' | 'promptSpace'> = {
    promptBatch: batchRoutes({ batches, drafts, segments }),
    promptReleaseTask: releaseTaskRoutes({
      tasks,
      prompts,
      peopleOf,
      approversOf,
    }),
    promptSpace: promptSpaceRoutes({
      spaces: ground.spaces,
      releases,
      peopleOf,
      sharing: createSharing(db),
      modelsOf: models.list,
    }),
    promptRun: promptRunRoutes({
      runs,
      debug: createDebugService({ db, newId, clock }),
      prompts,
      drafts,
      segments,
      serving: resources.promptServing,
      limiter: createRateLimiter(clock),
      clock,
    }),
  }
  return { handlers, services: { promptBatches: batches }, start: batches.startWork }
}
