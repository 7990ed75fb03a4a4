import { and, count, desc, eq, gt, inArray, lt, type SQL } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, sha256 } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { appUser, type UserRow } from '#domains/ground/passport/passport.table.ts'
import { type EnterpriseNotices, OPEN_MS } from './enterprise-notices.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import {
  type ApplicationStatus,
  enterpriseInvite,
  joinApplication,
  type JoinApplicationRow,
  joinInvitation,
  type JoinInvitationRow,
} from './join.table.ts'
import { peopleErrors } from './people.errors.ts'
import { begins } from './people.repo.ts'
import type { EnterprisePeople } from './people.service.ts'
import type { EnterpriseSettingsService } from './settings.service.ts'

const DAY_MS = 24 * 3600_000

export interface JoinDeps {
  db: Db
  enterprises: EnterpriseService
  people: EnterprisePeople
  accounts: Pick<PassportService, 'get'>
  settings: EnterpriseSettingsService
  notices: Pick<EnterpriseNotices, 'decided' | 'wake'>
  audit: AuditService
  newId: NewId
  clock: Clock
}
export type LinkState = 'CanApply' | 'AlreadyApplied' | 'Joined' | 'Expired' | 'Deny'
interface Page {
  key?: string | undefined
  page: number
  size: number
}

/** How people join: by link and application, or by invitation. Both need the consent of an admin. */
export function createEnterpriseJoin(deps: JoinDeps) {
  const { db, enterprises, people, accounts, settings, notices, audit, newId, clock } = deps
  const stateOf = (row: JoinInvitationRow) =>
    row.status === 'Confirming' && row.expiresAt <= clock.now() ? ('Expired' as const) : row.status
  async function openApplication(enterpriseId: string, userId: string, kind: 'link' | 'member') {
    const [row] = await db
      .select()
      .from(joinApplication)
      .where(
        and(
          eq(joinApplication.enterpriseId, enterpriseId),
          eq(joinApplication.userId, userId),
          eq(joinApplication.kind, kind),
        ),
      )
      .orderBy(desc(joinApplication.id))
      .limit(1)
    return row
  }
  const isOpen = (row: JoinApplicationRow | undefined) =>
    row?.status === 'Processing' && row.createdAt > clock.now() - OPEN_MS
  async function linkOf(key: string) {
    const [row] = await db
      .select()
      .from(enterpriseInvite)
      .where(eq(enterpriseInvite.keyHash, sha256(key)))
    return row
  }
  async function apply(enterpriseId: string, userId: string, kind: 'link' | 'member', remark: string) {
    const last = await openApplication(enterpriseId, userId, kind)
    if (isOpen(last)) throw peopleErrors.applied()
    const again = last?.status === 'Rejected' ? last.decidedAt! + DAY_MS - clock.now() : 0
    if (again > 0) throw peopleErrors.applyLater({ hours: Math.ceil(again / 3600_000) })
    const now = clock.now()
    const id = newId()
    await db.transaction(async (tx) => {
      // Reject an expired application, which would block the new one.
      await tx
        .update(joinApplication)
        .set({ status: 'Rejected', decidedAt: now })
        .where(
          and(
            eq(joinApplication.enterpriseId, enterpriseId),
            eq(joinApplication.userId, userId),
            eq(joinApplication.status, 'Processing'),
            lt(joinApplication.createdAt, now - OPEN_MS),
          ),
        )
      const added = await tx
        .insert(joinApplication)
        .values({ id, enterpriseId, userId, kind, remark, status: 'Processing', createdAt: now })
        .onConflictDoNothing()
        .returning({ id: joinApplication.id })
      if (!added.length) throw peopleErrors.applied()
      await audit.record(
        { actorId: userId, enterpriseId, action: 'enterprise.apply', target: userId, detail: { kind } },
        tx,
      )
    })
  }
  async function deny(enterpriseId: string, user: UserRow) {
    return (await people.joinable(enterpriseId, [user])).get(user.id)!
  }

  return {
    stateOf,
    /** Creates the join link of a person, replacing the previous one. */
    async link(enterpriseId: string, actorId: string): Promise<{ key: string; expiresAt: number }> {
      const key = randomToken()
      const now = clock.now()
      const days = (await settings.of(enterpriseId)).JoinEnterpriseShareLinkExpirationTime
      const row = {
        enterpriseId,
        createdBy: actorId,
        keyHash: sha256(key),
        createdAt: now,
        expiresAt: now + days * DAY_MS,
      }
      await db
        .insert(enterpriseInvite)
        .values(row)
        .onConflictDoUpdate({ target: [enterpriseInvite.enterpriseId, enterpriseInvite.createdBy], set: row })
      await audit.record({ actorId, enterpriseId, action: 'enterprise.invite_link', target: enterpriseId })
      return { key, expiresAt: row.expiresAt }
    },
    /** Describes a join link to its reader. Strangers cannot tell an unknown link from an expired one. */
    async linkInfo(key: string, userId: string) {
      const link = await linkOf(key)
      if (!link) throw peopleErrors.linkGone()
      const found = await enterprises.get(link.enterpriseId)
      const user = userId ? await accounts.get(userId) : undefined
      const state = async (): Promise<{ status: LinkState; deny?: string; remark?: string }> => {
        if (user && (await enterprises.person(found.id, user.id))) return { status: 'Joined' }
        if (link.expiresAt <= clock.now() || found.closingAt !== null) return { status: 'Expired' }
        // The creator of the link may have left or lost the right.
        if (!(await enterprises.may(link.createdBy, found.id, 'managePeople'))) return { status: 'Expired' }
        if (!user) return { status: 'CanApply' }
        const joinable = await deny(found.id, user)
        if (joinable === 'GuestProhibitedByEnterprise') return { status: 'Deny', deny: 'VisitorsProhibited' }
        if (joinable !== 'CanJoin') return { status: 'Deny', deny: 'GuestProhibitedByInvitedUserEnterprise' }
        const last = await openApplication(found.id, user.id, 'link')
        return isOpen(last) ? { status: 'AlreadyApplied', remark: last!.remark } : { status: 'CanApply' }
      }
      return { link, enterprise: found, ...(await state()) }
    },
    async applyByLink(key: string, userId: string, remark: string) {
      const { link, status } = await this.linkInfo(key, userId)
      if (status === 'Expired') throw peopleErrors.linkGone()
      if (status === 'Deny') throw peopleErrors.denied()
      if (status === 'Joined') throw peopleErrors.alreadyIn()
      await apply(link.enterpriseId, userId, 'link', remark)
    },
    async memberState(enterpriseId: string, userId: string) {
      const person = await enterprises.person(enterpriseId, userId)
      if (!person) throw errors.notFound({ what: 'enterprise' })
      if (person.peopleType === 'EnterpriseMember') return { status: 'Joined' as const, remark: '' }
      const last = await openApplication(enterpriseId, userId, 'member')
      if (isOpen(last)) return { status: 'AlreadyApplied' as const, remark: last!.remark }
      const bound = await deny(enterpriseId, await accounts.get(userId))
      const status = bound === 'GuestProhibitedByInvitedUserEnterprise' ? ('Deny' as const) : ('CanApply' as const)
      return { status, remark: '' }
    },
    async applyAsMember(enterpriseId: string, userId: string, remark: string) {
      const { status } = await this.memberState(enterpriseId, userId)
      if (status === 'Joined') throw peopleErrors.notAGuest()
      if (status === 'Deny') throw peopleErrors.denied()
      await apply(enterpriseId, userId, 'member', remark)
    },
    async applications(enterpriseId: string, status: ApplicationStatus | undefined, { key, page, size }: Page) {
      const where = and(
        eq(joinApplication.enterpriseId, enterpriseId),
        status ? eq(joinApplication.status, status) : undefined,
        status === 'Processing' ? gt(joinApplication.createdAt, clock.now() - OPEN_MS) : undefined,
        key ? begins(key) : undefined,
      )
      return listed(joinApplication, where, page, size)
    },
    /** Decides applications. Repeating a decision is harmless; a conflicting one fails with the name of who decided. */
    async decide(enterpriseId: string, ids: string[], status: 'Approved' | 'Rejected', actorId: string) {
      const rows = await db
        .select()
        .from(joinApplication)
        .where(and(eq(joinApplication.enterpriseId, enterpriseId), inArray(joinApplication.id, ids)))
      if (rows.length < new Set(ids).size) throw errors.notFound({ what: 'application' })
      const settled = rows.find((row) => row.status !== 'Processing' && row.status !== status)
      if (settled) {
        const who = settled.decidedBy ? (await accounts.get(settled.decidedBy))?.name : undefined
        throw peopleErrors.decided({ who: who ?? '–', status: settled.status })
      }
      for (const row of rows.filter((item) => item.status === 'Processing')) {
        const user = await accounts.get(row.userId)
        const role = row.kind === 'member' ? 'Member' : await people.roleFor(enterpriseId, user)
        await db.transaction(async (tx) => {
          const decided = await tx
            .update(joinApplication)
            .set({ status, decidedBy: actorId, decidedAt: clock.now() })
            .where(and(eq(joinApplication.id, row.id), eq(joinApplication.status, 'Processing')))
            .returning({ id: joinApplication.id })
          if (!decided.length) return
          if (
            status === 'Approved' &&
            !(await enterprises.addPerson(enterpriseId, { userId: row.userId, roles: [role], invitedBy: actorId }, tx))
          )
            if (row.kind === 'member') await enterprises.promote(enterpriseId, row.userId, tx)
          await audit.record(
            {
              actorId,
              enterpriseId,
              action: status === 'Approved' ? 'enterprise.approve' : 'enterprise.reject',
              target: row.userId,
              detail: { kind: row.kind, role },
            },
            tx,
          )
          await notices.decided(row, status === 'Approved', tx)
        })
      }
      await notices.wake()
      await enterprises.changed(enterpriseId)
    },
    async invitations(enterpriseId: string, status: string | undefined, { key, page, size }: Page) {
      const now = clock.now()
      const open = eq(joinInvitation.status, 'Confirming')
      const where = and(
        eq(joinInvitation.enterpriseId, enterpriseId),
        status === undefined
          ? undefined
          : status === 'Expired'
            ? and(open, lt(joinInvitation.expiresAt, now))
            : status === 'Confirming'
              ? and(open, gt(joinInvitation.expiresAt, now))
              : eq(joinInvitation.status, status as JoinInvitationRow['status']),
        key ? begins(key) : undefined,
      )
      return listed(joinInvitation, where, page, size)
    },
    /** Open invitations of a person. */
    waitingFor: (userId: string) =>
      db
        .select()
        .from(joinInvitation)
        .where(
          and(
            eq(joinInvitation.userId, userId),
            eq(joinInvitation.status, 'Confirming'),
            gt(joinInvitation.expiresAt, clock.now()),
          ),
        )
        .orderBy(desc(joinInvitation.id)),
    async invitation(id: string): Promise<JoinInvitationRow> {
      const [row] = await db.select().from(joinInvitation).where(eq(joinInvitation.id, id))
      if (!row) throw errors.notFound({ what: 'invitation' })
      return row
    },
    denied: async (enterpriseId: string, userId: string) => deny(enterpriseId, await accounts.get(userId)),
    /** Answers an invitation; only the invited person may. */
    async answer(enterpriseId: string, id: string, userId: string, joins: boolean) {
      const row = await this.invitation(id)
      if (row.userId !== userId || row.enterpriseId !== enterpriseId) throw errors.notFound({ what: 'invitation' })
      const state = stateOf(row)
      if (state !== 'Confirming') {
        if (state === (joins ? 'Joined' : 'Rejected')) return
        throw peopleErrors.invitationOver({ status: state })
      }
      if (joins && (await deny(enterpriseId, await accounts.get(userId))) !== 'CanJoin') throw peopleErrors.denied()
      await db.transaction(async (tx) => {
        const taken = await tx
          .update(joinInvitation)
          .set({ status: joins ? 'Joined' : 'Rejected', decidedAt: clock.now() })
          .where(and(eq(joinInvitation.id, id), eq(joinInvitation.status, 'Confirming')))
          .returning({ id: joinInvitation.id })
        if (!taken.length) throw peopleErrors.invitationOver({ status: state })
        if (joins) await enterprises.addPerson(enterpriseId, { userId, roles: row.roles, invitedBy: row.invitedBy }, tx)
        await audit.record(
          {
            actorId: userId,
            enterpriseId,
            action: joins ? 'enterprise.invitation_accept' : 'enterprise.invitation_reject',
            target: userId,
          },
          tx,
        )
      })
      await enterprises.changed(enterpriseId)
    },
    async revoke(enterpriseId: string, id: string, actorId: string) {
      const row = await this.invitation(id)
      if (row.enterpriseId !== enterpriseId) throw errors.notFound({ what: 'invitation' })
      const revoked = await db
        .update(joinInvitation)
        .set({ status: 'Revoked', decidedAt: clock.now() })
        .where(and(eq(joinInvitation.id, id), eq(joinInvitation.status, 'Confirming')))
        .returning({ id: joinInvitation.id })
      if (!revoked.length && row.status !== 'Revoked') throw peopleErrors.invitationOver({ status: row.status })
      if (revoked.length)
        await audit.record({ actorId, enterpriseId, action: 'enterprise.invitation_revoke', target: row.userId })
    },
  }

  /** Rows newest first, with their people. */
  async function listed<T extends typeof joinApplication | typeof joinInvitation>(
    table: T,
    where: SQL | undefined,
    page: number,
    size: number,
  ) {
    const rows = await db
      .select({ row: table as typeof joinApplication, user: appUser })
      .from(table as typeof joinApplication)
      .innerJoin(appUser, eq(appUser.id, table.userId))
      .where(where)
      .orderBy(desc(table.id))
      .limit(size)
      .offset((page - 1) * size)
    const [total] = await db
      .select({ n: count() })
      .from(table as typeof joinApplication)
      .innerJoin(appUser, eq(appUser.id, table.userId))
      .where(where)
    return { rows: rows as unknown as { row: T['$inferSelect']; user: UserRow }[], total: total!.n }
  }
}
export type EnterpriseJoin = ReturnType<typeof createEnterpriseJoin>
