import { randomBytes } from 'node:crypto'
import type { Bus } from '#kit/bus.ts'
import { createCache } from '#kit/cache.ts'
import type { Clock } from '#kit/clock.ts'
import { AppError } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { RateLimiter } from '#kit/rate-limit.ts'
import { sha256 } from '#kit/secrets.ts'
import type { RunnableBot } from '#domains/studio/bot/bot.service.ts'
import type { PublishService } from '#domains/studio/bot/publish.service.ts'
import type { ChatBots } from '#domains/studio/project/chat-bot.service.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { Passwords } from '#domains/ground/passport/shared/password.ts'
import { shareErrors } from './share.errors.ts'
import type { ShareRepo } from './share.repo.ts'
import type { ShareRow, VisitorRow } from './share.table.ts'
import { LINK_CHANGED } from './link-changed.ts'

export interface VisitDeps {
  repo: ShareRepo
  publishing: Pick<PublishService, 'getPublished'>
  /** The bot that answers in the chat on the pages of a project, if there is one. */
  chatBots: Pick<ChatBots, 'of'>
  limiter: RateLimiter
  passwords: Pick<Passwords, 'matches'>
  bus: Bus
  newId: NewId
  clock: Clock
}
/** An admitted visitor and the shared resource. */
export interface Visit {
  share: ShareRow
  visitor: VisitorRow
  bot: RunnableBot
  /** The bot that answers: the shared one, or the one in the chat of its pages. */
  speaker: RunnableBot & Pick<TurnBot, 'pageTools'>
}
const SEEN_EVERY_MS = 3600_000
/** A cached visit is read again after this time, even without a bus message. */
const KEEP_MS = 5000
const TRIES = { seconds: 600, byAddress: 20, byLink: 500 }

/** Visitors have no account and are identified only by a token. */
export function createVisitService({ repo, publishing, chatBots, limiter, passwords, bus, newId, clock }: VisitDeps) {
  /** Cached, since every call of a visitor reads it: by the key of the link and the hash of the token. */
  const open = createCache({
    bus,
    topic: LINK_CHANGED,
    limit: 5000,
    ttl: { ms: KEEP_MS, clock },
    load: repo.visit,
  })
  async function linked(key: string): Promise<ShareRow> {
    const row = await repo.byKey(key)
    if (!row) throw shareErrors.noSuchLink()
    return row
  }
  /** The version published to exactly this channel. */
  async function live({ resourceId, connectorId }: ShareRow): Promise<RunnableBot | undefined> {
    return publishing.getPublished(resourceId, connectorId).catch((cause: unknown) => {
      if (cause instanceof AppError && cause.status === 404) return undefined
      throw cause
    })
  }
  const speakerOf = async (bot: RunnableBot): Promise<Visit['speaker']> =>
    (bot.isProject ? await chatBots.of(bot.version, bot.spaceId) : undefined) ?? bot
  /** The visitor of a token, if the token belongs to this link. */
  async function known(share: ShareRow, token: string): Promise<VisitorRow | undefined> {
    const found = token.startsWith('vis_') ? await repo.visitor(sha256(token)) : undefined
    return found?.resourceId === share.resourceId && found.connectorId === share.connectorId ? found : undefined
  }
  const isOpen = (share: ShareRow, visitor: VisitorRow | undefined) =>
    share.passwordHash === '' || visitor?.passwordVersion === share.passwordVersion

  async function requireOpen(key: string, token: string): Promise<Omit<Visit, 'speaker'>> {
    const found = await open.get(key, token.startsWith('vis_') ? sha256(token) : '')
    if (!found) throw shareErrors.noSuchLink()
    const { share, visitor } = found
    const bot = await live(share)
    if (!bot) throw shareErrors.offline()
    if (!visitor || !isOpen(share, visitor)) throw shareErrors.visitOver()
    const now = clock.now()
    if (visitor.seenAt < now - SEEN_EVERY_MS) {
      await repo.updateVisitor(visitor.id, { seenAt: now })
      open.forget(key)
    }
    return { share, bot, visitor }
  }

  async function checkPassword(share: ShareRow, password: string, address: string) {
    if (!password) throw shareErrors.passwordNeeded()
    limiter.take(`share:${share.resourceId}:${address}`, TRIES.byAddress, TRIES.seconds)
    limiter.take(`share:${share.resourceId}`, TRIES.byLink, TRIES.seconds)
    if (!(await passwords.matches(password, share.passwordHash))) throw shareErrors.wrongPassword()
  }

  return {
    async info(key: string) {
      const share = await linked(key)
      return { share, bot: await live(share) }
    },
    /** Admits a visitor. A valid token keeps their identity. */
    async enter(key: string, password: string, token: string, address: string): Promise<Visit & { token: string }> {
      const share = await linked(key)
      const bot = await live(share)
      if (!bot) throw shareErrors.offline()
      const before = await known(share, token)
      if (!isOpen(share, before)) await checkPassword(share, password, address)
      const speaker = await speakerOf(bot)
      const now = clock.now()
      const stamp = { passwordVersion: share.passwordVersion, seenAt: now }
      if (before) {
        await repo.updateVisitor(before.id, stamp)
        // A process may have cached that they were not admitted.
        await bus.publish(LINK_CHANGED, key)
        return { share, bot, speaker, visitor: { ...before, ...stamp }, token }
      }
      const made = `vis_${randomBytes(32).toString('base64url')}`
      const visitor = {
        id: newId(),
        resourceId: share.resourceId,
        connectorId: share.connectorId,
        tokenHash: sha256(made),
        createdAt: now,
        ...stamp,
      }
      await repo.addVisitor(visitor)
      return { share, bot, speaker, visitor, token: made }
    },
    /** Every call of a visitor passes this check: the link, the password and the publication have to be valid still. */
    async require(key: string, token: string): Promise<Visit> {
      const visit = await requireOpen(key, token)
      return { ...visit, speaker: await speakerOf(visit.bot) }
    },
    /** The same check for visitors who use the pages without a chat. */
    requireOpen,
  }
}
export type VisitService = ReturnType<typeof createVisitService>
