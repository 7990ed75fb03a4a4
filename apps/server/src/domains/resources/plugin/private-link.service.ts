import { asc, eq } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import { AppError, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { pluginErrors } from './plugin.errors.ts'
import { privateLink } from './plugin.table.ts'

const LinkStatus = { disconnected: 0, connecting: 1, connected: 2, failed: 3 } as const
export interface LinkRequest {
  id?: string | undefined
  name: string
  endpointServiceId: string
  domain: string
  accessUrl: string
  enterpriseId: string
}

/** Links to plugins on private networks. The egress guard applies to them as well: the host must be allowed. */
export function createPrivateLinks(deps: {
  db: Db
  egress: Egress
  bus: Bus
  audit: AuditService
  newId: NewId
  clock: Clock
}) {
  const { db, egress, clock } = deps
  async function probe(url: string): Promise<number> {
    try {
      const answer = await egress.fetch(url, {
        timeoutMs: 5000,
        firstByteTimeoutMs: 5000,
        maxBytes: 1_000_000,
        redirect: 'manual',
      })
      answer.body.destroy()
      return LinkStatus.connected
    } catch (cause) {
      if (cause instanceof AppError) return LinkStatus.failed
      throw cause
    }
  }
  async function get(id: string) {
    const [row] = await db.select().from(privateLink).where(eq(privateLink.id, id))
    if (!row) throw errors.notFound({ what: 'private link' })
    return row
  }
  return {
    get,
    list: () => db.select().from(privateLink).orderBy(asc(privateLink.id)).limit(500),
    async save({ id, ...input }: LinkRequest, userId: string, address: string): Promise<string> {
      try {
        egress.checkUrl(input.accessUrl)
      } catch (cause) {
        throw cause instanceof AppError ? pluginErrors.badUrl({ reason: cause.message }) : cause
      }
      const values = { ...input, status: await probe(input.accessUrl), createdBy: userId, updatedAt: clock.now() }
      if (id) {
        await get(id)
        await db.update(privateLink).set(values).where(eq(privateLink.id, id))
      }
      const linkId = id ?? deps.newId()
      if (!id) await db.insert(privateLink).values({ id: linkId, ...values })
      await deps.audit.record({
        actorId: userId,
        action: 'plugin.private_link',
        target: linkId,
        address,
        detail: { url: input.accessUrl },
      })
      await deps.bus.publish('plugin', '*')
      return linkId
    },
    async remove(id: string, userId: string, address: string): Promise<void> {
      await get(id)
      await db.delete(privateLink).where(eq(privateLink.id, id))
      await deps.audit.record({ actorId: userId, action: 'plugin.private_link_delete', target: id, address })
      await deps.bus.publish('plugin', '*')
    },
  }
}
export type PrivateLinks = ReturnType<typeof createPrivateLinks>
