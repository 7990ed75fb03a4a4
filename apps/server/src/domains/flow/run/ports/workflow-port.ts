import { isId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Plan, WorkflowPort } from '@orrery/engine'
import type { Loaded, PlanService } from '#domains/flow/workflow/plan.service.ts'
import type { AppVersionPort, RunContext } from '../run-types.ts'

export interface WorkflowPortDeps {
  plans: PlanService
  /** Stores a draft as a commit, so that a run that uses it can continue after the next save. */
  keepDraft(workflowId: string, commitId: string): Promise<void>
  ports: { readonly appVersions: Pick<AppVersionPort, 'pinsOf'> }
}

/**
 * The port of nodes that call workflows. Only workflows of the same space are found; published runs use published
 * versions only.
 */
export function createWorkflowPort({ plans, keepDraft, ports }: WorkflowPortDeps): WorkflowPort {
  /** Without a version: the one pinned by the project version of the run, else the newest. */
  async function published(workflowId: string, version: string, { appVersion }: RunContext) {
    const wanted = version || (appVersion && (await ports.appVersions.pinsOf(appVersion))[workflowId])
    return wanted ? plans.version(workflowId, wanted) : plans.newest(workflowId)
  }
  async function find(
    ref: { workflowId: string; version: string },
    context: RunContext,
    mode: string,
  ): Promise<Loaded | undefined> {
    const { workflowId, version } = ref
    if (!isId(workflowId)) return undefined
    const isDraft = version === '' && mode === 'debug'
    const loaded = isDraft
      ? await plans.draft(workflowId).catch((cause: { code?: number }) => {
          if (cause.code === ErrorCode.engine.notFound) return undefined
          throw cause
        })
      : await published(workflowId, version, context)
    if (loaded?.spaceId !== context.spaceId) return undefined
    if (isDraft) await keepDraft(workflowId, loaded.commitId)
    return loaded
  }
  return {
    async load(ref, call): Promise<Plan | undefined> {
      return (await find(ref, call.context as RunContext, call.mode))?.plan
    },
    async describe(ref, call) {
      const loaded = await find(ref, call.context as RunContext, call.mode)
      return { name: loaded?.name ?? '', description: loaded?.description ?? '' }
    },
  }
}
