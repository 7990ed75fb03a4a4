import { type SpaceRole, SpaceType } from '@orrery/contract'
import { and, desc, eq, gt } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { Mail } from '#kit/mail.ts'
import { randomToken } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { Waiting } from '#domains/ground/notice/shared/waiting.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import { spaceErrors } from './space.errors.ts'
import type { SpaceService } from './space.service.ts'
import { space as spaceTable, spaceMailInvite } from './space.table.ts'

export interface MailInviteDeps {
  db: Db
  spaces: Pick<SpaceService, 'get'>
  people: Pick<PassportService, 'findAccount' | 'get' | 'getMany'>
  notices: Notices
  mail: Mail
  audit: AuditService
  newId: NewId
  clock: Clock
  log: Log
}
export type InvitedRole = typeof SpaceRole.admin | typeof SpaceRole.member
const LIFETIME_MS = 7 * 24 * 3600_000

/** Invitations sent by mail to one person each. Each link works once. */
export function createMailInvites({ db, spaces, people, notices, mail, audit, newId, clock, log }: MailInviteDeps) {
  const table = spaceMailInvite
  return {
    /** Sends an invitation to each address; a repeated invitation replaces the link. Returns the failed addresses. */
    async send(spaceId: string, emails: readonly string[], role: InvitedRole, actorId: string) {
      const space = await spaces.get(spaceId)
      if (space.type === SpaceType.personal) throw spaceErrors.personalStays()
      if (!mail.isOn()) throw spaceErrors.noMail()
      const inviter = await people.get(actorId)
      const failed: string[] = []
      for (const email of new Set(emails.map((address) => address.trim()))) {
        const key = randomToken()
        const now = clock.now()
        try {
          await mail.sendInvitation({
            to: email,
            inviter: inviter.name,
            space: space.name,
            key,
            locale: inviter.locale,
          })
        } catch (cause) {
          log.warn({ err: cause, spaceId }, 'an invitation could not be sent')
          failed.push(email)
          continue
        }
        const row = { email, role, key, invitedBy: actorId, createdAt: now, expiresAt: now + LIFETIME_MS }
        await db
          .insert(table)
          .values({ id: newId(), spaceId, emailKey: email.toLowerCase(), ...row })
          .onConflictDoUpdate({ target: [table.spaceId, table.emailKey], set: row })
        const invited = await people.findAccount(email)
        if (invited) {
          const params = { event: 'space', name: space.name, inviter: inviter.name } as const
          const occurrence = { key: `${spaceId} ${now}`, link: `/invite/${key}`, isMailed: true }
          await notices.notify([invited.id], 'invitation', params, occurrence)
        }
        await audit.record({ actorId, spaceId, action: 'invitation.send', target: spaceId, detail: { email } })
      }
      return { failed }
    },
    async pending(spaceId: string) {
      const rows = await db
        .select()
        .from(table)
        .where(and(eq(table.spaceId, spaceId), gt(table.expiresAt, clock.now())))
        .orderBy(desc(table.createdAt))
      const inviters = await people.getMany([...new Set(rows.map((row) => row.invitedBy))])
      const names = new Map(inviters.map((user) => [user.id, user.name]))
      return rows.map((row) => ({ ...row, inviter: names.get(row.invitedBy) ?? '' }))
    },
    /** Invitations that the user can still accept. */
    async waitingFor(userId: string, most: number): Promise<Waiting[]> {
      const { email } = await people.get(userId)
      const rows = await db
        .select({ invite: table, space: spaceTable.name, inviter: appUser.name })
        .from(table)
        .innerJoin(spaceTable, eq(spaceTable.id, table.spaceId))
        .innerJoin(appUser, eq(appUser.id, table.invitedBy))
        .where(and(eq(table.emailKey, email.toLowerCase()), gt(table.expiresAt, clock.now())))
        .orderBy(desc(table.createdAt))
        .limit(most)
      return rows.map(({ invite, space, inviter }) => ({
        kind: 'invitation',
        params: { event: 'space', name: space, inviter },
        id: invite.id,
        link: `/invite/${invite.key}`,
        at: invite.createdAt,
      }))
    },
    async cancel(spaceId: string, id: string, actorId: string) {
      const where = and(eq(table.spaceId, spaceId), eq(table.id, id))
      const [gone] = await db.delete(table).where(where).returning({ email: table.email })
      if (!gone) throw errors.notFound({ what: 'invitation' })
      await audit.record({
        actorId,
        spaceId,
        action: 'invitation.cancel',
        target: spaceId,
        detail: { email: gone.email },
      })
    },
    byKey: async (key: string) => (await db.select().from(table).where(eq(table.key, key)))[0],
    /** Consumes the invitation; true for exactly one caller. */
    use: async (key: string) =>
      (await db.delete(table).where(eq(table.key, key)).returning({ id: table.id })).length > 0,
  }
}
export type MailInvites = ReturnType<typeof createMailInvites>
