import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { type Db, note } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import { createCache } from '#kit/cache.ts'
import { appUser, type SessionWay, userSession } from './passport.table.ts'

const LIFETIME_MS = 30 * 24 * 3600_000
const MAX_LIFETIME_MS = 90 * 24 * 3600_000
/** How long a session is cached before it is read from the database again. */
const CACHE_MS = 60_000
const SEEN_EVERY_MS = 5 * 60_000

export interface SessionUser {
  sessionId: string
  userId: string
  isInstanceOwner: boolean
  startedAt: number
}
export interface StartedSession {
  id: string
  token: string
  expiresAt: number
}
interface Cached extends SessionUser {
  expiresAt: number
  seenAt: number
  idleMs: number | null
}
/** How long a session lasts, and how long it may stay unused. */
export interface SessionRules {
  lifetimeMs?: number | undefined
  idleMs?: number | undefined
}
export interface SessionDeps {
  db: Db
  bus: Bus
  newId: NewId
  clock: Clock
  /** Rules of the enterprises that the account belongs to. */
  rulesFor(userId: string): Promise<SessionRules>
}

/** Sessions are stored in the database; every process drops its cached copy as soon as a session ends. */
export function createSessionService({ db, bus, newId, clock, rulesFor }: SessionDeps) {
  const sessions = createCache({ bus, limit: 20_000, ttl: { ms: CACHE_MS, clock }, load: read })
  const listeners = new Map<string, Set<() => void>>()

  /** Payload: a session id, `user:<id>` for all sessions of a user, or `*`. */
  bus.subscribe('session', (payload) => {
    const userId = payload.startsWith('user:') ? payload.slice(5) : undefined
    sessions.forgetWhere((session) => payload === '*' || session?.sessionId === payload || session?.userId === userId)
    if (payload !== '*') notify(userId === undefined ? payload : `user:${userId}`)
  })
  // Interrupts open streams of a token that was deleted or changed.
  bus.subscribe('token', (id) => notify(`token:${id}`))
  const notify = (key: string) => {
    const set = listeners.get(key)
    listeners.delete(key)
    set?.forEach((listener) => listener())
  }

  async function read(tokenHash: string): Promise<Cached | undefined> {
    const [row] = await db
      .select({
        sessionId: userSession.id,
        userId: appUser.id,
        isInstanceOwner: appUser.isInstanceOwner,
        expiresAt: userSession.expiresAt,
        seenAt: userSession.lastSeenAt,
        startedAt: userSession.createdAt,
        idleMs: userSession.idleMs,
      })
      .from(userSession)
      .innerJoin(appUser, eq(appUser.id, userSession.userId))
      .where(
        and(eq(userSession.tokenHash, tokenHash), gt(userSession.expiresAt, clock.now()), eq(appUser.disabled, false)),
      )
    return row
  }

  return {
    async start(userId: string, userAgent: string, address: string, way: SessionWay = ''): Promise<StartedSession> {
      const id = newId()
      const token = randomToken()
      const now = clock.now()
      const { lifetimeMs = LIFETIME_MS, idleMs = null } = await rulesFor(userId)
      const expiresAt = now + Math.min(lifetimeMs, MAX_LIFETIME_MS)
      await db.insert(userSession).values({
        id,
        tokenHash: sha256(token),
        userId,
        userAgent: userAgent.slice(0, 300),
        address,
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
        confirmedAt: now,
        way,
        idleMs,
      })
      return { id, token, expiresAt }
    },
    async find(token: string): Promise<SessionUser | undefined> {
      const found = await sessions.get(sha256(token))
      const now = clock.now()
      if (!found || found.expiresAt <= now) return undefined
      if (found.idleMs !== null && now - found.seenAt > found.idleMs) return undefined
      if (now - found.seenAt > SEEN_EVERY_MS) {
        found.seenAt = now
        await note(db.update(userSession).set({ lastSeenAt: found.seenAt }).where(eq(userSession.id, found.sessionId)))
      }
      return found
    },
    list: (userId: string) =>
      db
        .select()
        .from(userSession)
        .where(and(eq(userSession.userId, userId), gt(userSession.expiresAt, clock.now())))
        .orderBy(desc(userSession.lastSeenAt)),
    async end(userId: string, sessionId: string): Promise<boolean> {
      const gone = await db
        .delete(userSession)
        .where(and(eq(userSession.id, sessionId), eq(userSession.userId, userId)))
        .returning({ id: userSession.id })
      await bus.publish('session', sessionId)
      return gone.length > 0
    },
    /** Ends all sessions of a user except the given one. */
    async endAll(userId: string, except?: string) {
      await db
        .delete(userSession)
        .where(and(eq(userSession.userId, userId), except === undefined ? undefined : ne(userSession.id, except)))
      await bus.publish('session', `user:${userId}`)
    },
    /** Applies stricter rules: ends sessions that are too old or unused for too long, and limits the others. */
    async limit(userIds: readonly string[], { lifetimeMs, idleMs }: SessionRules): Promise<number> {
      const now = clock.now()
      const before = await db.$count(
        userSession,
        and(inArray(userSession.userId, [...userIds]), gt(userSession.expiresAt, now)),
      )
      await db
        .update(userSession)
        .set({
          ...(lifetimeMs !== undefined && {
            expiresAt: sql`least(${userSession.expiresAt}, ${userSession.createdAt} + ${lifetimeMs})`,
          }),
          idleMs: idleMs ?? null,
        })
        .where(inArray(userSession.userId, [...userIds]))
      if (idleMs !== undefined)
        await db
          .delete(userSession)
          .where(and(inArray(userSession.userId, [...userIds]), lt(userSession.lastSeenAt, now - idleMs)))
      const after = await db.$count(
        userSession,
        and(inArray(userSession.userId, [...userIds]), gt(userSession.expiresAt, now)),
      )
      for (const userId of userIds) await bus.publish('session', `user:${userId}`)
      return before - after
    },
    confirm: (sessionId: string) =>
      db.update(userSession).set({ confirmedAt: clock.now() }).where(eq(userSession.id, sessionId)),
    async confirmedAt(sessionId: string): Promise<number> {
      const [row] = await db
        .select({ at: userSession.confirmedAt })
        .from(userSession)
        .where(eq(userSession.id, sessionId))
      return row?.at ?? 0
    },
    /** Ends open streams of a user who lost rights, without signing them out. */
    interrupt: (userId: string) => bus.publish('session', `user:${userId}`),
    onRevoked(actor: { userId: string; sessionId?: string; token?: { id: string } }, listener: () => void): () => void {
      const keys = [
        `user:${actor.userId}`,
        ...(actor.sessionId ? [actor.sessionId] : []),
        ...(actor.token ? [`token:${actor.token.id}`] : []),
      ]
      for (const key of keys) listeners.set(key, (listeners.get(key) ?? new Set()).add(listener))
      return () => keys.forEach((key) => listeners.get(key)?.delete(listener))
    },
  }
}
export type SessionService = ReturnType<typeof createSessionService>
