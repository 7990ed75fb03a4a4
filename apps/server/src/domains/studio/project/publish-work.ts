import { ConnectorPublishStatus, PublishRecordStatus, ResType } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { Log } from '#kit/log.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { compileCanvas } from '#domains/flow/workflow/shared/compile-canvas.ts'
import type { VersionService } from '#domains/flow/workflow/version.service.ts'
import type { WorkflowService } from '#domains/flow/workflow/workflow.service.ts'
import type { InterfaceReleases, PreparedInterface } from '#domains/studio/interface/release.service.ts'
import type { ChatBots } from './chat-bot.service.ts'
import { servesInterface } from './project-connectors.ts'
import { projectErrors } from './project.errors.ts'
import type { ProjectRepo } from './project.repo.ts'
import type { ProjectService } from './project.service.ts'
import type { ConnectorRecord, PackProblem, VersionRow } from './project.table.ts'
import type { ProjectVersions } from './version.service.ts'

export interface PublishWorkDeps {
  repo: ProjectRepo
  projects: ProjectService
  versions: Pick<ProjectVersions, 'pack'>
  workflows: Pick<WorkflowService, 'get'>
  workflowVersions: Pick<VersionService, 'submit' | 'publish' | 'content'>
  resources: ResourceService
  audit: AuditService
  bus: Bus
  clock: Clock
  log: Log
  content: Pick<ContentGuard, 'check'>
  interfaces: Pick<InterfaceReleases, 'prepare' | 'keep'>
  /** Prepares a channel to serve the project. If this throws, the error is the reason why the channel failed. */
  prepare(connectorId: string, projectId: string, userId: string): Promise<unknown>
  chatBots: Pick<ChatBots, 'publishedNow'>
}
const interfaceFaults = (id: string, name: string, prepared: PreparedInterface | undefined): PackProblem[] =>
  (prepared?.problems ?? []).map((fault) => ({
    id,
    type: 0,
    name,
    reason: fault.text('en'),
    reasonZh: fault.text('zh-CN'),
  }))
const reasonsOf = (cause: unknown, log: Log) => {
  if (!(cause instanceof AppError)) log.warn({ err: cause }, 'a part of a project could not be published')
  const fault = cause instanceof AppError ? cause : projectErrors.couldNot()
  return { en: fault.text('en'), zh: fault.text('zh-CN') }
}

/**
 * The work of publishing a project: first packs it, so that later edits have no effect, then publishes it to one
 * channel after the other. Every step is idempotent: after a crash, another process continues.
 */
export function createPublishWork(deps: PublishWorkDeps) {
  const { repo, projects, workflowVersions, clock, log } = deps
  type Pins = Record<string, string>

  /** The given workflows and all workflows inside the project that they call. */
  async function withCallees(ids: string[], inside: ReadonlyMap<string, ResourceRow>): Promise<string[]> {
    const found = new Set<string>()
    const waiting = [...ids]
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      if (found.has(id) || !inside.has(id)) continue
      found.add(id)
      waiting.push(...(await deps.workflows.get(id)).row.uses)
    }
    // Callees are published before callers.
    return [...found].toReversed()
  }
  const stop = async (row: VersionRow, fence: number, status: number, problem: string, failed: PackProblem[] = []) =>
    void (await repo.note(row.id, fence, { status, problem: problem.slice(0, 1000), failed, leaseUntil: 0 }))
  const stopFor = (row: VersionRow, fence: number, failed: PackProblem[]) =>
    stop(row, fence, PublishRecordStatus.packFailed, 'Not everything can be published', failed)
  const problem = (id: string, name: string, cause: unknown): PackProblem => {
    const { en, zh } = reasonsOf(cause, log)
    return { id, type: ResType.workflow, name, reason: en, reasonZh: zh }
  }

  async function pack(row: VersionRow, fence: number): Promise<Pins | undefined> {
    const head = await projects.get(row.projectId)
    const refusal = await deps.content.check('project', {
      name: head.name,
      description: head.description,
      version_description: row.description,
    })
    if (refusal) {
      const [reason, reasonZh] = [refusal.text('en'), refusal.text('zh-CN')]
      await stop(row, fence, PublishRecordStatus.auditNotPass, reason, [
        { id: head.id, type: 0, name: head.name, reason, reasonZh },
      ])
      return undefined
    }
    const inside = new Map((await repo.inside(row.projectId)).map((item) => [item.id, item]))
    const prepared = Object.keys(row.connectors).some(servesInterface)
      ? await deps.interfaces.prepare(row.projectId, row.snapshotId)
      : undefined
    const wanted = [
      ...Object.values(row.connectors).flatMap((connector) => connector.workflows),
      ...(prepared?.workflows ?? []).map((id) => ({ id, name: inside.get(id)?.name ?? id })),
    ]
    const pins: Pins = {}
    const failed: PackProblem[] = interfaceFaults(head.id, head.name, prepared)
    for (const id of await withCallees([...new Set(wanted.map((item) => item.id))], inside))
      try {
        const commit = await workflowVersions.submit(
          id,
          row.createdBy,
          `${row.version} ${row.description}`.trim(),
          true,
        )
        compileCanvas((await workflowVersions.content(id, commit)).schema, id, commit)
        pins[id] = commit
      } catch (cause) {
        failed.push(problem(id, inside.get(id)!.name, cause))
      }
    const missing = new Map(wanted.filter((item) => !inside.has(item.id)).map((item) => [item.id, item.name]))
    for (const [id, name] of missing) failed.push(problem(id, name, projectErrors.workflowGone({ name })))
    if (failed.length) return stopFor(row, fence, failed).then(() => undefined)
    const items = await deps.versions.pack(row.projectId, row.createdBy)
    if (prepared) {
      const bot = prepared.botId ? await deps.chatBots.publishedNow(prepared.botId, head.spaceId) : undefined
      const fault = await deps.interfaces.keep(row.id, prepared.parts, bot).catch((cause: unknown) => {
        if (cause instanceof AppError) return cause
        throw cause
      })
      if (fault) return stopFor(row, fence, [problem(head.id, head.name, fault)]).then(() => undefined)
      const whole = items.find((item) => item.id === row.projectId)
      if (whole) whole.content = { ...(whole.content as object), interface: prepared.parts }
    }
    // The package contains exactly the published commits, even if someone saved in the meantime.
    for (const item of items) {
      const commit = pins[item.id]
      if (commit)
        item.content = { ...(item.content as object), schema: (await workflowVersions.content(item.id, commit)).schema }
    }
    const isOurs = await repo.note(row.id, fence, { items, pins, status: PublishRecordStatus.connectorPublishing })
    return isOurs ? pins : undefined
  }

  /** Publishes the workflows themselves, so that direct callers get the new version too. */
  async function release(row: VersionRow, pins: Pins): Promise<PackProblem[]> {
    const failed: PackProblem[] = []
    for (const [id, commitId] of Object.entries(pins)) {
      const { head, row: flow } = await deps.workflows.get(id)
      if (flow.publishCommitId && flow.submitCommitId === commitId && flow.version) {
        const last = await workflowVersions.content(id, flow.version)
        if (last.schema === (await workflowVersions.content(id, commitId)).schema) continue
      }
      await workflowVersions
        .publish(id, row.createdBy, { note: row.description, commitId, force: true })
        .catch((cause: unknown) => void failed.push(problem(id, head.name, cause)))
    }
    return failed
  }

  /** Publishes to one channel atomically. Returns false if another process has taken over. */
  async function serve(row: VersionRow, connectorId: string, record: ConnectorRecord, fence: number): Promise<boolean> {
    await deps.prepare(connectorId, row.projectId, row.createdBy)
    const before = await repo.connector(row.projectId, connectorId)
    if (before && BigInt(before.connector.versionId) > BigInt(row.id)) throw projectErrors.overtaken()
    const at = clock.now()
    const done = { ...record, status: ConnectorPublishStatus.success, message: '', messageZh: '', at }
    return repo.transaction(async (tx) => {
      if (!(await repo.noteConnector(row.id, fence, connectorId, done, tx))) return false
      const { workflows } = record
      const served = { projectId: row.projectId, connectorId, versionId: row.id, workflows, publishedAt: at }
      await repo.saveConnector(served, tx)
      await deps.resources.touch(row.projectId, row.createdBy, { publishedAt: at }, tx)
      return true
    })
  }
  async function serveAll(row: VersionRow, fence: number): Promise<boolean> {
    for (const [connectorId, record] of Object.entries(row.connectors)) {
      if (record.status !== ConnectorPublishStatus.default) continue
      const isOurs = await serve(row, connectorId, record, fence).catch((cause: unknown) => {
        const { en, zh } = reasonsOf(cause, log)
        const failed = { ...record, status: ConnectorPublishStatus.failed, message: en, messageZh: zh, at: clock.now() }
        return repo.noteConnector(row.id, fence, connectorId, failed)
      })
      if (!isOurs) return false
      await deps.bus.publish('app', row.projectId)
      await deps.bus.publish('bot', row.projectId)
    }
    return true
  }

  return async function work(versionId: string, fence: number): Promise<void> {
    const row = await repo.version(versionId)
    if (!row) return
    try {
      const pins = row.status === PublishRecordStatus.packing ? await pack(row, fence) : row.pins
      if (!pins) return
      const failed = await release(row, pins)
      if (failed.length) return await stopFor(row, fence, failed)
      if (!(await serveAll(row, fence))) return
      const done = { status: PublishRecordStatus.publishDone, problem: '', failed: [], leaseUntil: 0 }
      if (!(await repo.note(row.id, fence, done))) return
      const { spaceId } = await projects.get(row.projectId)
      await deps.audit.record({
        actorId: row.createdBy,
        spaceId,
        action: 'project.publish',
        target: row.projectId,
        detail: { version: row.version, connectors: Object.keys(row.connectors) },
      })
    } catch (cause) {
      log.warn({ err: cause, versionId }, 'a publication failed')
      await stop(row, fence, PublishRecordStatus.packFailed, reasonsOf(cause, log).en)
    }
  }
}
