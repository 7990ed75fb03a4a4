import { and, eq, gt, lt } from 'drizzle-orm'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import type { Egress } from '#kit/egress/egress.ts'
import type { Actor } from '#kit/http/context.ts'
import { randomToken, type Secrets, sha256 } from '#kit/secrets.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { space } from '#domains/ground/space/space.table.ts'
import { channelAccount } from '#domains/reach/channel/channel.table.ts'
import { miniSessionErrors } from './mini-session.errors.ts'
import { miniPlatforms } from './mini-platforms.ts'
import { miniCode, miniSession } from './mini-session.table.ts'

const TOKEN_MS = 2 * 3600_000
const CODE_MS = 5 * 60_000

export interface MiniSessionDeps {
  db: Db
  bus: Bus
  clock: Clock
  secrets: Secrets
  egress: Pick<Egress, 'fetch'>
  isPublished(botId: string, connectorId: string): Promise<boolean>
}
interface Asked {
  botId?: string | undefined
  appId?: string | undefined
  connectorId: string
  code: string
  executeMode?: string | undefined
}

/** Turns visitors of a mini program into end users of the published bot, with a short-lived token for this bot only. */
export function createMiniSessions({ db, bus, clock, secrets, egress, isPublished }: MiniSessionDeps) {
  const tokens = createCache({ bus, clearOn: ['session'], limit: 20_000, ttl: { ms: 60_000, clock }, load: read })
  async function read(hash: string) {
    const [row] = await db
      .select({ session: miniSession, spaceId: resource.spaceId, enterpriseId: space.enterpriseId })
      .from(miniSession)
      .innerJoin(resource, eq(resource.id, miniSession.botId))
      .innerJoin(space, eq(space.id, resource.spaceId))
      .innerJoin(appUser, and(eq(appUser.id, miniSession.ownerId), eq(appUser.disabled, false)))
      .where(and(eq(miniSession.tokenHash, hash), gt(miniSession.expiresAt, clock.now())))
    if (!row) return undefined
    const { session, spaceId, enterpriseId } = row
    const actor: Actor = {
      userId: session.ownerId,
      isInstanceOwner: false,
      token: {
        id: session.botId,
        scopes: new Set(['Bot.chat']),
        spaces: new Set([spaceId]),
        ...(enterpriseId && { enterprise: enterpriseId }),
        bots: new Set([session.botId]),
        visitor: { endUser: session.openId, connectorId: session.connectorId },
      },
    }
    return { actor, expiresAt: session.expiresAt }
  }
  /** Finds the channel account of a bot on the platform, and decrypts its config. */
  async function accountOf({ botId, appId, connectorId }: Asked) {
    const platform = miniPlatforms[connectorId]
    if (!platform) throw miniSessionErrors.noConnector()
    const rows = await db
      .select()
      .from(channelAccount)
      .where(
        and(
          eq(channelAccount.connectorId, connectorId),
          botId === undefined ? undefined : eq(channelAccount.resourceId, botId),
        ),
      )
    for (const row of rows) {
      const config = JSON.parse(secrets.open(row.config)) as Record<string, string>
      if (appId !== undefined && config.app_id !== appId) continue
      if (botId === undefined && appId === undefined) continue
      if (!row.isPaused && (await isPublished(row.resourceId, connectorId))) return { row, config, platform }
    }
    throw miniSessionErrors.noConnector()
  }
  return {
    async begin(asked: Asked) {
      if (asked.executeMode && asked.executeMode.toLowerCase() !== 'release') throw miniSessionErrors.onlyPublished()
      const { row, config, platform } = await accountOf(asked)
      const now = clock.now()
      await db.delete(miniCode).where(lt(miniCode.expiresAt, now))
      await db.delete(miniSession).where(lt(miniSession.expiresAt, now))
      const taken = await db
        .insert(miniCode)
        .values({ codeHash: sha256(`${row.id} ${asked.code}`), expiresAt: now + CODE_MS })
        .onConflictDoNothing()
        .returning({ hash: miniCode.codeHash })
      if (!taken.length) throw miniSessionErrors.usedBefore()
      const { openId: theirs, sessionKey } = await platform(egress, config, asked.code)
      // Programs never see the platform’s id of a visitor, only a derived id that is useless elsewhere.
      const openId = secrets.sign(`mini ${asked.connectorId} ${config.app_id ?? ''} ${theirs}`).slice(0, 32)
      const token = `mst_${randomToken()}`
      await db.insert(miniSession).values({
        tokenHash: sha256(token),
        botId: row.resourceId,
        connectorId: asked.connectorId,
        ownerId: row.createdBy,
        openId,
        sessionKey: secrets.seal(sessionKey),
        createdAt: now,
        expiresAt: now + TOKEN_MS,
      })
      return { token, openId, botId: row.resourceId, seconds: TOKEN_MS / 1000 }
    },
    async find(token: string): Promise<Actor | undefined> {
      const found = await tokens.get(sha256(token))
      return found && found.expiresAt > clock.now() ? found.actor : undefined
    },
  }
}
export type MiniSessions = ReturnType<typeof createMiniSessions>
