import type { Plan } from '@orrery/engine'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import { compileCanvas } from './shared/compile-canvas.ts'
import { workflowErrors } from './workflow.errors.ts'
import type { WorkflowRepo } from './workflow.repo.ts'

/** A compiled workflow with what a run of it has to know. */
export interface Loaded {
  plan: Plan
  workflowId: string
  spaceId: string
  projectId: string | null
  ownerId: string
  name: string
  description: string
  flowMode: number
  commitId: string
  /** Empty for a draft. */
  version: string
}

/** Compiled workflows by version. Every change of a workflow is published on the bus and drops it in every process. */
export function createPlanService({ repo, bus }: { repo: WorkflowRepo; bus: Bus }) {
  const { get } = createCache({ bus, topic: 'workflow', limit: 2000, load })

  async function load(id: string, which: string): Promise<Loaded | undefined> {
    const found = await repo.get(id)
    if (!found) return undefined
    const { head, row } = found
    const base = {
      workflowId: id,
      spaceId: head.spaceId,
      projectId: head.projectId,
      ownerId: head.ownerId,
      name: head.name,
      description: head.description,
      flowMode: row.flowMode,
    }
    if (which === 'draft')
      return { ...base, plan: compileCanvas(row.schema, id, row.commitId), commitId: row.commitId, version: '' }
    const version = which === 'newest' ? row.version : which
    const kept = !version
      ? undefined
      : /^\d+$/.test(version)
        ? await repo.commit(id, version)
        : await repo.published(id, version)
    if (!kept) return undefined
    return {
      ...base,
      flowMode: kept.flowMode,
      // A state without a version goes by its commit: a run that comes back later finds the very same.
      plan: compileCanvas(kept.schema, id, kept.version || kept.id),
      commitId: kept.id,
      version: kept.version,
    }
  }

  return {
    /** The newest published version, undefined before the first. */
    newest: (id: string) => get(id, 'newest'),
    /** A published version, or a state that was kept under its commit id. */
    version: (id: string, version: string) => get(id, version),
    async draft(id: string): Promise<Loaded> {
      const loaded = await get(id, 'draft')
      if (!loaded) throw workflowErrors.notFound()
      return loaded
    },
  }
}
export type PlanService = ReturnType<typeof createPlanService>
