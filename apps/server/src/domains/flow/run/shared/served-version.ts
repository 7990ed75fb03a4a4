import { ConnectorId } from '@orrery/contract'
import type { Loaded } from '#domains/flow/workflow/plan.service.ts'
import { runErrors } from '../run.errors.ts'
import type { RunService } from '../run.service.ts'

interface PinnedVersion {
  id: string
  pins: Record<string, string>
}
export interface ServedVersionDeps {
  runs: Pick<RunService, 'published' | 'kept'>
  projectOf(workflowId: string): Promise<string | null>
  ports: {
    readonly appVersions: {
      find(projectId: string, connectorId: string): Promise<PinnedVersion | undefined>
      named(projectId: string, version: string): Promise<PinnedVersion | undefined>
    }
  }
}
export interface Served {
  loaded: Loaded
  /** The published version of its project. */
  app: { projectId: string; appVersion: string } | undefined
}

/**
 * Finds the version that triggers and batch runs use: the newest version of the workflow. Within a project, it is the
 * version that the project serves to programs, or the named version of the project.
 */
export function createServedVersions({ runs, projectOf, ports }: ServedVersionDeps) {
  return async (workflowId: string, projectVersion?: string): Promise<Served> => {
    const projectId = await projectOf(workflowId)
    if (projectVersion) {
      if (!projectId) throw runErrors.noProject()
      const named = await ports.appVersions.named(projectId, projectVersion)
      const kept = named?.pins[workflowId]
      if (!named || !kept) throw runErrors.noProjectVersion({ version: projectVersion })
      return { loaded: await runs.kept(workflowId, kept), app: { projectId, appVersion: named.id } }
    }
    const app = projectId ? await ports.appVersions.find(projectId, ConnectorId.api) : undefined
    const pin = app?.pins[workflowId]
    if (!projectId || !app || !pin) return { loaded: await runs.published(workflowId), app: undefined }
    return { loaded: await runs.kept(workflowId, pin), app: { projectId, appVersion: app.id } }
  }
}
export type ServedVersions = ReturnType<typeof createServedVersions>
