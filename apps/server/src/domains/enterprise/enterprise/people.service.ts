import { type EnterpriseRole, mayEnterprise } from '@orrery/contract'
import { sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SessionService } from '#domains/ground/passport/session.service.ts'
import type { UserRow } from '#domains/ground/passport/passport.table.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import { enterpriseErrors } from './enterprise.errors.ts'
import { type EnterpriseService, peopleTypeOf } from './enterprise.service.ts'
import type { EnterprisePersonRow } from './enterprise.table.ts'
import { joinInvitation } from './join.table.ts'
import { peopleErrors } from './people.errors.ts'
import type { PeopleFilter, PeopleRepo } from './people.repo.ts'
import type { EnterpriseSettingsService } from './settings.service.ts'

const INVITATION_MS = 7 * 24 * 3600_000
export type Joinable = 'CanJoin' | 'GuestProhibitedByEnterprise' | 'GuestProhibitedByInvitedUserEnterprise'

export interface PeopleDeps {
  repo: PeopleRepo
  enterprises: EnterpriseService
  settings: EnterpriseSettingsService
  people: Pick<PassportService, 'getMany' | 'findPerson' | 'get'>
  sessions: Pick<SessionService, 'endAll' | 'interrupt'>
  spaces: Pick<SpaceService, 'rightsChanged'>
  audit: AuditService
  newId: NewId
  clock: Clock
  /** Revokes tokens and grants that act for a person in the enterprise. */
  revokePrograms(enterpriseId: string, userId: string, tx: Tx): Promise<{ tokens: number; grants: number }>
  onRevoked(): Promise<void>
  /** Notifies a person of an invitation. */
  tellInvited(enterpriseId: string, userId: string, given: { by: string; key: string; tx: Tx }): Promise<void>
}
/** Condition of the unique index that allows one open invitation per person. */
const openInvitation = sql`status = 'Confirming'`
const domainOf = (email: string) => email.split('@').at(-1)!.toLowerCase()
const isForeign = ({ email }: UserRow, domains: ReadonlySet<string> | undefined) =>
  domains !== undefined && !domains.has(domainOf(email))

/** Requires exactly one role: guest cannot be combined with other roles. */
function oneRole(given: readonly EnterpriseRole[]): EnterpriseRole[] {
  const roles = [...new Set(given)]
  if (roles.length !== 1) throw peopleErrors.guestAlone()
  return roles
}

/** The people of an enterprise and their roles. */
export function createEnterprisePeople(deps: PeopleDeps) {
  const { repo, enterprises, settings, people, audit, clock } = deps

  async function known(enterpriseId: string, userId: string, tx?: Tx): Promise<EnterprisePersonRow> {
    const found = await enterprises.person(enterpriseId, userId, tx)
    if (!found) throw enterpriseErrors.notInEnterprise()
    return found
  }
  const isAdminRole = (roles: readonly EnterpriseRole[]) => mayEnterprise(roles, 'managePeople')
  /** Admins manage members and guests; only super admins manage admins. */
  async function requireAuthorityOver(actorId: string, enterpriseId: string, ...roles: (readonly EnterpriseRole[])[]) {
    if (roles.some(isAdminRole) && !(await enterprises.may(actorId, enterpriseId, 'own')))
      throw peopleErrors.superAdminOnly()
  }
  async function keepOneSuperAdmin(person: EnterprisePersonRow, tx: Tx) {
    if (!person.roles.includes('SuperAdmin') || person.status !== 'active') return
    if ((await repo.otherSuperAdmins(person.enterpriseId, person.userId, tx)) === 0) throw peopleErrors.lastSuperAdmin()
  }
  async function requireManual(enterpriseId: string) {
    if ((await settings.of(enterpriseId)).ForbidCustomPeopleManagement) throw peopleErrors.managedElsewhere()
  }

  /** Domains whose people belong to the enterprise when they join. Undefined if everyone does, as it has no domain. */
  async function ownDomains(enterpriseId: string): Promise<ReadonlySet<string> | undefined> {
    const domains = await enterprises.domainsOf(enterpriseId)
    if (!domains.length) return undefined
    return new Set(domains.filter(({ isUsable }) => isUsable).map(({ domain }) => domain))
  }
  /** Whether people may join, by the settings of this enterprise and of enterprises they are in. */
  async function joinable(enterpriseId: string, users: UserRow[]): Promise<Map<string, Joinable>> {
    const [domains, own, memberships] = await Promise.all([
      ownDomains(enterpriseId),
      settings.of(enterpriseId),
      repo.ofUsers(users.map(({ id }) => id)),
    ])
    const bound = new Set(
      memberships
        .filter(
          ({ person, settings: theirs }) =>
            person.enterpriseId !== enterpriseId &&
            person.peopleType === 'EnterpriseMember' &&
            theirs['ForbidMemberJoinOtherEnterprise'] === true,
        )
        .map(({ person }) => person.userId),
    )
    return new Map(
      users.map((user) => {
        if (bound.has(user.id)) return [user.id, 'GuestProhibitedByInvitedUserEnterprise'] as const
        return [
          user.id,
          own.ForbidGuestJoinEnterprise && isForeign(user, domains) ? 'GuestProhibitedByEnterprise' : 'CanJoin',
        ] as const
      }),
    )
  }
  /** Member if the enterprise has no domain or the e-mail is in one of its domains; otherwise guest. */
  async function roleFor(enterpriseId: string, user: UserRow): Promise<EnterpriseRole> {
    return isForeign(user, await ownDomains(enterpriseId)) ? 'Guest' : 'Member'
  }

  return {
    joinable,
    roleFor,
    known,
    requireAuthorityOver,
    requireManual,
    keepOneSuperAdmin,
    search: (enterpriseId: string, filter: PeopleFilter) => repo.search(enterpriseId, filter),
    number: repo.number,
    elsewhere: repo.elsewhere,
    ofUsers: repo.ofUsers,
    /** Finds people by exact e-mail or user name, or among acquaintances; never searches all accounts. */
    async candidates(enterpriseId: string, actorId: string, key: string) {
      const exact = key ? await people.findPerson(key) : undefined
      const acquainted = key.length === 0 || key.length >= 2 ? await repo.acquaintances(actorId, key) : []
      const users = [
        ...new Map([...(exact ? [exact] : []), ...acquainted].map((user) => [user.id, user])).values(),
      ].filter((user) => user.kind === 'person')
      const ids = users.map(({ id }) => id)
      const [states, invited, inside] = await Promise.all([
        joinable(enterpriseId, users),
        repo.invited(enterpriseId, ids, clock.now()),
        repo.ofUsers(ids),
      ])
      const joined = new Map(
        inside
          .filter(({ person }) => person.enterpriseId === enterpriseId)
          .map(({ person }) => [person.userId, person]),
      )
      return users.map((user) => ({
        user,
        joined: joined.get(user.id),
        isInvited: invited.has(user.id),
        state: states.get(user.id)!,
      }))
    },
    /** Adds people with an e-mail of a verified domain at once, and invites the others. */
    async add(
      enterpriseId: string,
      actorId: string,
      given: { userId: string; roles: EnterpriseRole[] }[],
      isAllOrNone: boolean,
    ) {
      await requireManual(enterpriseId)
      const wanted = given.map(({ userId, roles }) => ({ userId, roles: oneRole(roles) }))
      await requireAuthorityOver(actorId, enterpriseId, ...wanted.map(({ roles }) => roles))
      const users = (await people.getMany(wanted.map(({ userId }) => userId))).filter(
        (user) => !user.disabled && user.kind === 'person',
      )
      if (users.length < new Set(wanted.map(({ userId }) => userId)).size) throw peopleErrors.noSuchUser()
      const byId = new Map(users.map((user) => [user.id, user]))
      const [states, domains, owned] = await Promise.all([
        joinable(enterpriseId, users),
        ownDomains(enterpriseId),
        settings.of(enterpriseId),
      ])
      const refused = wanted.filter(
        ({ userId, roles }) =>
          states.get(userId) !== 'CanJoin' || (owned.ForbidGuestJoinEnterprise && roles.includes('Guest')),
      )
      if (isAllOrNone && refused.length)
        throw peopleErrors.cannotJoin({ names: refused.map(({ userId }) => byId.get(userId)!.name).join(', ') })
      const now = clock.now()
      await repo.transaction(async (tx) => {
        for (const { userId, roles } of wanted) {
          if (refused.some((item) => item.userId === userId)) continue
          if (await enterprises.person(enterpriseId, userId, tx)) continue
          if (domains?.has(domainOf(byId.get(userId)!.email))) {
            await enterprises.addPerson(enterpriseId, { userId, roles, invitedBy: actorId }, tx)
            await audit.record(
              { actorId, enterpriseId, action: 'enterprise.person_add', target: userId, detail: { roles } },
              tx,
            )
            continue
          }
          const invited = await tx
            .insert(joinInvitation)
            .values({
              id: deps.newId(),
              enterpriseId,
              userId,
              invitedBy: actorId,
              roles,
              status: 'Confirming',
              createdAt: now,
              expiresAt: now + INVITATION_MS,
            })
            // Inviting again renews an open invitation.
            .onConflictDoUpdate({
              target: [joinInvitation.enterpriseId, joinInvitation.userId],
              targetWhere: openInvitation,
              set: { roles, invitedBy: actorId, createdAt: now, expiresAt: now + INVITATION_MS },
            })
            .returning({ id: joinInvitation.id })
          await deps.tellInvited(enterpriseId, userId, { by: actorId, key: `${invited[0]!.id} ${now}`, tx })
          await audit.record(
            {
              actorId,
              enterpriseId,
              action: 'enterprise.invite',
              target: userId,
              detail: { roles, invitation: invited[0]!.id },
            },
            tx,
          )
        }
      })
      await enterprises.changed(enterpriseId)
    },
    async setRoles(enterpriseId: string, userId: string, given: EnterpriseRole[], actorId: string) {
      const roles = oneRole(given)
      const before = await repo.transaction(async (tx) => {
        await repo.lock(enterpriseId, tx)
        const person = await known(enterpriseId, userId, tx)
        await requireAuthorityOver(actorId, enterpriseId, person.roles, roles)
        // People cannot raise their own role; a super admin may step down if another one remains.
        if (userId === actorId && !person.roles.includes('SuperAdmin')) throw peopleErrors.notYourself()
        if (!roles.includes('SuperAdmin')) await keepOneSuperAdmin(person, tx)
        await repo.setRoles(enterpriseId, userId, roles, peopleTypeOf(roles), tx)
        await audit.record(
          {
            actorId,
            enterpriseId,
            action: 'enterprise.person_role',
            target: userId,
            detail: { from: person.roles, to: roles },
          },
          tx,
        )
        return person
      })
      await enterprises.changed(enterpriseId)
      if (before.roles[0] !== roles[0]) await deps.sessions.interrupt(userId)
    },
    async place(enterpriseId: string, userId: string, organizationId: string) {
      await known(enterpriseId, userId)
      await repo.place(enterpriseId, userId, organizationId)
    },
    /** Revokes all access at once; can be restored. */
    async suspend(enterpriseId: string, userId: string, actorId: string) {
      if ((await people.get(userId))?.isInstanceOwner) throw peopleErrors.instanceOwner()
      await repo.transaction(async (tx) => {
        await repo.lock(enterpriseId, tx)
        const person = await known(enterpriseId, userId, tx)
        if (userId === actorId) throw peopleErrors.notYourself()
        await requireAuthorityOver(actorId, enterpriseId, person.roles)
        await keepOneSuperAdmin(person, tx)
        await repo.setStatus(enterpriseId, userId, 'suspended', tx)
        const ended = await deps.revokePrograms(enterpriseId, userId, tx)
        await audit.record(
          { actorId, enterpriseId, action: 'enterprise.person_suspend', target: userId, detail: ended },
          tx,
        )
      })
      await Promise.all([
        deps.sessions.endAll(userId),
        deps.spaces.rightsChanged(userId),
        enterprises.changed(enterpriseId),
        deps.onRevoked(),
      ])
    },
    async restore(enterpriseId: string, userId: string, actorId: string) {
      await repo.transaction(async (tx) => {
        await repo.lock(enterpriseId, tx)
        const person = await known(enterpriseId, userId, tx)
        if (await repo.isLeaving(enterpriseId, userId, tx)) throw peopleErrors.leaving()
        await requireAuthorityOver(actorId, enterpriseId, person.roles)
        await repo.setStatus(enterpriseId, userId, 'active', tx)
        await audit.record({ actorId, enterpriseId, action: 'enterprise.person_restore', target: userId }, tx)
      })
      await enterprises.changed(enterpriseId)
      await deps.spaces.rightsChanged(userId)
    },
  }
}
export type EnterprisePeople = ReturnType<typeof createEnterprisePeople>
