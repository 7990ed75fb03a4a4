import type { Plan } from '@orrery/engine'
import type { Bus } from '#kit/bus.ts'
import { compileCanvas } from './compile-canvas.ts'
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
const LIMIT = 2000

/** Compiled workflows by version. Whatever changes a workflow says so on the bus, and every process lets go of it. */
export function createPlanService({ repo, bus }: { repo: WorkflowRepo; bus: Bus }) {
  const cache = new Map<string, Map<string, Promise<Loaded | undefined>>>()
  bus.subscribe('workflow', (id) => void (id === '*' ? cache.clear() : cache.delete(id)))

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

  function get(id: string, which: string): Promise<Loaded | undefined> {
    const known = cache.get(id)?.get(which)
    if (known) return known
    if (cache.size >= LIMIT) cache.clear()
    const versions = cache.get(id) ?? new Map<string, Promise<Loaded | undefined>>()
    cache.set(id, versions)
    const loading = load(id, which)
    versions.set(which, loading)
    // What is missing or broken now may be there the next time.
    loading.then(
      (loaded) => loaded ?? versions.delete(which),
      () => versions.delete(which),
    )
    return loading
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
