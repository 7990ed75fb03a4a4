import { and, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { OauthGrants } from './grant.service.ts'
import { oauthErrors } from './oauth.errors.ts'
import { type OauthApp, oauthApp, WEB_APP } from './oauth.table.ts'

export interface WebAppDeps {
  db: Db
  grants: Pick<OauthGrants, 'allow' | 'issue' | 'of'>
  audit: AuditService
  newId: NewId
  clock: Clock
  knownScopes: ReadonlySet<string>
}
export interface WebTokenRequest {
  seconds: number
  /** Undefined: every scope that a token of this user may have. */
  scopes?: string[] | undefined
  spaces?: string[] | undefined
}

/**
 * Tokens for a user's open pages to call the public API as that user. They belong to a built-in personal app among the
 * user's grants: revoking it ends all of them.
 */
export function createWebAppTokens({ db, grants, audit, newId, clock, knownScopes }: WebAppDeps) {
  const find = async (ownerId: string): Promise<OauthApp | undefined> =>
    (
      await db
        .select()
        .from(oauthApp)
        .where(and(eq(oauthApp.ownerId, ownerId), eq(oauthApp.appType, WEB_APP)))
    )[0]
  async function own(ownerId: string): Promise<OauthApp> {
    const known = await find(ownerId)
    if (known) return known
    const now = clock.now()
    await db
      .insert(oauthApp)
      .values({
        id: newId(),
        ownerId,
        name: 'Orrery',
        description: 'Pages of this instance in your browser',
        appType: WEB_APP,
        clientType: 'Legacy',
        clientId: `${randomToken().slice(0, 32)}.web.orrery`,
        redirectUris: [],
        scopes: null,
        createdAt: now,
        updatedAt: now,
      })
      // Of concurrent requests of several pages, only one creates the app.
      .onConflictDoNothing()
    return (await find(ownerId))!
  }
  return {
    async issue(userId: string, address: string, { seconds, scopes, spaces }: WebTokenRequest) {
      const unknown = scopes?.find((scope) => !knownScopes.has(scope))
      if (unknown !== undefined) throw oauthErrors.unknownPermission({ name: unknown.slice(0, 100) })
      const app = await own(userId)
      const grant = (await grants.of(app.id, userId)) ?? (await grants.allow(app, userId, null))
      const token = await grants.issue(grant, { seconds, scopes, spaces, withRefresh: false })
      await audit.record({
        actorId: userId,
        action: 'oauth.web_token',
        target: app.id,
        address,
        detail: { seconds, scopes: scopes ?? 'all', spaces: spaces ?? 'all' },
      })
      return token
    },
  }
}
export type WebAppTokens = ReturnType<typeof createWebAppTokens>
