import { PublishRecordStatus } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Locale } from '#kit/errors.ts'
import { listProjectChanges } from './list-changes.ts'
import type { VersionRow } from './project.table.ts'
import type { ProjectPublishing } from './publish.service.ts'
import type { ProjectVersions } from './version.service.ts'

interface ChangesDeps {
  publishing: Pick<ProjectPublishing, 'served' | 'records' | 'version'>
  versions: Pick<ProjectVersions, 'pack'>
  bus: Bus
}
interface EditedProject {
  id: string
  editedAt: number
}

/** Unpublished changes of a project. Its card, editor and publish page all use this. */
export function createProjectChanges({ publishing, versions, bus }: ChangesDeps) {
  const newestOf = (ids: readonly string[]) => ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1))[0]
  /** The newest version that a channel serves or, without one, the last publication. */
  async function baseOf(projectId: string): Promise<VersionRow | undefined> {
    const served = await publishing.served([projectId])
    const live = newestOf(served.map(({ connector }) => connector.versionId))
    const done = (await publishing.records(projectId)).filter((row) => row.status === PublishRecordStatus.publishDone)
    return done.find((row) => row.id === live) ?? done[0]
  }
  /** Whether there are changes, cached by project, version, time of the last edit, and person. */
  const known = createCache<boolean>({
    bus,
    limit: 2000,
    load: async (projectId, variant) => {
      const [versionId = '', , userId = ''] = variant.split(' ')
      const version = await publishing.version(versionId)
      return listProjectChanges(version?.items ?? [], await versions.pack(projectId, userId), 'en').length > 0
    },
  })
  return {
    async list(projectId: string, userId: string, locale: Locale) {
      const since = await baseOf(projectId)
      const changes = since ? listProjectChanges(since.items ?? [], await versions.pack(projectId, userId), locale) : []
      return { since: since?.version ?? '', changes }
    },
    /** Ids of published projects whose draft differs from the served version. */
    async changed(projects: readonly EditedProject[], userId: string): Promise<ReadonlySet<string>> {
      const served = await publishing.served(projects.map(({ id }) => id))
      const live = Map.groupBy(served, ({ connector }) => connector.projectId)
      const found = await Promise.all(
        projects.map(async ({ id, editedAt }) => {
          const rows = live.get(id) ?? []
          const versionId = newestOf(rows.map(({ connector }) => connector.versionId))
          const row = rows.find(({ connector }) => connector.versionId === versionId)
          // Edits from before the version was created are part of it.
          if (!versionId || !row || editedAt <= row.createdAt) return []
          return (await known.get(id, `${versionId} ${editedAt} ${userId}`)) ? [id] : []
        }),
      )
      return new Set(found.flat())
    },
  }
}
export type ProjectChanges = ReturnType<typeof createProjectChanges>
