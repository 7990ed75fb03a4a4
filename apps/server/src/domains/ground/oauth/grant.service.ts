import { and, desc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { Actor } from '#kit/http/context.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import { createCache } from '#kit/cache.ts'
import type { TokenReach } from '#domains/ground/token/reach.service.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { type OauthApp, oauthApp, type OauthGrant, oauthGrant, oauthToken } from './oauth.table.ts'

const REFRESH_MS = 30 * 24 * 3600_000
export const ACCESS_SECONDS = 900
const CACHE_MS = 60_000

export interface GrantDeps {
  db: Db
  bus: Bus
  newId: NewId
  clock: Clock
  reach: TokenReach
}
export interface Tokens {
  access: string
  refresh?: string
  expiresAt: number
}

/** Restrictions of a token; they never exceed the grant. */
export interface IssueOptions {
  seconds?: number | undefined
  scopes?: string[] | undefined
  spaces?: string[] | undefined
  bots?: string[] | undefined
  withRefresh: boolean
}

/** User grants for apps, and their tokens. */
export function createOauthGrants({ db, bus, newId, clock, reach }: GrantDeps) {
  const tokens = createCache({
    bus,
    // Published on changes of an app, a grant or a user.
    clearOn: ['oauth', 'session'],
    limit: 20_000,
    ttl: { ms: CACHE_MS, clock },
    load: read,
  })
  async function read(hash: string): Promise<{ actor: Actor; expiresAt: number } | undefined> {
    const [row] = await db
      .select({ token: oauthToken, grant: oauthGrant })
      .from(oauthToken)
      .innerJoin(oauthGrant, eq(oauthGrant.id, oauthToken.grantId))
      .innerJoin(oauthApp, and(eq(oauthApp.id, oauthGrant.appId), eq(oauthApp.isActive, true)))
      .innerJoin(appUser, and(eq(appUser.id, oauthGrant.userId), eq(appUser.disabled, false)))
      .where(and(eq(oauthToken.tokenHash, hash), eq(oauthToken.kind, 'access'), gt(oauthToken.expiresAt, clock.now())))
    if (!row) return undefined
    const scopes = row.token.scopes ?? row.grant.scopes
    const spaces = row.token.spaces ?? row.grant.spaces
    const actor: Actor = {
      userId: row.grant.userId,
      // A program never has the rights of the instance owner.
      isInstanceOwner: false,
      token: {
        id: row.grant.id,
        scopes: scopes ? new Set(scopes) : 'all',
        spaces: spaces ? new Set(spaces) : 'all',
        ...(row.token.bots && { bots: new Set(row.token.bots) }),
        ...(row.grant.onBehalf && { appId: row.grant.appId }),
        ...(await reach.of({
          userId: row.grant.userId,
          enterpriseId: row.grant.enterpriseId,
          reach: { kind: 'app', id: row.grant.appId },
          carry: { kind: 'grant', id: row.grant.id },
        })),
      },
    }
    return { actor, expiresAt: row.token.expiresAt }
  }

  async function issue(grant: OauthGrant, options: IssueOptions) {
    const now = clock.now()
    await db.delete(oauthToken).where(lt(oauthToken.expiresAt, now))
    const access = `oat_${randomToken()}`
    const expiresAt = now + (options.seconds ?? ACCESS_SECONDS) * 1000
    const { scopes = null, spaces = null, bots = null } = options
    const rows: (typeof oauthToken.$inferInsert)[] = [
      { tokenHash: sha256(access), grantId: grant.id, kind: 'access', scopes, spaces, bots, expiresAt },
    ]
    const refresh = options.withRefresh ? `ort_${randomToken()}` : undefined
    if (refresh)
      rows.push({ tokenHash: sha256(refresh), grantId: grant.id, kind: 'refresh', expiresAt: now + REFRESH_MS })
    await db.insert(oauthToken).values(rows)
    return { access, ...(refresh && { refresh }), expiresAt } satisfies Tokens
  }

  return {
    issue,
    /** Creates the grant, or replaces it if the app already has one. */
    async allow(
      app: OauthApp,
      userId: string,
      spaces: string[] | null,
      inside: { enterpriseId?: string | null; onBehalf?: boolean; scopes?: string[] | null } = {},
    ): Promise<OauthGrant> {
      const values = {
        appId: app.id,
        userId,
        scopes: inside.scopes === undefined ? app.scopes : inside.scopes,
        spaces,
        enterpriseId: inside.enterpriseId ?? null,
        onBehalf: inside.onBehalf ?? false,
      }
      const [row] = await db
        .insert(oauthGrant)
        .values({ ...values, id: newId(), createdAt: clock.now() })
        .onConflictDoUpdate({
          target: [oauthGrant.appId, oauthGrant.userId, oauthGrant.enterpriseId, oauthGrant.onBehalf],
          set: values,
        })
        .returning()
      return row!
    },
    async of(appId: string, userId: string): Promise<OauthGrant | undefined> {
      const [row] = await db
        .select()
        .from(oauthGrant)
        .where(
          and(
            eq(oauthGrant.appId, appId),
            eq(oauthGrant.userId, userId),
            isNull(oauthGrant.enterpriseId),
            eq(oauthGrant.onBehalf, false),
          ),
        )
      return row
    },
    /** Grants of an app by people and enterprises, except those on behalf of people that admins approved. */
    ofApp: (appId: string): Promise<OauthGrant[]> =>
      db
        .select()
        .from(oauthGrant)
        .where(and(eq(oauthGrant.appId, appId), eq(oauthGrant.onBehalf, false)))
        .orderBy(desc(oauthGrant.id)),
    async byIds(ids: string[]): Promise<OauthGrant[]> {
      return ids.length ? db.select().from(oauthGrant).where(inArray(oauthGrant.id, ids)) : []
    },
    ofUsers: (userIds: string[]): Promise<OauthGrant[]> =>
      userIds.length ? db.select().from(oauthGrant).where(inArray(oauthGrant.userId, userIds)) : Promise.resolve([]),
    /** Deletes all grants of a person in an enterprise; the caller clears the caches afterwards. */
    async dropIn(enterpriseId: string, userId: string, tx: Tx): Promise<number> {
      const gone = await tx
        .delete(oauthGrant)
        .where(and(eq(oauthGrant.userId, userId), eq(oauthGrant.enterpriseId, enterpriseId)))
        .returning({ id: oauthGrant.id })
      const kept = await tx.select({ id: oauthGrant.id }).from(oauthGrant).where(eq(oauthGrant.userId, userId))
      return (
        gone.length +
        (await reach.dropCarried(
          enterpriseId,
          'grant',
          kept.map((row) => row.id),
          tx,
        ))
      )
    },
    /** Deletes the grants of an app that was uninstalled from an enterprise. */
    async dropApp(appId: string, enterpriseId: string, onBehalf: boolean) {
      await db
        .delete(oauthGrant)
        .where(
          and(
            eq(oauthGrant.appId, appId),
            eq(oauthGrant.enterpriseId, enterpriseId),
            eq(oauthGrant.onBehalf, onBehalf),
          ),
        )
      await bus.publish('oauth', appId)
    },
    async dropOnBehalf(appId: string, userId: string) {
      await db
        .delete(oauthGrant)
        .where(and(eq(oauthGrant.appId, appId), eq(oauthGrant.userId, userId), eq(oauthGrant.onBehalf, true)))
      await bus.publish('oauth', appId)
    },
    ofUser: (userId: string): Promise<OauthGrant[]> =>
      db
        .select()
        .from(oauthGrant)
        .where(and(eq(oauthGrant.userId, userId), eq(oauthGrant.onBehalf, false)))
        .orderBy(desc(oauthGrant.id)),
    async revoke(appId: string, userId: string) {
      const gone = await db
        .delete(oauthGrant)
        .where(and(eq(oauthGrant.appId, appId), eq(oauthGrant.userId, userId), eq(oauthGrant.onBehalf, false)))
        .returning({ id: oauthGrant.id })
      if (!gone.length) throw errors.notFound({ what: 'app' })
      await bus.publish('oauth', appId)
    },
    /** A refresh token works once. A second use means that it was stolen, so all tokens of its grant are revoked. */
    async refresh(token: string, appId: string): Promise<Tokens | undefined> {
      const tokenHash = sha256(token)
      const [found] = await db
        .select({ token: oauthToken, grant: oauthGrant, isShut: appUser.disabled })
        .from(oauthToken)
        .innerJoin(oauthGrant, eq(oauthGrant.id, oauthToken.grantId))
        .innerJoin(appUser, eq(appUser.id, oauthGrant.userId))
        .where(and(eq(oauthToken.tokenHash, tokenHash), eq(oauthToken.kind, 'refresh'), eq(oauthGrant.appId, appId)))
      if (!found || found.isShut || found.token.expiresAt <= clock.now()) return undefined
      const taken = await db
        .update(oauthToken)
        .set({ usedAt: clock.now() })
        .where(and(eq(oauthToken.tokenHash, tokenHash), isNull(oauthToken.usedAt)))
        .returning({ hash: oauthToken.tokenHash })
      if (taken.length) return issue(found.grant, { withRefresh: true })
      await db.delete(oauthToken).where(eq(oauthToken.grantId, found.grant.id))
      await bus.publish('oauth', appId)
      return undefined
    },
    /** The user of a token, within the granted scopes. */
    async find(token: string): Promise<Actor | undefined> {
      const found = await tokens.get(sha256(token))
      return found && found.expiresAt > clock.now() ? found.actor : undefined
    },
  }
}
export type OauthGrants = ReturnType<typeof createOauthGrants>
