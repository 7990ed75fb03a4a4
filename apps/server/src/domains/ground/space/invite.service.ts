import { SpaceRole, SpaceType } from '@orrery/contract'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { randomToken } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { MailInvites } from './mail-invite.service.ts'
import { spaceErrors } from './space.errors.ts'
import type { SpaceRepo } from './space.repo.ts'
import type { SpaceService } from './space.service.ts'
import { LIMITS } from './space.service.ts'

const LIFETIME_MS = 7 * 24 * 3600_000
const LinkStatus = { normal: 1, invalid: 2, expired: 3 } as const

/** Joining a team space by an invitation link. */
export function createInviteService(deps: {
  repo: SpaceRepo
  spaces: SpaceService
  /** Invitations that were sent to one person each. */
  sent: MailInvites
  audit: AuditService
  bus: Bus
  clock: Clock
}) {
  const { repo, spaces, audit, clock } = deps

  /** Finds an invitation by key: the link of a space, or one that was sent to a person. */
  async function find(key: string) {
    const link = await repo.inviteByKey(key)
    if (link) return link.enabled ? { ...link, role: SpaceRole.member, isSent: false } : undefined
    const sent = await deps.sent.byKey(key)
    return sent && { ...sent, createdBy: sent.invitedBy, isSent: true }
  }
  async function byKey(key: string) {
    const invite = await find(key)
    if (!invite) throw spaceErrors.linkInvalid()
    return { invite, isExpired: invite.expiresAt <= clock.now(), space: await spaces.get(invite.spaceId) }
  }

  return {
    /**
     * Enabling creates a new link if the old one is disabled or has expired; disabling invalidates the link for good.
     */
    async set(spaceId: string, on: boolean, actorId: string) {
      const space = await spaces.get(spaceId)
      if (space.type === SpaceType.personal) throw spaceErrors.personalStays()
      const before = await repo.inviteOf(spaceId)
      const now = clock.now()
      const isAlive = before !== undefined && before.enabled && before.expiresAt > now
      if (on === isAlive && before) return before
      const row = {
        spaceId,
        key: randomToken(),
        enabled: on,
        createdBy: actorId,
        createdAt: now,
        expiresAt: now + LIFETIME_MS,
      }
      await repo.saveInvite(row)
      await audit.record({ actorId, spaceId, action: on ? 'invite.on' : 'invite.off', target: spaceId })
      return row
    },
    async read(spaceId: string) {
      const invite = await repo.inviteOf(spaceId)
      return invite && invite.enabled && invite.expiresAt > clock.now() ? invite : undefined
    },
    async info(key: string, userId: string) {
      const { invite, isExpired, space } = await byKey(key)
      const isJoined = userId !== '' && (await repo.roleOf(space.id, userId)) !== undefined
      return { space, invite, status: isExpired ? LinkStatus.expired : LinkStatus.normal, isJoined }
    },
    async isUsable(key: string | undefined): Promise<boolean> {
      const invite = key === undefined ? undefined : await find(key)
      return invite !== undefined && invite.expiresAt > clock.now()
    },
    async join(key: string, userId: string): Promise<string> {
      const { invite, isExpired, space } = await byKey(key)
      if (isExpired) throw spaceErrors.linkInvalid()
      const counts = await repo.countByRole(space.id)
      if ([...counts.values()].reduce((a, b) => a + b, 0) >= LIMITS.members)
        throw spaceErrors.full({ max: LIMITS.members })
      // A member who opens the link does not use up the invitation of the person it was sent to.
      if ((await repo.roleOf(space.id, userId)) !== undefined) return space.id
      if (invite.isSent && !(await deps.sent.use(key))) throw spaceErrors.linkInvalid()
      if (await repo.addMember(space.id, userId, invite.role, clock.now())) {
        await audit.record({ actorId: userId, spaceId: space.id, action: 'member.join', target: userId })
        await deps.bus.publish('membership', userId)
      }
      return space.id
    },
  }
}
export type InviteService = ReturnType<typeof createInviteService>
