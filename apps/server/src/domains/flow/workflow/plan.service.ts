import type { Plan } from '@orrery/engine'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import { compileAlone, compileCanvas } from './shared/compile-canvas.ts'
import { workflowErrors } from './workflow.errors.ts'
import type { WorkflowRepo } from './workflow.repo.ts'

/** A compiled workflow with everything that a run needs to know about it. */
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

/**
 * Caches compiled workflows by version. Every change of a workflow is published on the bus and evicts it in every
 * process.
 */
export function createPlanService({ repo, bus }: { repo: WorkflowRepo; bus: Bus }) {
  const load = async (id: string, which: string): Promise<Loaded | undefined> => {
    const content = await contentOf(id, which)
    if (!content) return undefined
    const { base, schema, name } = content
    return { ...base, plan: compileCanvas(schema, id, name) }
  }

  /** The canvas to compile, and the version name of its plan. */
  async function contentOf(id: string, which: string) {
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
      return { base: { ...base, commitId: row.commitId, version: '' }, schema: row.schema, name: row.commitId }
    const version = which === 'newest' ? row.version : which
    const kept = !version
      ? undefined
      : /^\d+$/.test(version)
        ? await repo.commit(id, version)
        : await repo.published(id, version)
    if (!kept) return undefined
    return {
      base: { ...base, flowMode: kept.flowMode, commitId: kept.id, version: kept.version },
      schema: kept.schema,
      // A commit without a version is named by its id, so that a run that resumes later finds exactly the same state.
      name: kept.version || kept.id,
    }
  }

  const { get } = createCache({ bus, topic: 'workflow', limit: 2000, load })
  return {
    /** The newest published version; undefined before the first publication. */
    newest: (id: string) => get(id, 'newest'),
    /** A published version, or a commit by its id. */
    version: (id: string, version: string) => get(id, version),
    /** One node of the draft or of a commit, compiled without the rest of the canvas. */
    async alone(id: string, which: string, nodeId: string): Promise<Loaded | undefined> {
      const content = await contentOf(id, which)
      if (!content) return undefined
      const { base, schema, name } = content
      return { ...base, plan: compileAlone(schema, id, name, nodeId) }
    },
    async draft(id: string): Promise<Loaded> {
      const loaded = await get(id, 'draft')
      if (!loaded) throw workflowErrors.notFound()
      return loaded
    },
  }
}
export type PlanService = ReturnType<typeof createPlanService>
