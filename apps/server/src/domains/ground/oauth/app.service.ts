import type { AuditAction } from '@orrery/contract/shared/audit-actions'
import { createHash, createPublicKey } from 'node:crypto'
import { and, count, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { oauthErrors } from './oauth.errors.ts'
import { type OauthApp, oauthApp, oauthKey, oauthSecret, WEB_APP } from './oauth.table.ts'
import { checkRedirect } from './redirect-uri.ts'

const MAX_APPS = 50
const MAX_SECRETS = 10
const registeredBy = (ownerId: string) => and(eq(oauthApp.ownerId, ownerId), ne(oauthApp.appType, WEB_APP))

export interface OauthAppDeps {
  db: Db
  bus: Bus
  audit: AuditService
  newId: NewId
  clock: Clock
  knownScopes: ReadonlySet<string>
}
export interface NewApp {
  name: string
  description: string
  appType: string
  clientType: string
  place?: { enterpriseId: string; organizationId: string } | undefined
}
export interface AppChange {
  name?: string | undefined
  description?: string | undefined
  isActive?: boolean | undefined
  redirectUris?: string[] | undefined
  scopes?: string[] | undefined
}

/** Programs that people have registered, with their secrets and keys. */
export function createOauthApps({ db, bus, audit, newId, clock, knownScopes }: OauthAppDeps) {
  const changed = () => bus.publish('oauth', '*')
  const note = (actorId: string, action: AuditAction, target: string) => audit.record({ actorId, action, target })

  async function own(id: string, ownerId: string): Promise<OauthApp> {
    const [row] = await db
      .select()
      .from(oauthApp)
      .where(and(eq(oauthApp.id, id), registeredBy(ownerId)))
    if (!row) throw errors.notFound({ what: 'app' })
    return row
  }
  async function checkRoom(appId: string) {
    const [secrets] = await db.select({ n: count() }).from(oauthSecret).where(eq(oauthSecret.appId, appId))
    const [keys] = await db.select({ n: count() }).from(oauthKey).where(eq(oauthKey.appId, appId))
    if (secrets!.n + keys!.n >= MAX_SECRETS) throw oauthErrors.secretLimit({ max: MAX_SECRETS })
  }

  return {
    own,
    list: (ownerId: string): Promise<OauthApp[]> =>
      db.select().from(oauthApp).where(registeredBy(ownerId)).orderBy(desc(oauthApp.id)),
    async byIds(ids: string[]): Promise<Map<string, OauthApp>> {
      const rows = ids.length ? await db.select().from(oauthApp).where(inArray(oauthApp.id, ids)) : []
      return new Map(rows.map((row) => [row.id, row]))
    },
    /** The app, unless it is switched off or the built-in one; only such apps may request tokens. */
    async active(clientId: string): Promise<OauthApp | undefined> {
      const [row] = await db.select().from(oauthApp).where(eq(oauthApp.clientId, clientId))
      return row?.isActive && row.appType !== WEB_APP ? row : undefined
    },
    /** The same by id, for enterprises that install the app. */
    async find(id: string): Promise<OauthApp | undefined> {
      const [row] = await db.select().from(oauthApp).where(eq(oauthApp.id, id))
      return row?.isActive && row.appType !== WEB_APP ? row : undefined
    },
    ofEnterprises: (ids: string[]): Promise<OauthApp[]> =>
      ids.length
        ? db.select().from(oauthApp).where(inArray(oauthApp.enterpriseId, ids)).orderBy(desc(oauthApp.id))
        : Promise.resolve([]),
    /** Transfers the apps that one user has in an enterprise to another user. */
    async handOver(enterpriseId: string, from: string, to: string): Promise<number> {
      const moved = await db
        .update(oauthApp)
        .set({ ownerId: to, updatedAt: clock.now() })
        .where(and(eq(oauthApp.enterpriseId, enterpriseId), eq(oauthApp.ownerId, from)))
        .returning({ id: oauthApp.id })
      if (moved.length) await changed()
      return moved.length
    },
    async create(ownerId: string, { place, ...app }: NewApp): Promise<OauthApp> {
      const [mine] = await db.select({ n: count() }).from(oauthApp).where(registeredBy(ownerId))
      if (mine!.n >= MAX_APPS) throw oauthErrors.appLimit({ max: MAX_APPS })
      const now = clock.now()
      const id = newId()
      const [row] = await db
        .insert(oauthApp)
        .values({
          ...app,
          id,
          ownerId,
          enterpriseId: place?.enterpriseId ?? null,
          organizationId: place?.organizationId ?? null,
          // A service app signs with its id as the issuer; all others get a client id that cannot be guessed.
          clientId: app.clientType === 'Service' ? id : `${randomToken().slice(0, 32)}.app.orrery`,
          redirectUris: [],
          scopes: null,
          createdAt: now,
          updatedAt: now,
        })
        .returning()
      await note(ownerId, 'oauth.create', id)
      return row!
    },
    async update(id: string, ownerId: string, change: AppChange) {
      await own(id, ownerId)
      const unknown = change.scopes?.find((scope) => !knownScopes.has(scope))
      if (unknown !== undefined) throw oauthErrors.unknownPermission({ name: unknown.slice(0, 100) })
      const redirectUris = change.redirectUris?.map(checkRedirect)
      await db
        .update(oauthApp)
        .set({ ...change, ...(redirectUris && { redirectUris }), updatedAt: clock.now() })
        .where(eq(oauthApp.id, id))
      await changed()
      await note(ownerId, 'oauth.update', id)
    },
    async remove(id: string, ownerId: string) {
      await own(id, ownerId)
      await db.delete(oauthApp).where(eq(oauthApp.id, id))
      await changed()
      await note(ownerId, 'oauth.delete', id)
    },
    secrets: (appId: string) => db.select().from(oauthSecret).where(eq(oauthSecret.appId, appId)),
    keys: (appId: string) => db.select().from(oauthKey).where(eq(oauthKey.appId, appId)),
    async createSecret(id: string, ownerId: string) {
      await own(id, ownerId)
      await checkRoom(id)
      const plaintext = `ocs_${randomToken()}`
      const row = {
        id: newId(),
        appId: id,
        secretHash: sha256(plaintext),
        mask: `${plaintext.slice(0, 7)}…${plaintext.slice(-4)}`,
        createdAt: clock.now(),
      }
      await db.insert(oauthSecret).values(row)
      await note(ownerId, 'oauth.secret.create', id)
      return { id: row.id, mask: row.mask, plaintext }
    },
    async deleteSecret(id: string, ownerId: string, secretId: string) {
      await own(id, ownerId)
      const gone = await db
        .delete(oauthSecret)
        .where(and(eq(oauthSecret.id, secretId), eq(oauthSecret.appId, id)))
        .returning({ id: oauthSecret.id })
      if (!gone.length) throw errors.notFound({ what: 'secret' })
      await note(ownerId, 'oauth.secret.delete', id)
    },
    async hasSecret(appId: string, secret: string): Promise<boolean> {
      const [row] = await db
        .select({ id: oauthSecret.id })
        .from(oauthSecret)
        .where(and(eq(oauthSecret.appId, appId), eq(oauthSecret.secretHash, sha256(secret))))
      return row !== undefined
    },
    async uploadKey(id: string, ownerId: string, pem: string): Promise<string> {
      await own(id, ownerId)
      await checkRoom(id)
      const { fingerprint, text } = readKey(pem)
      const added = await db
        .insert(oauthKey)
        .values({ fingerprint, appId: id, pem: text, createdAt: clock.now() })
        .onConflictDoNothing()
        .returning({ fingerprint: oauthKey.fingerprint })
      if (!added.length) throw oauthErrors.keyTaken()
      await note(ownerId, 'oauth.key.create', id)
      return fingerprint
    },
    async deleteKey(fingerprint: string, ownerId: string) {
      const [row] = await db.select().from(oauthKey).where(eq(oauthKey.fingerprint, fingerprint))
      if (!row) throw errors.notFound({ what: 'key' })
      await own(row.appId, ownerId)
      await db.delete(oauthKey).where(eq(oauthKey.fingerprint, fingerprint))
      await note(ownerId, 'oauth.key.delete', row.appId)
    },
    async key(appId: string, fingerprint: string): Promise<string | undefined> {
      const [row] = await db
        .select({ pem: oauthKey.pem })
        .from(oauthKey)
        .where(and(eq(oauthKey.fingerprint, fingerprint), eq(oauthKey.appId, appId)))
      return row?.pem
    },
  }
}
export type OauthApps = ReturnType<typeof createOauthApps>

function readKey(pem: string): { fingerprint: string; text: string } {
  try {
    if (/PRIVATE KEY/.test(pem)) throw new Error('private')
    const key = createPublicKey(pem)
    const isStrong = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    if (!isStrong) throw new Error('weak')
    const fingerprint = createHash('sha256')
      .update(key.export({ type: 'spki', format: 'der' }))
      .digest('base64url')
    return { fingerprint, text: key.export({ type: 'spki', format: 'pem' }).toString() }
  } catch {
    throw oauthErrors.badKey()
  }
}
