import { isId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Plan, WorkflowPort } from '@orrery/engine'
import type { Loaded, PlanService } from '#domains/flow/workflow/plan.service.ts'
import type { AppVersionPort, RunContext } from '../run-types.ts'

export interface WorkflowPortDeps {
  plans: PlanService
  /** Keeps the state of a draft, so that a run that uses it can go on with it after the next save. */
  keepDraft(workflowId: string, commitId: string): Promise<void>
  ports: { readonly appVersions: Pick<AppVersionPort, 'pinsOf'> }
}

/** Workflows that call workflows: only those of the same space, and published runs only what was published. */
export function createWorkflowPort({ plans, keepDraft, ports }: WorkflowPortDeps): WorkflowPort {
  /** Without a version the newest one, or the one that belongs to the version of the project that is run. */
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
