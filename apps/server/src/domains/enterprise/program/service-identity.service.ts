import { type ServicePermission, SpaceRole } from '@orrery/contract'
import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { type Db, note } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { Actor } from '#kit/http/context.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { Place } from '#domains/ground/token/token.service.ts'
import { programErrors } from './program.errors.ts'
import { serviceIdentity, type ServiceIdentityRow } from './program.table.ts'

const LIMITS = { enterprise: 500, own: 50 } as const
const CACHE_MS = 60_000
const USED_EVERY_MS = 60_000

export interface ServiceIdentityDeps {
  db: Db
  bus: Bus
  audit: AuditService
  clock: Clock
  people: Pick<PassportService, 'createService' | 'renameService' | 'endService'>
  spaces: Pick<SpaceService, 'addMembers' | 'membership' | 'get' | 'dropFrom' | 'ofEnterprise'>
  knownScopes: ReadonlySet<string>
}
export interface NewIdentity {
  name: string
  expiresAt: number
  permission: ServicePermission
  place: Place | undefined
}
const scopesOf = (permission: ServicePermission) => [
  ...new Set([
    ...(permission.account_permission?.permission_list ?? []),
    ...(permission.enterprise_permission?.permission_list ?? []),
    ...(permission.workspace_permission?.permission_list ?? []),
  ]),
]
/** Null for all spaces of the enterprise. */
const spacesOf = ({ workspace_permission: given }: ServicePermission): string[] | null =>
  given?.option === 2 ? null : [...new Set(given?.workspace_id_list ?? [])]

/** Accounts of programs. They are members of spaces, so that all rules about members apply to them. */
export function createServiceIdentities({ db, bus, audit, clock, people, spaces, knownScopes }: ServiceIdentityDeps) {
  const tokens = createCache({
    bus,
    clearOn: ['token', 'session'],
    limit: 20_000,
    ttl: { ms: CACHE_MS, clock },
    load: read,
  })
  async function read(hash: string) {
    const [row] = await db.select().from(serviceIdentity).where(eq(serviceIdentity.tokenHash, hash))
    if (!row) return undefined
    const actor: Actor = {
      userId: row.id,
      isInstanceOwner: false,
      token: {
        id: row.id,
        scopes: new Set(row.scopes),
        spaces: row.spaces ? new Set(row.spaces) : 'all',
        isService: true,
        ...(row.enterpriseId && { enterprise: row.enterpriseId }),
      },
    }
    return { actor, expiresAt: row.expiresAt, usedAt: row.lastUsedAt }
  }
  function check({ permission, expiresAt }: Pick<NewIdentity, 'permission' | 'expiresAt'>) {
    const unknown = scopesOf(permission).find((scope) => !knownScopes.has(scope))
    if (unknown !== undefined) throw programErrors.unknownPermission({ name: unknown.slice(0, 100) })
    if (expiresAt !== 0 && expiresAt <= clock.now()) throw programErrors.expiryPast()
  }
  /** Checks that spaces belong to the enterprise of the identity, or to none for a private identity. */
  async function checkSpaces(ids: string[] | null, enterpriseId: string | null) {
    if (ids === null && enterpriseId === null) throw programErrors.botOutside()
    for (const id of ids ?? []) {
      const found = await spaces.get(id)
      if (found.enterpriseId !== enterpriseId) throw programErrors.spaceOutside({ name: found.name })
    }
  }
  async function enter(id: string, spaceIds: string[], actorId: string) {
    for (const spaceId of spaceIds)
      if (!(await spaces.membership(id, spaceId)))
        await spaces.addMembers(spaceId, [{ userId: id, role: SpaceRole.member }], actorId)
  }
  async function leave(id: string, spaceIds: string[], actorId: string) {
    for (const spaceId of spaceIds)
      if (await spaces.membership(id, spaceId))
        await spaces.dropFrom(spaceId, id, (await spaces.get(spaceId)).ownerId, actorId)
  }
  const allOf = async (enterpriseId: string) => (await spaces.ofEnterprise(enterpriseId)).map((row) => row.id)

  async function get(id: string): Promise<ServiceIdentityRow> {
    const [row] = await db.select().from(serviceIdentity).where(eq(serviceIdentity.id, id))
    if (!row) throw errors.notFound({ what: 'service identity' })
    return row
  }

  return {
    get,
    list: (where: { enterpriseId: string; organizationId?: string } | { ownerId: string }) =>
      db
        .select()
        .from(serviceIdentity)
        .where(
          'ownerId' in where
            ? and(eq(serviceIdentity.createdBy, where.ownerId), isNull(serviceIdentity.enterpriseId))
            : and(
                eq(serviceIdentity.enterpriseId, where.enterpriseId),
                where.organizationId ? eq(serviceIdentity.organizationId, where.organizationId) : undefined,
              ),
        )
        .orderBy(desc(serviceIdentity.id)),
    async create(actorId: string, given: NewIdentity): Promise<{ row: ServiceIdentityRow; token: string }> {
      check(given)
      const enterpriseId = given.place?.enterpriseId ?? null
      const spaceIds = spacesOf(given.permission)
      await checkSpaces(spaceIds, enterpriseId)
      const max = enterpriseId ? LIMITS.enterprise : LIMITS.own
      const [made] = await db
        .select({ n: count() })
        .from(serviceIdentity)
        .where(
          enterpriseId
            ? eq(serviceIdentity.enterpriseId, enterpriseId)
            : and(eq(serviceIdentity.createdBy, actorId), isNull(serviceIdentity.enterpriseId)),
        )
      if (made!.n >= max) throw programErrors.identityLimit({ max })
      const token = `sat_${randomToken()}`
      const now = clock.now()
      const id = await people.createService(given.name)
      const [row] = await db
        .insert(serviceIdentity)
        .values({
          id,
          enterpriseId,
          organizationId: given.place?.organizationId ?? null,
          name: given.name,
          tokenHash: sha256(token),
          scopes: scopesOf(given.permission),
          spaces: spaceIds,
          permissions: given.permission,
          createdBy: actorId,
          createdAt: now,
          updatedAt: now,
          expiresAt: given.expiresAt,
        })
        .returning()
      await bus.publish('enterprise', enterpriseId ?? '*')
      await enter(id, spaceIds ?? (await allOf(enterpriseId!)), actorId)
      await audit.record({
        actorId,
        ...(enterpriseId && { enterpriseId }),
        action: 'service.create',
        target: id,
        detail: { name: given.name },
      })
      return { row: row!, token }
    },
    async update(
      id: string,
      actorId: string,
      change: { name?: string | undefined; expiresAt?: number | undefined; permission?: ServicePermission | undefined },
    ) {
      const before = await get(id)
      const permission = change.permission ?? before.permissions
      check({ permission, expiresAt: change.expiresAt ?? before.expiresAt })
      const spaceIds = spacesOf(permission)
      if (change.permission) await checkSpaces(spaceIds, before.enterpriseId)
      await db
        .update(serviceIdentity)
        .set({
          ...(change.name !== undefined && { name: change.name }),
          ...(change.expiresAt !== undefined && { expiresAt: change.expiresAt }),
          scopes: scopesOf(permission),
          spaces: spaceIds,
          permissions: permission,
          updatedAt: clock.now(),
        })
        .where(eq(serviceIdentity.id, id))
      if (change.name !== undefined) await people.renameService(id, change.name)
      if (change.permission) {
        const had = before.spaces ?? (await allOf(before.enterpriseId!))
        const gets = spaceIds ?? (await allOf(before.enterpriseId!))
        await leave(
          id,
          had.filter((space) => !gets.includes(space)),
          actorId,
        )
        await enter(id, gets, actorId)
      }
      await bus.publish('token', id)
      await audit.record({
        actorId,
        ...(before.enterpriseId && { enterpriseId: before.enterpriseId }),
        action: 'service.update',
        target: id,
        detail: { name: change.name ?? before.name },
      })
    },
    /** Deletes an identity; its resources go to the owners of their spaces. */
    async remove(id: string, actorId: string) {
      const row = await get(id)
      await db.delete(serviceIdentity).where(eq(serviceIdentity.id, id))
      await bus.publish('token', id)
      await people.endService(id)
      await leave(id, row.spaces ?? (row.enterpriseId ? await allOf(row.enterpriseId) : []), actorId)
      await audit.record({
        actorId,
        ...(row.enterpriseId && { enterpriseId: row.enterpriseId }),
        action: 'service.delete',
        target: id,
        detail: { name: row.name },
      })
    },
    /** Adds identities with access to all spaces to a space that joins the enterprise. */
    async onMovedIn(enterpriseId: string, spaceId: string, actorId: string) {
      const rows = await db
        .select({ id: serviceIdentity.id })
        .from(serviceIdentity)
        .where(and(eq(serviceIdentity.enterpriseId, enterpriseId), isNull(serviceIdentity.spaces)))
      for (const { id } of rows) await enter(id, [spaceId], actorId)
    },
    async find(token: string): Promise<Actor | undefined> {
      const found = await tokens.get(sha256(token))
      const now = clock.now()
      if (!found || (found.expiresAt !== 0 && found.expiresAt <= now)) return undefined
      if (now - found.usedAt > USED_EVERY_MS) {
        found.usedAt = now
        await note(
          db.update(serviceIdentity).set({ lastUsedAt: now }).where(eq(serviceIdentity.id, found.actor.userId)),
        )
      }
      return found.actor
    },
  }
}
export type ServiceIdentities = ReturnType<typeof createServiceIdentities>
