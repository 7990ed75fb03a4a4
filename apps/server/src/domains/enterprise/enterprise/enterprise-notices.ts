import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { Notices } from '#domains/ground/notice/notice.service.ts'
import type { Waiting } from '#domains/ground/notice/shared/waiting.ts'
import { appUser } from '#domains/ground/passport/passport.table.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import { enterprise } from './enterprise.table.ts'
import { joinApplication, type JoinApplicationRow, joinInvitation } from './join.table.ts'

export interface EnterpriseNoticeDeps {
  db: Db
  notices: Notices
  enterprises: Pick<EnterpriseService, 'get' | 'listOf' | 'may'>
  clock: Clock
}
/** Time after which an open request expires and a new one can be made. */
export const OPEN_MS = 30 * 24 * 3600_000
/** Page with the menu of spaces, in which invitations are answered. */
const HOME = '/space'

/** Notices of invitations and requests of enterprises. */
export function createEnterpriseNotices({ db, notices, enterprises, clock }: EnterpriseNoticeDeps) {
  async function administered(userId: string): Promise<{ id: string; name: string }[]> {
    const mine = (await enterprises.listOf(userId)).map((row) => row.enterprise)
    const may = await Promise.all(mine.map(({ id }) => enterprises.may(userId, id, 'managePeople')))
    return mine.filter((_, at) => may[at])
  }
  return {
    async invited(enterpriseId: string, userId: string, { by, key, tx }: { by: string; key: string; tx: Tx }) {
      const [inviter] = await tx.select({ name: appUser.name }).from(appUser).where(eq(appUser.id, by))
      const { name } = await enterprises.get(enterpriseId)
      const params = { event: 'enterprise', name, inviter: inviter?.name ?? '' } as const
      await notices.notify([userId], 'invitation', params, { key, link: HOME, tx })
    },
    async decided({ id, enterpriseId, userId }: JoinApplicationRow, isApproved: boolean, tx: Tx): Promise<void> {
      const { name } = await enterprises.get(enterpriseId)
      const event = isApproved ? ('approved' as const) : ('rejected' as const)
      const link = isApproved ? `/enterprise/${enterpriseId}` : '/inbox'
      await notices.notify([userId], 'request', { event, name }, { key: id, link, tx })
    },
    wake: notices.wake,
    /** Requests that a person may decide, and invitations that the person may answer. */
    async waitingFor(userId: string, most: number): Promise<Waiting[]> {
      const names = new Map((await administered(userId)).map(({ id, name }) => [id, name]))
      const isOpen = and(eq(joinApplication.status, 'Processing'), gt(joinApplication.createdAt, clock.now() - OPEN_MS))
      const requests = names.size
        ? await db
            .select({ row: joinApplication, person: appUser.name })
            .from(joinApplication)
            .innerJoin(appUser, eq(appUser.id, joinApplication.userId))
            .where(and(inArray(joinApplication.enterpriseId, [...names.keys()]), isOpen))
            .orderBy(desc(joinApplication.id))
            .limit(most)
        : []
      const invitations = await db
        .select({ row: joinInvitation, name: enterprise.name, inviter: appUser.name })
        .from(joinInvitation)
        .innerJoin(enterprise, eq(enterprise.id, joinInvitation.enterpriseId))
        .innerJoin(appUser, eq(appUser.id, joinInvitation.invitedBy))
        .where(
          and(
            eq(joinInvitation.userId, userId),
            eq(joinInvitation.status, 'Confirming'),
            gt(joinInvitation.expiresAt, clock.now()),
          ),
        )
        .orderBy(desc(joinInvitation.id))
        .limit(most)
      return [
        ...requests.map(({ row, person }): Waiting => ({
          kind: 'request',
          params: { event: 'waits', name: names.get(row.enterpriseId)!, person },
          id: row.id,
          link: `/enterprise/${row.enterpriseId}/requests`,
          at: row.createdAt,
        })),
        ...invitations.map(({ row, name, inviter }): Waiting => ({
          kind: 'invitation',
          params: { event: 'enterprise', name, inviter },
          id: row.id,
          link: HOME,
          at: row.createdAt,
        })),
      ]
    },
  }
}
export type EnterpriseNotices = ReturnType<typeof createEnterpriseNotices>
