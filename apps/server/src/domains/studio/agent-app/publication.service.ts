import { ConnectorId, ConnectorPublishStatus, PublishRecordStatus } from '@orrery/contract'
import { nextVersions, versionFault } from '@orrery/contract/shared/version-name'
import { errors, type Locale } from '#kit/errors.ts'
import type { InterfaceService } from '#domains/studio/interface/interface.service.ts'
import type { Snapshots } from '#domains/studio/interface/snapshot.service.ts'
import { SnapshotKind } from '#domains/studio/interface/snapshot.table.ts'
import type { ProjectPublishing } from '#domains/studio/project/publish.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import type { AgentAppRepo, PublicationFilter } from './agent-app.repo.ts'

export interface PublicationDeps {
  repo: Pick<AgentAppRepo, 'publications'>
  publishing: Pick<ProjectPublishing, 'begin' | 'goBack' | 'records' | 'served' | 'version'>
  interfaces: Pick<InterfaceService, 'find'>
  snapshots: Pick<Snapshots, 'create'>
}
/** States of a publication in the numbering of clients of agent apps. */
const PublicationStatus = { waiting: 0, building: 1, published: 2, failed: 3, offline: 4 } as const
const WEB = 1
const isAbove = (a: string, b: string) => versionFault(a, b) === undefined

export type PublicationRow = Awaited<ReturnType<AgentAppRepo['publications']>>['rows'][number]

/** The state of a publication with regard to the public page alone. */
export function statusOf({ version }: Pick<PublicationRow, 'version'>, isOnline: boolean): number {
  const { status, fence } = version
  if (status === PublishRecordStatus.packFailed || status === PublishRecordStatus.auditNotPass)
    return PublicationStatus.failed
  if (status !== PublishRecordStatus.publishDone)
    return fence === 0 ? PublicationStatus.waiting : PublicationStatus.building
  const page = version.connectors[ConnectorId.page]
  if (page?.status === ConnectorPublishStatus.failed) return PublicationStatus.failed
  return isOnline ? PublicationStatus.published : PublicationStatus.offline
}
export function reasonOf({ version }: Pick<PublicationRow, 'version'>, locale: Locale): string {
  const [first] = version.failed
  const zh = locale === 'zh-CN'
  if (first) return (zh && first.reasonZh) || first.reason
  const page = version.connectors[ConnectorId.page]
  return version.problem || (zh && page?.messageZh) || page?.message || ''
}

/** Publishes an agent app: a version of its project on the public page, created from a snapshot of the drawing. */
export function createPublications({ repo, publishing, interfaces, snapshots }: PublicationDeps) {
  async function greatest(projectId: string): Promise<string> {
    const done = (await publishing.records(projectId)).filter((row) => row.status === PublishRecordStatus.publishDone)
    return done.reduce((most, { version }) => (isAbove(version, most) ? version : most), '')
  }
  return {
    greatest,
    list: repo.publications,
    projectOf: async (id: string) => (await publishing.version(id))?.projectId,
    isOnline: async (projectIds: string[]): Promise<Set<string>> =>
      new Set(
        (await publishing.served(projectIds))
          .filter(({ connector }) => connector.connectorId === ConnectorId.page)
          .map(({ connector }) => connector.projectId),
      ),
    async find(filter: PublicationFilter): Promise<PublicationRow> {
      const { rows } = await repo.publications(filter, 1, 1)
      if (!rows[0]) throw errors.notFound({ what: 'publication' })
      return rows[0]
    },
    async begin(given: {
      projectId: string
      userId: string
      version: string
      remark: string
      pages: string[]
      locale: Locale
    }): Promise<{ id: string; status: number }> {
      const { projectId, userId } = given
      const records = await publishing.records(projectId)
      const known = records.find(
        (row) => row.version === given.version && row.status === PublishRecordStatus.publishDone,
      )
      if (given.version && known) {
        // This version was built and checked before, so it is served again unchanged.
        await publishing.goBack(projectId, userId, known.id)
        return { id: known.id, status: PublicationStatus.published }
      }
      const last = await greatest(projectId)
      const version = given.version || nextVersions(last).patch
      if (!isAbove(version, last)) throw agentAppErrors.badVersion({ last: last || 'v0.0.0' })
      const sandbox = (await interfaces.find(projectId))?.sandboxes.find(({ channel }) => channel === WEB)
      if (!sandbox || !Object.keys(sandbox.document.nodes).length) throw agentAppErrors.noInterface()
      const snapshot = await snapshots.create({
        sandboxId: sandbox.id,
        userId,
        kind: SnapshotKind.publication,
        description: `${version} ${given.remark}`.trim(),
        pages: given.pages,
      })
      const id = await publishing.begin({
        projectId,
        userId,
        version,
        description: given.remark,
        connectors: { [ConnectorId.page]: undefined },
        locale: given.locale,
        snapshotId: snapshot.id,
      })
      return { id, status: PublicationStatus.waiting }
    },
  }
}
export type Publications = ReturnType<typeof createPublications>
