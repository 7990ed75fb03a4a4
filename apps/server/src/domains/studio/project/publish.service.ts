import { ConnectorPublishStatus, ProjectHistoryType, PublishRecordStatus } from '@orrery/contract'
import { violates } from '#kit/db.ts'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import { createLeasedWork } from '#kit/work/leased-work.ts'
import { projectConnectors, servesInterface } from './project-connectors.ts'
import { projectErrors } from './project.errors.ts'
import type { InterfaceReleases } from '#domains/studio/interface/release.service.ts'
import type { ChosenWorkflow, ConnectorRecord, VersionRow } from './project.table.ts'
import { createPublishWork, type PublishWorkDeps } from './publish-work.ts'

export interface PublishDeps extends PublishWorkDeps {
  jobs: Jobs
  newId: NewId
  interfaces: InterfaceReleases
}
const waiting = (workflows: ChosenWorkflow[]): ConnectorRecord => ({
  workflows,
  status: ConnectorPublishStatus.default,
  message: '',
})
const failedStatuses: number[] = [PublishRecordStatus.packFailed, PublishRecordStatus.auditNotPass]
const isServed = ({ status }: ConnectorRecord) => status === ConnectorPublishStatus.success

/** The chatflow of an interface's chat, if it has one. */
const chosenChat = (flows: readonly ChosenWorkflow[], chat: string): ChosenWorkflow[] =>
  flows.filter(({ id }) => id === chat).map(({ id, name }) => ({ id, name }))

/** Publishes projects, and reports which channel serves which version. */
export function createProjectPublishing(deps: PublishDeps) {
  const { repo, projects, clock } = deps
  const leased = createLeasedWork({
    ...deps,
    name: 'project-publish',
    store: repo.leases,
    work: createPublishWork(deps),
  })
  const connectorOf = (id: string) => {
    const found = projectConnectors.find((projectConnector) => projectConnector.id === id)
    if (!found) throw projectErrors.unknownConnector({ id })
    return found
  }
  const flowsOf = async (projectId: string) => (await repo.inside(projectId)).filter((row) => row.kind === 'workflow')
  async function changed(projectId: string) {
    await deps.bus.publish('app', projectId)
    await deps.bus.publish('bot', projectId)
  }

  async function chooseWorkflows(
    projectId: string,
    id: string,
    wanted: string[] | undefined,
    locale: Locale,
  ): Promise<ChosenWorkflow[]> {
    const connector = connectorOf(id)
    const flows = await flowsOf(projectId)
    const chat = servesInterface(id) ? await deps.interfaces.chat(projectId) : undefined
    if (chat !== undefined) return chosenChat(flows, chat)
    const foreign = wanted?.find((item) => !flows.some((row) => row.id === item))
    if (foreign) throw projectErrors.foreignWorkflow({ id: foreign })
    const usable = flows.filter((row) => connector.takes(row) && (!wanted?.length || wanted.includes(row.id)))
    const shown = locale === 'zh-CN' ? connector.zh.name : connector.en.name
    if (!usable.length)
      throw projectErrors.noWorkflow({ connector: shown, what: connector.needs.en, whatZh: connector.needs.zh })
    if (connector.isSingle && wanted && usable.length > 1) throw projectErrors.oneWorkflow({ connector: shown })
    return (connector.isSingle ? usable.slice(0, 1) : usable).map((row) => ({ id: row.id, name: row.name }))
  }
  async function record(projectId: string, id: string | undefined): Promise<VersionRow> {
    const row = id
      ? await repo.version(id)
      : (await repo.versions(projectId, { kind: ProjectHistoryType.publish, size: 1 }))[0]
    if (row?.projectId !== projectId || row.kind !== ProjectHistoryType.publish)
      throw errors.notFound({ what: 'publication' })
    return row
  }
  /** The workflows that a channel serves of a version: its earlier selection, or all that it supports. */
  async function workflowsOfVersion(row: VersionRow, connectorId: string): Promise<ChosenWorkflow[]> {
    const flows = new Map((await flowsOf(row.projectId)).map((flow) => [flow.id, flow]))
    const chat = servesInterface(connectorId) ? await deps.interfaces.chatOfVersion(row.id) : undefined
    if (chat !== undefined) return chosenChat([...flows.values()], chat)
    const all = Object.values(row.connectors).flatMap((connector) => connector.workflows)
    const chosen = row.connectors[connectorId]?.workflows ?? all
    const gone = chosen.find((item) => !flows.has(item.id))
    if (gone) throw projectErrors.workflowGone({ name: gone.name })
    const connector = connectorOf(connectorId)
    const taken = [...new Map(chosen.map((item) => [item.id, item])).values()].filter((item) =>
      connector.takes(flows.get(item.id)!),
    )
    if (!taken.length)
      throw projectErrors.noWorkflow({
        connector: connector.en.name,
        what: connector.needs.en,
        whatZh: connector.needs.zh,
      })
    return connector.isSingle ? taken.slice(0, 1) : taken
  }

  return {
    run: leased.run,
    start: leased.start,
    record,
    /** Whether visitors of the public page get the interface of the project instead of a chat. */
    hasInterface: deps.interfaces.has,
    /** By channel: the workflows of the project that the channel supports. */
    async usable(projectId: string) {
      const flows = await flowsOf(projectId)
      return new Map(
        projectConnectors.map((projectConnector) => [
          projectConnector.id,
          flows.filter((row) => projectConnector.takes(row)),
        ]),
      )
    },
    async isTaken(projectId: string, version: string): Promise<boolean> {
      const found = await repo.versionNamed(projectId, version, ProjectHistoryType.publish)
      return found !== undefined && !failedStatuses.includes(found.status)
    },
    async begin(input: {
      projectId: string
      userId: string
      version: string
      description: string
      connectors: Record<string, string[] | undefined>
      locale: Locale
      /** The snapshot of the interface to publish. Without one, it is the drawing at the time of packing. */
      snapshotId?: string
    }): Promise<string> {
      const { projectId, userId, version } = input
      await projects.getReady(projectId)
      if (!Object.keys(input.connectors).length) throw projectErrors.noConnector()
      if (await repo.isPublishing(projectId)) throw projectErrors.publishing()
      const connectors: Record<string, ConnectorRecord> = {}
      for (const [id, workflows] of Object.entries(input.connectors))
        connectors[id] = waiting(await chooseWorkflows(projectId, id, workflows, input.locale))
      const id = deps.newId()
      await repo.dropFailed(projectId, version)
      await repo
        .insertVersion({
          id,
          projectId,
          kind: ProjectHistoryType.publish,
          version,
          description: input.description,
          status: PublishRecordStatus.packing,
          connectors,
          ...(input.snapshotId && { snapshotId: input.snapshotId }),
          createdBy: userId,
          createdAt: clock.now(),
        })
        .catch((cause: unknown) => {
          throw violates(cause, 'project_version_name') ? projectErrors.sameVersion({ version }) : cause
        })
      await leased.enqueue(id)
      return id
    },
    /** Retries a failed publication: from packing, or with the channels that failed. */
    async retry(projectId: string, id: string): Promise<void> {
      const row = await record(projectId, id)
      if (await repo.isPublishing(projectId)) throw projectErrors.publishing()
      const isPacked = row.status === PublishRecordStatus.publishDone
      if (isPacked && Object.values(row.connectors).every(isServed)) throw projectErrors.nothingToRetry()
      const connectors = Object.fromEntries(
        Object.entries(row.connectors).map(([key, item]) => [key, isServed(item) ? item : waiting(item.workflows)]),
      )
      const status = isPacked ? PublishRecordStatus.connectorPublishing : PublishRecordStatus.packing
      const change = { status, connectors, problem: '', failed: [] }
      if (!(await repo.reopen(id, row.status, change))) throw projectErrors.publishing()
      await leased.enqueue(id)
    },
    /** Makes all channels serve an earlier version again. The draft does not change. */
    async goBack(projectId: string, userId: string, id: string): Promise<{ version: string; connectors: string[] }> {
      const row = await record(projectId, id)
      if (await repo.isPublishing(projectId)) throw projectErrors.publishing()
      const live = await repo.connectors([projectId])
      if (!live.length) throw projectErrors.nothingOnline()
      const isServable = Object.keys(row.pins).length > 0 || (await deps.interfaces.chatOfVersion(id)) !== undefined
      if (row.status !== PublishRecordStatus.publishDone || !isServable)
        throw projectErrors.notServable({ version: row.version })
      const now = clock.now()
      const rows: (typeof live)[number]['connector'][] = []
      for (const { connector } of live)
        rows.push({
          ...connector,
          versionId: id,
          publishedAt: now,
          workflows: await workflowsOfVersion(row, connector.connectorId),
        })
      await repo.transaction(async (tx) => {
        for (const row of rows) await repo.saveConnector(row, tx)
        await deps.resources.touch(projectId, userId, { publishedAt: now }, tx)
      })
      const connectors = rows.map((row) => row.connectorId)
      const { spaceId } = await projects.get(projectId)
      const detail = { version: row.version, connectors }
      await deps.audit.record({ actorId: userId, spaceId, action: 'project.rollback', target: projectId, detail })
      await changed(projectId)
      return { version: row.version, connectors }
    },
    records: (projectId: string) => repo.versions(projectId, { kind: ProjectHistoryType.publish, size: 50 }),
    version: (id: string) => repo.version(id),
    /** What each channel serves, for several projects. */
    served: (projectIds: string[]) => repo.connectors(projectIds),
    /** Takes the project off a channel. A project without channels is not published any more. */
    async unlist(projectId: string, userId: string, connectorId: string): Promise<boolean> {
      const isGone = await repo.removeConnector(projectId, connectorId)
      if (isGone && !(await repo.connectors([projectId])).length)
        await deps.resources.touch(projectId, userId, { publishedAt: null })
      if (isGone) await changed(projectId)
      return isGone
    },
  }
}
export type ProjectPublishing = ReturnType<typeof createProjectPublishing>
