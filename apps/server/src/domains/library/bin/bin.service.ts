import { BIN_DAYS, mayResource, type StandingRole } from '@orrery/contract'
import type { Membership } from '#kit/access.ts'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { BinnedRow } from '#domains/ground/resource/resource.table.ts'
import type { ResourceKinds } from '#domains/ground/resource/shared/resource-kind.ts'
import { binErrors } from './bin.errors.ts'

export interface BinDeps {
  resources: ResourceService
  kinds: ResourceKinds
  audit: AuditService
  membership(userId: string, spaceId: string): Promise<Membership | undefined>
  rolesOf(resourceId: string, userId: string): Promise<readonly StandingRole[]>
  jobs: Jobs
  clock: Clock
  log: Log
}
const JOB = 'bin.empty'
const DAY_MS = 24 * 3600_000
const KEEP_MS = BIN_DAYS * DAY_MS
const PURGE_BATCH = 100

/** Deleted resources of a space, which can be restored unchanged until they expire. */
export function createBin({ resources, kinds, audit, clock, log, ...deps }: BinDeps) {
  const { bin } = resources
  const projectOf = async ({ projectId }: BinnedRow) =>
    projectId ? ((await resources.get(projectId)) ?? (await bin.get(projectId))) : undefined

  /** Whether the user may restore or purge the resource: the same right as deleting it. */
  async function mayChange(row: BinnedRow, userId: string): Promise<boolean> {
    const member = await deps.membership(userId, row.spaceId)
    if (!member) return false
    const standing = {
      spaceType: member.type,
      spaceRole: member.role,
      isTester: member.isTester,
      isOwner: row.ownerId === userId || (await projectOf(row))?.ownerId === userId,
      roles: await deps.rolesOf(row.id, userId),
    }
    return mayResource(row.kind, standing, 'delete')
  }
  async function find(spaceId: string, id: string, userId: string): Promise<BinnedRow> {
    const row = await bin.get(id)
    if (row?.spaceId !== spaceId || row.deletedWith) throw errors.notFound({ what: 'resource' })
    if (!(await mayChange(row, userId))) throw errors.noAccess()
    return row
  }
  async function purgeRow(row: BinnedRow) {
    if (!(await bin.markPurging(row.id))) throw errors.notFound({ what: 'resource' })
    const purged = [...(await bin.inside(row.id)), row]
    // Purge the files first: after an interruption the row is still there, and the next pass repeats the purge.
    for (const one of purged) await kinds.find(one.kind).purge?.(one.id)
    await bin.remove(row.id)
    for (const one of purged) await kinds.find(one.kind).forget?.(one.id)
  }
  const record = (row: BinnedRow, act: 'expire' | 'restore' | 'purge', actorId?: string) =>
    audit.record({
      ...(actorId && { actorId }),
      spaceId: row.spaceId,
      action: `${row.kind}.${act}`,
      target: row.id,
      detail: { name: row.name },
    })

  /** Purges resources whose time in the bin has expired. Idempotent, and safe to interrupt at any point. */
  async function empty(): Promise<number> {
    let removed = 0
    for (;;) {
      const rows = await bin.olderThan(clock.now() - KEEP_MS, PURGE_BATCH)
      const before = removed
      for (const row of rows)
        try {
          await purgeRow(row)
          await record(row, 'expire')
          removed += 1
        } catch (cause) {
          log.warn({ err: cause, resource: row.id }, 'something in the bin could not be deleted')
        }
      if (removed === before) return removed
    }
  }

  return {
    empty,
    expiresAt: (row: BinnedRow): number => row.deletedAt + KEEP_MS,
    projectOf,
    mayChange,
    list: bin.inSpace,
    insideCount: async (id: string): Promise<number> =>
      (await bin.inside(id)).filter((row) => row.deletedWith === id).length,
    async restore(spaceId: string, id: string, userId: string) {
      const row = await find(spaceId, id, userId)
      if (row.projectId && !(await resources.get(row.projectId)))
        throw binErrors.projectInBin({ name: (await bin.get(row.projectId))?.name ?? '' })
      const along = (await bin.inside(id)).filter((one) => one.deletedWith === id)
      for (const one of [row, ...along]) await kinds.find(one.kind).checkRestore?.(one)
      const back = await bin.restore(id)
      if (!back.length) throw errors.notFound({ what: 'resource' })
      for (const one of back) {
        const port = kinds.find(one.kind)
        await port.forget?.(one.id)
        await port.restored?.(one.id)
      }
      await record(row, 'restore', userId)
      return { row, isNameShared: await resources.hasNamesake(row) }
    },
    async remove(spaceId: string, id: string, userId: string) {
      const row = await find(spaceId, id, userId)
      await purgeRow(row)
      await record(row, 'purge', userId)
    },
    async start() {
      await deps.jobs.define(JOB, async () => void (await empty()))
      await deps.jobs.schedule(JOB, 'all', '17 * * * *', {})
    },
  }
}
export type Bin = ReturnType<typeof createBin>
