import { SpaceRole, SpaceType } from '@orrery/contract'
import type { Located, Membership } from '#kit/access.ts'
import { type NewRow, newRow } from '#kit/insert-rows.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { type AppError, errors } from '#kit/errors.ts'
import { note, type Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import { createCache } from '#kit/cache.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import type { AuditEntry, AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SessionService } from '#domains/ground/passport/session.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { spaceErrors } from './space.errors.ts'
import { type MemberFilter, ownerOf, type SpaceRepo } from './space.repo.ts'
import { space, spaceMember, type SpaceRow } from './space.table.ts'

export const LIMITS = { teamSpaces: 100, admins: 1000, members: 5000 } as const
const CACHE_MS = 10_000
const ACTIVE_EVERY_MS = 60_000

interface SpaceChange {
  name?: string
  description?: string
  iconUri?: string
  hideOperation?: boolean
}
export interface SavedSpace {
  id: string
  /** Set if nothing was saved: the reason. */
  refusal?: AppError
}
export interface SpaceDeps {
  repo: SpaceRepo
  resources: ResourceService
  people: Pick<PassportService, 'getMany' | 'findPerson'>
  sessions: Pick<SessionService, 'interrupt'>
  /** Throws unless the user may use the file: one of their own, or a built-in one. */
  requireFile(key: string, userId: string): Promise<void>
  mayCreateTeam(userId: string): Promise<boolean>
  /** Throws if the enterprise of a space does not know the user. */
  requireInEnterprise(userId: string, enterpriseId: string): Promise<void>
  content: Pick<ContentGuard, 'check'>
  audit: AuditService
  bus: Bus
  newId: NewId
  clock: Clock
}

const PERSONAL = 'Personal'

export function createSpaceService(deps: SpaceDeps) {
  const { repo, audit, clock } = deps
  /** Cached for seconds; evicted in every process when rights change. */
  const { get: membership } = createCache<Membership | undefined>({
    bus: deps.bus,
    clearOn: ['membership'],
    limit: 50_000,
    ttl: { ms: CACHE_MS, clock },
    keepsMissing: true,
    async load(userId, spaceId) {
      const found = await repo.membership(userId, spaceId)
      const now = clock.now()
      if (found && now - found.lastActiveAt > ACTIVE_EVERY_MS) await note(repo.markActive(spaceId, userId, now))
      return found
    },
  })
  /**
   * The location of a space, read by every call in it. Missing spaces are cached too, so that both answers take equally
   * long.
   */
  const { get: locate } = createCache<Located | undefined>({
    bus: deps.bus,
    clearOn: ['membership'],
    limit: 50_000,
    ttl: { ms: CACHE_MS, clock },
    keepsMissing: true,
    async load(spaceId) {
      const found = await repo.byId(spaceId)
      return found && { kind: 'space', id: found.id, spaceId: found.id, ownerId: found.ownerId }
    },
  })
  /** Invalidates caches and ends open streams after a loss of rights. */
  async function rightsChanged(userId: string) {
    await deps.bus.publish('membership', userId)
    await deps.sessions.interrupt(userId)
  }

  async function get(spaceId: string): Promise<SpaceRow> {
    const found = await repo.byId(spaceId)
    if (!found) throw errors.notFound({ what: 'space' })
    return found
  }
  async function team(spaceId: string): Promise<SpaceRow> {
    const found = await get(spaceId)
    if (found.type === SpaceType.personal) throw spaceErrors.personalStays()
    return found
  }

  function newSpace(ownerId: string, type: SpaceType, name: string, description: string, iconUri: string) {
    const now = clock.now()
    const row: SpaceRow = {
      id: deps.newId(),
      type,
      name,
      description,
      iconUri,
      ownerId,
      hideOperation: false,
      enterpriseId: null,
      organizationId: null,
      createdAt: now,
      updatedAt: now,
    }
    const entry: AuditEntry = {
      actorId: ownerId,
      spaceId: row.id,
      action: 'space.create',
      target: row.id,
      detail: { name },
    }
    return { row, entry }
  }
  async function insert(
    ownerId: string,
    type: SpaceType,
    name: string,
    description: string,
    iconUri: string,
    given?: Tx,
    later?: AuditEntry[],
  ) {
    const { row, entry } = newSpace(ownerId, type, name, description, iconUri)
    const write = async (tx: Tx) => {
      await repo.insert(row, row.createdAt, tx)
      if (later) later.push(entry)
      else await audit.record(entry, tx)
    }
    if (given) {
      await write(given)
      return row.id
    }
    await repo.transaction(write)
    await deps.bus.publish('membership', ownerId)
    return row.id
  }

  /** Replaces the roles that a group gives in its spaces, and updates the members, in the caller's transaction. */
  async function setGroup(groupId: string, given: { spaceId: string; userId: string; role: SpaceRole }[], tx: Tx) {
    const pairs = await repo.setSources(groupId, given, tx)
    if (!pairs.length) return []
    for (const { spaceId, userId } of await repo.settle(pairs, clock.now(), tx)) {
      const { ownerId } = await get(spaceId)
      await deps.resources.handOver(spaceId, userId, ownerId, tx)
      await repo.removeMember(spaceId, userId, tx)
    }
    return [...new Set(pairs.map(({ userId }) => userId))]
  }

  /** Removes a member; their resources are transferred to the receiver. */
  async function drop(
    spaceId: string,
    userId: string,
    receiver: string,
    action: 'member.remove' | 'member.exit',
    actorId: string,
  ) {
    await repo.transaction(async (tx) => {
      await deps.resources.handOver(spaceId, userId, receiver, tx)
      await repo.removeMember(spaceId, userId, tx)
      await audit.record({ actorId, spaceId, action, target: userId }, tx)
    })
    await rightsChanged(userId)
  }

  async function transfer(spaceId: string, from: string, to: string) {
    await team(spaceId)
    if (from === to) throw spaceErrors.notYourself()
    if ((await repo.roleOf(spaceId, to)) === undefined) throw spaceErrors.notAMember()
    await repo.transaction(async (tx) => {
      await repo.setRole(spaceId, from, SpaceRole.admin, tx)
      await repo.setRole(spaceId, to, SpaceRole.owner, tx)
      await repo.update(spaceId, { ownerId: to, updatedAt: clock.now() }, tx)
      await audit.record({ actorId: from, spaceId, action: 'space.transfer', target: to }, tx)
    })
    await rightsChanged(from)
    await deps.bus.publish('membership', to)
  }

  async function addMember(spaceId: string, userId: string, role: SpaceRole, actorId: string, how: string) {
    const counts = await repo.countByRole(spaceId)
    if ([...counts.values()].reduce((a, b) => a + b, 0) >= LIMITS.members)
      throw spaceErrors.full({ max: LIMITS.members })
    const { enterpriseId } = await get(spaceId)
    if (enterpriseId !== null) await deps.requireInEnterprise(userId, enterpriseId)
    if (!(await repo.addMember(spaceId, userId, role, clock.now()))) return
    await audit.record({ actorId, spaceId, action: 'member.add', target: userId, detail: { role, how } })
    await deps.bus.publish('membership', userId)
  }

  return {
    membership,
    get,
    find: repo.byId,
    locate: (spaceId: string): Promise<Located | undefined> => locate(spaceId),
    list: (userId: string, search?: string) => repo.listOf(userId, search),
    /** Creates the personal space of a new user. With `later`, the caller records the collected audit entries. */
    createPersonal: (userId: string, tx?: Tx, later?: AuditEntry[]) =>
      insert(userId, SpaceType.personal, PERSONAL, '', '', tx, later),
    /** The rows of a personal space, for callers that insert them together with the account. */
    newPersonal(userId: string): { rows: NewRow[]; entry: AuditEntry } {
      const { row, entry } = newSpace(userId, SpaceType.personal, PERSONAL, '', '')
      return { rows: [newRow(space, row), newRow(spaceMember, ownerOf(row))], entry }
    },
    /** Returns a refusal by the content rules instead of throwing it: clients show it in the form. */
    async createTeam(userId: string, name: string, description: string, iconUri: string): Promise<SavedSpace> {
      if (!(await deps.mayCreateTeam(userId))) throw spaceErrors.noNewTeams()
      const refusal = await deps.content.check('space', { name, description })
      if (refusal) return { id: '', refusal }
      if (iconUri) await deps.requireFile(iconUri, userId)
      if ((await repo.countOwnedTeams(userId)) >= LIMITS.teamSpaces)
        throw spaceErrors.teamLimit({ max: LIMITS.teamSpaces })
      return { id: await insert(userId, SpaceType.team, name, description, iconUri) }
    },
    async update(spaceId: string, actorId: string, change: SpaceChange): Promise<SavedSpace> {
      const before = await get(spaceId)
      const icon = change.iconUri
      // A personal space is always a copy target: its owner may have no other space.
      if (change.hideOperation && before.type === SpaceType.personal) throw spaceErrors.personalIsOffered()
      const fresh = (key: 'name' | 'description') => (change[key] === before[key] ? undefined : change[key])
      const refusal = await deps.content.check('space', { name: fresh('name'), description: fresh('description') })
      if (refusal) return { id: spaceId, refusal }
      if (icon && icon !== before.iconUri) await deps.requireFile(icon, actorId)
      await repo.update(spaceId, { ...change, updatedAt: clock.now() })
      await audit.record({ actorId, spaceId, action: 'space.update', target: spaceId, detail: { ...change } })
      return { id: spaceId }
    },
    async remove(spaceId: string, actorId: string) {
      const found = await team(spaceId)
      await repo.remove(spaceId)
      await audit.record({ actorId, spaceId, action: 'space.delete', target: spaceId, detail: { name: found.name } })
      await deps.bus.publish('membership', '*')
    },
    async members(spaceId: string, filter: MemberFilter) {
      const [page, counts, made, invite] = await Promise.all([
        repo.members(spaceId, filter),
        repo.countByRole(spaceId),
        deps.resources.countByOwner(spaceId),
        repo.inviteOf(spaceId),
      ])
      return {
        ...page,
        counts,
        made,
        inviteOn: invite !== undefined && invite.enabled && invite.expiresAt > clock.now(),
      }
    },
    async search(spaceId: string, words: string[]) {
      const found = await Promise.all(words.map(async (word) => ({ word, user: await deps.people.findPerson(word) })))
      const users = await Promise.all(
        found
          .flatMap(({ user }) => (user ? [user] : []))
          .map(async (user) => ({ user, role: await repo.roleOf(spaceId, user.id) })),
      )
      return { users, missing: found.filter(({ user }) => !user).map(({ word }) => word) }
    },
    async addMembers(spaceId: string, members: { userId: string; role: SpaceRole }[], actorId: string) {
      await team(spaceId)
      if (members.some(({ role }) => role !== SpaceRole.admin && role !== SpaceRole.member))
        throw spaceErrors.ownerByTransfer()
      const known = await deps.people.getMany(members.map(({ userId }) => userId))
      if (known.filter((user) => !user.disabled).length < new Set(members.map(({ userId }) => userId)).size)
        throw spaceErrors.noSuchUser()
      for (const { userId, role } of members) await addMember(spaceId, userId, role, actorId, 'name')
    },
    async setRole(spaceId: string, userId: string, role: SpaceRole, actorId: string) {
      await team(spaceId)
      if (role !== SpaceRole.admin && role !== SpaceRole.member) throw spaceErrors.ownerByTransfer()
      const before = await repo.roleOf(spaceId, userId)
      if (before === undefined) throw spaceErrors.notAMember()
      if (before === SpaceRole.owner) throw spaceErrors.ownerStays()
      if (before === role) return
      // An admin cannot be a tester.
      await repo.setTester(spaceId, userId, false)
      await repo.setRole(spaceId, userId, role)
      await audit.record({
        actorId,
        spaceId,
        action: 'member.role',
        target: userId,
        detail: { from: before, to: role },
      })
      await rightsChanged(userId)
    },
    /** For members only: owners and admins cannot be testers. */
    async setTester(spaceId: string, userId: string, isTester: boolean, actorId: string) {
      await team(spaceId)
      const role = await repo.roleOf(spaceId, userId)
      if (role === undefined) throw spaceErrors.notAMember()
      if (role !== SpaceRole.member && isTester) throw spaceErrors.ownerStays()
      if ((await repo.membership(userId, spaceId))?.isTester === isTester) return
      await repo.setTester(spaceId, userId, isTester)
      await audit.record({ actorId, spaceId, action: 'member.tester', target: userId, detail: { isTester } })
      await rightsChanged(userId)
    },
    async removeMember(spaceId: string, userId: string, actorId: string) {
      const found = await team(spaceId)
      const role = await repo.roleOf(spaceId, userId)
      if (role === undefined) throw spaceErrors.notAMember()
      if (role === SpaceRole.owner) throw spaceErrors.ownerStays()
      await drop(spaceId, userId, found.ownerId, 'member.remove', actorId)
    },
    transfer,
    setGroup,
    /** Evicts the cached rights of a user and ends their open streams. */
    rightsChanged,
    ofEnterprise: repo.ofEnterprise,
    memberIds: repo.memberIds,
    /** Moves a space into or out of an enterprise. Ids and addresses do not change. */
    async setEnterprise(spaceId: string, place: { enterpriseId: string; organizationId: string } | null, tx: Tx) {
      await repo.update(
        spaceId,
        {
          enterpriseId: place?.enterpriseId ?? null,
          organizationId: place?.organizationId ?? null,
          updatedAt: clock.now(),
        },
        tx,
      )
    },
    /** Transfers a space of an enterprise to another owner, who becomes a member if necessary. */
    async giveTo(spaceId: string, to: string, actorId: string) {
      const found = await team(spaceId)
      if (found.ownerId === to) return
      if ((await repo.roleOf(spaceId, to)) === undefined)
        await addMember(spaceId, to, SpaceRole.member, actorId, 'transfer')
      await repo.transaction(async (tx) => {
        await repo.setRole(spaceId, found.ownerId, SpaceRole.admin, tx)
        await repo.setRole(spaceId, to, SpaceRole.owner, tx)
        await repo.update(spaceId, { ownerId: to, updatedAt: clock.now() }, tx)
        await audit.record({ actorId, spaceId, action: 'space.transfer', target: to }, tx)
      })
      await rightsChanged(found.ownerId)
      await deps.bus.publish('membership', to)
    },
    /** Removes a user from a space; the receiver gets the resources that the user owned in it. */
    async dropFrom(spaceId: string, userId: string, receiver: string, actorId: string) {
      await drop(spaceId, userId, receiver, 'member.remove', actorId)
    },
    async exit(spaceId: string, userId: string, successor: string | undefined) {
      const found = await team(spaceId)
      if (found.ownerId === userId) {
        if (successor === undefined) throw spaceErrors.successorNeeded()
        await transfer(spaceId, userId, successor)
      }
      await drop(spaceId, userId, successor ?? found.ownerId, 'member.exit', userId)
    },
    /** The personal space, which every user has. */
    async personalOf(userId: string): Promise<string> {
      const own = (await repo.listOf(userId)).find(({ space }) => space.type === SpaceType.personal)
      if (!own) throw errors.notFound({ what: 'space' })
      return own.space.id
    },
    knownTo: (userId: string, ids: string[]) => repo.sharing(userId, [...new Set(ids)]),
  }
}
export type SpaceService = ReturnType<typeof createSpaceService>
