import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { type Db, note, type Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { Actor } from '#kit/http/context.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import { createCache } from '#kit/cache.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import type { TokenReach } from './reach.service.ts'
import { tokenErrors } from './token.errors.ts'
import { personalToken, type TokenRow } from './token.table.ts'

const MAX_TOKENS = 100
const CACHE_MS = 60_000
const USED_EVERY_MS = 60_000

export interface Grants {
  /** Undefined: all scopes. */
  scopes?: string[]
  spaces?: string[]
  permissions: Record<string, unknown>
}
interface Cached {
  actor: Actor
  expiresAt: number
  usedAt: number
}
export interface TokenDeps {
  db: Db
  bus: Bus
  audit: AuditService
  newId: NewId
  clock: Clock
  /** Every scope that some operation requires. */
  knownScopes: ReadonlySet<string>
  reach: TokenReach
  /** Throws for spaces that a token of this enterprise could not reach. */
  requireSpaces(spaceIds: string[], enterpriseId: string | null): Promise<void>
}
/** The enterprise and organisation that a token or an app belongs to. */
export interface Place {
  enterpriseId: string
  organizationId: string
}

export function createTokenService({ db, bus, audit, newId, clock, knownScopes, reach, requireSpaces }: TokenDeps) {
  const tokens = createCache({
    bus,
    // `session`: a user was disabled, or all their sessions ended.
    clearOn: ['token', 'session'],
    limit: 20_000,
    ttl: { ms: CACHE_MS, clock },
    load: read,
  })
  const mine = (userId: string, id: string) => and(eq(personalToken.id, id), eq(personalToken.userId, userId))
  const checkScopes = (scopes: string[] = []) => {
    const unknown = scopes.find((scope) => !knownScopes.has(scope))
    if (unknown !== undefined) throw tokenErrors.unknownPermission({ name: unknown.slice(0, 100) })
  }

  async function read(hash: string): Promise<Cached | undefined> {
    const [row] = await db
      .select({ token: personalToken, user: appUser })
      .from(personalToken)
      .innerJoin(appUser, eq(appUser.id, personalToken.userId))
      .where(and(eq(personalToken.tokenHash, hash), eq(appUser.disabled, false), isNull(personalToken.lockedAt)))
    if (!row) return undefined
    const { token, user } = row
    const grant = {
      id: token.id,
      scopes: token.scopes ? new Set(token.scopes) : ('all' as const),
      spaces: token.spaces ? new Set(token.spaces) : ('all' as const),
      ...(await reach.of({
        userId: user.id,
        enterpriseId: token.enterpriseId,
        reach: { kind: 'pat', id: token.id },
        carry: { kind: 'pat', id: token.id },
      })),
    }
    return {
      actor: { userId: user.id, isInstanceOwner: user.isInstanceOwner, token: grant },
      expiresAt: token.expiresAt,
      usedAt: token.lastUsedAt,
    }
  }

  return {
    async create(
      userId: string,
      name: string,
      expiresAt: number,
      grants: Grants,
      place?: Place,
    ): Promise<{ row: TokenRow; token: string }> {
      checkScopes(grants.scopes)
      await requireSpaces(grants.spaces ?? [], place?.enterpriseId ?? null)
      if (expiresAt !== 0 && expiresAt <= clock.now()) throw tokenErrors.expiryPast()
      const existing = await db
        .select({ id: personalToken.id })
        .from(personalToken)
        .where(eq(personalToken.userId, userId))
      if (existing.length >= MAX_TOKENS) throw tokenErrors.limit({ max: MAX_TOKENS })
      const token = `pat_${randomToken()}`
      const now = clock.now()
      const [row] = await db
        .insert(personalToken)
        .values({
          id: newId(),
          userId,
          enterpriseId: place?.enterpriseId ?? null,
          organizationId: place?.organizationId ?? null,
          name,
          tokenHash: sha256(token),
          scopes: grants.scopes ?? null,
          spaces: grants.spaces ?? null,
          permissions: grants.permissions,
          createdAt: now,
          updatedAt: now,
          expiresAt,
        })
        .returning()
      await audit.record({
        actorId: userId,
        ...(place && { enterpriseId: place.enterpriseId }),
        action: 'token.create',
        target: row!.id,
        detail: { name },
      })
      return { row: row!, token }
    },
    async update(userId: string, id: string, name: string | undefined, grants: Grants | undefined) {
      checkScopes(grants?.scopes)
      if (grants?.spaces) await requireSpaces(grants.spaces, (await this.get(userId, id)).enterpriseId)
      const change = grants && {
        scopes: grants.scopes ?? null,
        spaces: grants.spaces ?? null,
        permissions: grants.permissions,
      }
      const changed = await db
        .update(personalToken)
        .set({ ...(name !== undefined && { name }), ...change, updatedAt: clock.now() })
        .where(mine(userId, id))
        .returning({ name: personalToken.name })
      if (!changed.length) throw errors.notFound({ what: 'token' })
      await bus.publish('token', id)
      await audit.record({ actorId: userId, action: 'token.update', target: id, detail: { name: changed[0]!.name } })
    },
    async remove(userId: string, id: string) {
      const gone = await db.delete(personalToken).where(mine(userId, id)).returning({ name: personalToken.name })
      if (!gone.length) throw errors.notFound({ what: 'token' })
      await bus.publish('token', id)
      await audit.record({ actorId: userId, action: 'token.delete', target: id, detail: { name: gone[0]!.name } })
    },
    list: (userId: string) =>
      db.select().from(personalToken).where(eq(personalToken.userId, userId)).orderBy(desc(personalToken.id)),
    /** Whether any valid token of the user reaches a space. */
    async reaches(userId: string, spaceId: string): Promise<boolean> {
      const rows = await this.list(userId)
      const works = ({ lockedAt, expiresAt }: (typeof rows)[number]) =>
        lockedAt === null && (expiresAt === 0 || expiresAt > clock.now())
      return rows.some((row) => works(row) && (row.spaces === null || row.spaces.includes(spaceId)))
    },
    /** Tokens of other people in these enterprises. */
    ofOthers: (userId: string, enterpriseIds: string[]) =>
      enterpriseIds.length
        ? db
            .select()
            .from(personalToken)
            .where(and(inArray(personalToken.enterpriseId, enterpriseIds), ne(personalToken.userId, userId)))
            .orderBy(desc(personalToken.id))
        : Promise.resolve([]),
    ofEnterprise: (enterpriseId: string) =>
      db
        .select()
        .from(personalToken)
        .where(eq(personalToken.enterpriseId, enterpriseId))
        .orderBy(desc(personalToken.id)),
    /** Locks a token on behalf of an enterprise admin: it stops working at once but stays in its owner's list. */
    async lock(enterpriseId: string, id: string, actorId: string) {
      const locked = await db
        .update(personalToken)
        .set({ lockedAt: clock.now() })
        .where(and(eq(personalToken.id, id), eq(personalToken.enterpriseId, enterpriseId)))
        .returning({ name: personalToken.name })
      if (!locked.length) throw errors.notFound({ what: 'token' })
      await bus.publish('token', id)
      await audit.record({
        actorId,
        enterpriseId,
        action: 'token.delete',
        target: id,
        detail: { name: locked[0]!.name },
      })
    },
    /** Deletes all tokens of a user in an enterprise, inside a transaction; the caller clears the caches afterwards. */
    async dropIn(enterpriseId: string, userId: string, tx: Tx): Promise<number> {
      const gone = await tx
        .delete(personalToken)
        .where(and(eq(personalToken.userId, userId), eq(personalToken.enterpriseId, enterpriseId)))
        .returning({ id: personalToken.id })
      const kept = await tx.select({ id: personalToken.id }).from(personalToken).where(eq(personalToken.userId, userId))
      return (
        gone.length +
        (await reach.dropCarried(
          enterpriseId,
          'pat',
          kept.map((row) => row.id),
          tx,
        ))
      )
    },
    async get(userId: string, id: string): Promise<TokenRow> {
      const [row] = await db.select().from(personalToken).where(mine(userId, id))
      if (!row) throw errors.notFound({ what: 'token' })
      return row
    },
    /** The user of a token. Looked up by hash, so that timing reveals nothing about the token. */
    async find(token: string): Promise<Actor | undefined> {
      const found = await tokens.get(sha256(token))
      const now = clock.now()
      if (!found || (found.expiresAt !== 0 && found.expiresAt <= now)) return undefined
      if (now - found.usedAt > USED_EVERY_MS) {
        found.usedAt = now
        await note(db.update(personalToken).set({ lastUsedAt: now }).where(eq(personalToken.id, found.actor.token!.id)))
      }
      return found.actor
    },
  }
}
export type TokenService = ReturnType<typeof createTokenService>
