import {
  ConnectorId,
  ConnectorPublishStatus,
  FlowMode,
  ProjectHistoryType,
  PublishRecordStatus,
  ResType,
} from '@orrery/contract'
import type { Clock } from '../../kit/clock.ts'
import { violates } from '../../kit/db.ts'
import { AppError, errors, type Locale } from '../../kit/errors.ts'
import type { NewId } from '../../kit/ids.ts'
import type { Jobs } from '../../kit/jobs.ts'
import type { Log } from '../../kit/log.ts'
import type { AuditService } from '../audit/audit.service.ts'
import type { ResourceService } from '../resource/resource.service.ts'
import type { ResourceRow } from '../resource/resource.table.ts'
import { compileCanvas } from '../workflow/compile-canvas.ts'
import type { VersionService } from '../workflow/version.service.ts'
import type { WorkflowService } from '../workflow/workflow.service.ts'
import { projectErrors } from './project.errors.ts'
import type { ProjectRepo } from './project.repo.ts'
import type { ProjectService } from './project.service.ts'
import type { ChosenWorkflow, ConnectorRecord, PackProblem, VersionRow } from './project.table.ts'
import type { ProjectVersions } from './version.service.ts'

const JOB = 'project-publish'
/** Where projects can be published: programs call any workflow, a web page talks with a chatflow. */
export interface ProjectConnector {
  id: string
  en: { name: string; desc: string }
  zh: { name: string; desc: string }
  bindType: number
  takes(row: ResourceRow): boolean
  needs: { en: string; zh: string }
}
const isChat = (row: ResourceRow) => row.subType === FlowMode.chatFlow
export const projectConnectors: ProjectConnector[] = [
  {
    id: ConnectorId.api,
    en: { name: 'API', desc: 'Call the workflows of the project from your own programs' },
    zh: { name: 'API', desc: '在自己的程序中调用项目的工作流' },
    bindType: 5,
    takes: () => true,
    needs: { en: 'a workflow', zh: '工作流' },
  },
  {
    id: ConnectorId.webSdk,
    en: { name: 'Web SDK', desc: 'Put a chatflow of the project on a web page' },
    zh: { name: 'Web SDK', desc: '将项目的对话流嵌入网页' },
    bindType: 6,
    takes: isChat,
    needs: { en: 'a chatflow', zh: '对话流' },
  },
]

export interface PublishDeps {
  repo: ProjectRepo
  projects: ProjectService
  versions: ProjectVersions
  workflows: Pick<WorkflowService, 'get'>
  workflowVersions: Pick<VersionService, 'submit' | 'publish' | 'content'>
  resources: ResourceService
  audit: AuditService
  jobs: Jobs
  newId: NewId
  clock: Clock
  log: Log
  checkContent(texts: string[]): Promise<string | undefined>
}

/** Publication of projects: packed first, so that what is published is what was looked at, however others go on editing. */
export function createProjectPublishing(deps: PublishDeps) {
  const { repo, projects, workflowVersions, clock } = deps
  const connectorOf = (id: string) => {
    const found = projectConnectors.find((one) => one.id === id)
    if (!found) throw projectErrors.unknownConnector({ id })
    return found
  }
  const hand = (versionId: string) =>
    deps.jobs
      .send(JOB, { versionId }, { singletonKey: versionId })
      .catch((cause: unknown) => deps.log.warn({ err: cause, versionId }, 'a publication could not be handed over'))

  /** A workflow and those it calls inside the project. */
  async function reach(ids: string[], inside: ReadonlyMap<string, ResourceRow>): Promise<string[]> {
    const found = new Set<string>()
    const waiting = [...ids]
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      if (found.has(id) || !inside.has(id)) continue
      found.add(id)
      waiting.push(...(await deps.workflows.get(id)).row.uses)
    }
    // What is called is published before what calls it.
    return [...found].toReversed()
  }
  const fail = (id: string, status: number, problem: string, failed: PackProblem[] = []) =>
    repo.updateVersion(id, { status, problem: problem.slice(0, 1000), failed })

  async function pack(row: VersionRow): Promise<Map<string, string> | undefined> {
    const head = await projects.get(row.projectId)
    const refusal = await deps.checkContent([head.name, head.description, row.description].filter(Boolean))
    if (refusal !== undefined) return void (await fail(row.id, PublishRecordStatus.auditNotPass, refusal))
    const inside = new Map((await repo.inside(row.projectId)).map((one) => [one.id, one]))
    const wanted = Object.values(row.connectors).flatMap((one) => one.workflows.map(({ id }) => id))
    const commits = new Map<string, string>()
    const failed: PackProblem[] = []
    for (const id of await reach([...new Set(wanted)], inside))
      try {
        const commit = await workflowVersions.submit(id, row.createdBy, `${row.version} ${row.description}`.trim())
        compileCanvas((await workflowVersions.content(id, commit)).schema, id, commit)
        commits.set(id, commit)
      } catch (cause) {
        failed.push({ id, type: ResType.workflow, name: inside.get(id)!.name, reason: (cause as Error).message })
      }
    const missing = [...new Set(wanted)].filter((id) => !inside.has(id))
    for (const id of missing) failed.push({ id, type: ResType.workflow, name: '', reason: 'It is gone' })
    if (failed.length)
      return void (await fail(row.id, PublishRecordStatus.packFailed, 'Not everything can be published', failed))
    const items = await deps.versions.pack(row.projectId, row.createdBy)
    // The pack holds exactly what is published, also when somebody saved in between.
    for (const item of items) {
      const commit = commits.get(item.id)
      if (commit)
        item.content = { ...(item.content as object), schema: (await workflowVersions.content(item.id, commit)).schema }
    }
    await repo.updateVersion(row.id, { items, status: PublishRecordStatus.connectorPublishing })
    return commits
  }

  async function serve(row: VersionRow, commits: Map<string, string>) {
    const failed: PackProblem[] = []
    for (const [id, commitId] of commits) {
      const { head, row: flow } = await deps.workflows.get(id)
      if (flow.publishCommitId && flow.submitCommitId === commitId && flow.version) {
        const last = await workflowVersions.content(id, flow.version)
        if (last.schema === (await workflowVersions.content(id, commitId)).schema) continue
      }
      await workflowVersions
        .publish(id, row.createdBy, { note: row.description, commitId, force: true })
        .catch((cause: unknown) => {
          if (!(cause instanceof AppError) && !(cause instanceof Error)) throw cause
          failed.push({ id, type: ResType.workflow, name: head.name, reason: cause.message })
        })
    }
    if (failed.length) return fail(row.id, PublishRecordStatus.packFailed, 'Not everything can be published', failed)
    const now = clock.now()
    const connectors = Object.fromEntries(
      Object.entries(row.connectors).map(([id, one]) => [id, { ...one, status: ConnectorPublishStatus.success }]),
    )
    await repo.transaction(async (tx) => {
      for (const [connectorId, { workflows }] of Object.entries(connectors))
        await repo.saveConnector(
          { projectId: row.projectId, connectorId, versionId: row.id, workflows, publishedAt: now },
          tx,
        )
      await repo.updateVersion(row.id, { connectors, status: PublishRecordStatus.publishDone, problem: '' }, tx)
      await deps.resources.touch(row.projectId, row.createdBy, { publishedAt: now }, tx as never)
    })
    const head = await projects.get(row.projectId)
    await deps.audit.record({
      actorId: row.createdBy,
      spaceId: head.spaceId,
      action: 'project.publish',
      target: row.projectId,
      detail: { version: row.version, connectors: Object.keys(connectors) },
    })
  }

  async function run(versionId: string): Promise<void> {
    const row = await repo.version(versionId)
    const open: number[] = [PublishRecordStatus.packing, PublishRecordStatus.connectorPublishing]
    if (!row || !open.includes(row.status)) return
    try {
      // A try that was cut off begins again: submitting the same draft twice changes nothing.
      const commits = await pack(row)
      if (commits) await serve(row, commits)
    } catch (cause) {
      deps.log.warn({ err: cause, versionId }, 'a publication failed')
      const message = cause instanceof AppError ? cause.message : 'It could not be published. Try again'
      await fail(versionId, PublishRecordStatus.packFailed, message)
    }
  }

  async function choose(
    projectId: string,
    id: string,
    wanted: string[] | undefined,
    locale: Locale,
  ): Promise<ChosenWorkflow[]> {
    const connector = connectorOf(id)
    const flows = (await repo.inside(projectId)).filter((row) => row.kind === 'workflow')
    const foreign = wanted?.find((one) => !flows.some((row) => row.id === one))
    if (foreign) throw projectErrors.foreignWorkflow({ id: foreign })
    const usable = flows.filter((row) => connector.takes(row) && (!wanted?.length || wanted.includes(row.id)))
    const shown = locale === 'zh-CN' ? connector.zh.name : connector.en.name
    if (!usable.length)
      throw projectErrors.noWorkflow({ connector: shown, what: connector.needs.en, whatZh: connector.needs.zh })
    return usable.map((row) => ({ id: row.id, name: row.name }))
  }

  return {
    run,
    async start() {
      await deps.jobs.define<{ versionId: string }>(JOB, ({ versionId }) => run(versionId), { retries: 2 })
      for (const id of await repo.openVersions()) await hand(id)
    },
    /** Which channels could take the project as it is. */
    async usable(projectId: string): Promise<Map<string, boolean>> {
      const flows = (await repo.inside(projectId)).filter((row) => row.kind === 'workflow')
      return new Map(projectConnectors.map((one) => [one.id, flows.some((row) => one.takes(row))]))
    },
    isTaken: async (projectId: string, version: string) =>
      (await repo.versionNamed(projectId, version, ProjectHistoryType.publish)) !== undefined,
    async begin(wish: {
      projectId: string
      userId: string
      version: string
      description: string
      connectors: Record<string, string[] | undefined>
      locale: Locale
    }): Promise<string> {
      const { projectId, userId, version } = wish
      await projects.getReady(projectId)
      if (!Object.keys(wish.connectors).length) throw projectErrors.noConnector()
      if (await repo.isPublishing(projectId)) throw projectErrors.publishing()
      const connectors: Record<string, ConnectorRecord> = {}
      for (const [id, workflows] of Object.entries(wish.connectors))
        connectors[id] = {
          workflows: await choose(projectId, id, workflows, wish.locale),
          status: ConnectorPublishStatus.default,
          message: '',
        }
      const id = deps.newId()
      await repo
        .insertVersion({
          id,
          projectId,
          kind: ProjectHistoryType.publish,
          version,
          description: wish.description,
          status: PublishRecordStatus.packing,
          connectors,
          createdBy: userId,
          createdAt: clock.now(),
        })
        .catch((cause: unknown) => {
          throw violates(cause, 'project_version_name') ? projectErrors.sameVersion({ version }) : cause
        })
      await hand(id)
      return id
    },
    async record(projectId: string, id: string | undefined): Promise<VersionRow> {
      const row = id
        ? await repo.version(id)
        : (await repo.versions(projectId, { kind: ProjectHistoryType.publish, size: 1 }))[0]
      if (row?.projectId !== projectId || row.kind !== ProjectHistoryType.publish)
        throw errors.notFound({ what: 'publication' })
      return row
    },
    records: (projectId: string) => repo.versions(projectId, { kind: ProjectHistoryType.publish, size: 50 }),
    /** What each channel serves, of several projects. */
    served: (projectIds: string[]) => repo.connectors(projectIds),
    /** A project that no channel serves any more is not published. */
    async unlist(projectId: string, userId: string, connectorId: string): Promise<boolean> {
      const isGone = await repo.removeConnector(projectId, connectorId)
      if (isGone && !(await repo.connectors([projectId])).length)
        await deps.resources.touch(projectId, userId, { publishedAt: null })
      return isGone
    },
  }
}
export type ProjectPublishing = ReturnType<typeof createProjectPublishing>
