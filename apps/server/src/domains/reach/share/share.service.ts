import type { AuditAction } from '@orrery/contract/shared/audit-actions'
import { randomBytes } from 'node:crypto'
import { ConnectorId, type ShareLook } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { Passwords } from '#domains/ground/passport/shared/password.ts'
import { LINK_CHANGED } from './link-changed.ts'
import type { ShareRepo } from './share.repo.ts'
import type { ShareRow } from './share.table.ts'

export interface ShareDeps {
  repo: ShareRepo
  audit: AuditService
  passwords: Pick<Passwords, 'hash'>
  bus: Bus
  clock: Clock
  publicUrl: string
}
export interface ShareChange {
  password?: string
  origins?: string[]
  look?: Partial<ShareLook>
}
export interface Sharer {
  userId: string
  spaceId: string
}
/** Public channels: the share page and the widget. */
const sharedConnectors = [ConnectorId.page, ConnectorId.webSdk] as const

const newKey = () => randomBytes(16).toString('base64url')
export const lookOf = ({ look }: Pick<ShareRow, 'look'>): ShareLook => ({
  color: '',
  theme: 'system',
  side: 'right',
  title: '',
  ...look,
})

/** Links of published resources. A link exists before the first publication, and outlives every version. */
export function createShareService({ repo, audit, passwords, bus, clock, publicUrl }: ShareDeps) {
  function ensure(resourceId: string, connectorId: string, userId: string): Promise<ShareRow> {
    const now = clock.now()
    return repo.ensure({
      resourceId,
      connectorId,
      key: newKey(),
      passwordHash: '',
      passwordVersion: 0,
      origins: [],
      look: {},
      createdBy: userId,
      createdAt: now,
      updatedAt: now,
    })
  }
  const record = ({ userId, spaceId }: Sharer, action: AuditAction, row: ShareRow) =>
    audit.record({
      actorId: userId,
      spaceId,
      action,
      target: row.resourceId,
      detail: { connector: row.connectorId, hasPassword: row.passwordHash !== '', origins: row.origins },
    })
  const urlOf = ({ key }: Pick<ShareRow, 'key'>) => new URL(`/chat/${key}`, publicUrl).href
  return {
    urlOf,
    /** The link of a channel; created if there is none. */
    link: async (resourceId: string, connectorId: string, userId: string) =>
      urlOf(await ensure(resourceId, connectorId, userId)),
    /** Existing links, by resource and channel. */
    async linksOf(resourceIds: string[]): Promise<Map<string, Map<string, string>>> {
      const found = new Map<string, Map<string, string>>()
      for (const row of await repo.of(resourceIds)) {
        const links = found.get(row.resourceId) ?? new Map<string, string>()
        found.set(row.resourceId, links.set(row.connectorId, urlOf(row)))
      }
      return found
    },
    links: (resourceId: string, userId: string) =>
      Promise.all(sharedConnectors.map((connectorId) => ensure(resourceId, connectorId, userId))),
    async save(resourceId: string, connectorId: string, change: ShareChange, sharer: Sharer): Promise<ShareRow> {
      const before = await ensure(resourceId, connectorId, sharer.userId)
      const { password, origins, look } = change
      const row = await repo.update(resourceId, connectorId, {
        ...(password !== undefined && {
          passwordHash: password === '' ? '' : await passwords.hash(password),
          passwordVersion: before.passwordVersion + 1,
        }),
        ...(origins && { origins: [...new Set(origins)] }),
        ...(look && { look: { ...before.look, ...look } }),
        updatedAt: clock.now(),
      })
      await bus.publish(LINK_CHANGED, row.key)
      await record(sharer, 'share.save', row)
      return row
    },
    async renew(resourceId: string, connectorId: string, sharer: Sharer): Promise<ShareRow> {
      const before = await ensure(resourceId, connectorId, sharer.userId)
      const row = await repo.update(resourceId, connectorId, { key: newKey(), updatedAt: clock.now() })
      await bus.publish(LINK_CHANGED, before.key)
      await record(sharer, 'share.renew', row)
      return row
    },
    /** Sites that may frame a share page: a list, any, or none. */
    async framers(key: string): Promise<string[] | 'any' | 'none'> {
      const row = await repo.byKey(key)
      if (row?.connectorId !== ConnectorId.webSdk) return 'none'
      return row.origins.length ? row.origins : 'any'
    },
  }
}
export type ShareService = ReturnType<typeof createShareService>
