import type { SpaceRole } from '@orrery/contract'
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import { space } from '#domains/ground/space/space.table.ts'
import { enterpriseErrors } from './enterprise.errors.ts'
import { enterprisePerson, type ManagedBy } from './enterprise.table.ts'
import { groupGrant, personGroup, type PersonGroupRow, personGroupMember } from './group.table.ts'

const MAX_GROUPS = 2000
export interface GroupDeps {
  db: Db
  spaces: Pick<SpaceService, 'setGroup' | 'rightsChanged'>
  audit: AuditService
  newId: NewId
  clock: Clock
}

/** Groups of people, and the spaces they give access to. Roles are stored as space members to keep checks cheap. */
export function createPersonGroups({ db, spaces, audit, newId, clock }: GroupDeps) {
  async function get(enterpriseId: string, id: string, tx: Tx = db): Promise<PersonGroupRow> {
    const [row] = await tx
      .select()
      .from(personGroup)
      .where(and(eq(personGroup.id, id), eq(personGroup.enterpriseId, enterpriseId)))
      // Lock the group, because concurrent changes would overwrite each other.
      .for('update')
    if (!row) throw errors.notFound({ what: 'group' })
    return row
  }
  const memberIds = async (groupId: string, tx: Tx = db) =>
    (
      await tx
        .select({ id: personGroupMember.userId })
        .from(personGroupMember)
        .where(eq(personGroupMember.groupId, groupId))
    ).map((row) => row.id)

  /** Stores a space member for each member and space of the group. Only people of the enterprise count. */
  async function apply(groupId: string, tx: Tx): Promise<string[]> {
    const given = await tx
      .select({ spaceId: groupGrant.spaceId, userId: personGroupMember.userId, role: groupGrant.role })
      .from(groupGrant)
      .innerJoin(personGroupMember, eq(personGroupMember.groupId, groupGrant.groupId))
      .innerJoin(personGroup, eq(personGroup.id, groupGrant.groupId))
      .innerJoin(space, and(eq(space.id, groupGrant.spaceId), eq(space.enterpriseId, personGroup.enterpriseId)))
      .innerJoin(
        enterprisePerson,
        and(
          eq(enterprisePerson.enterpriseId, personGroup.enterpriseId),
          eq(enterprisePerson.userId, personGroupMember.userId),
        ),
      )
      .where(eq(groupGrant.groupId, groupId))
    return spaces.setGroup(groupId, given, tx)
  }
  /** Runs a change in a transaction, then clears caches and ends streams of the affected people. */
  async function change<T>(work: (tx: Tx) => Promise<{ result: T; people: string[] }>): Promise<T> {
    const { result, people } = await db.transaction(work)
    for (const userId of people) await spaces.rightsChanged(userId)
    return result
  }
  const taken = (cause: unknown): never => {
    const code = (cause as { cause?: { code?: string } }).cause?.code ?? (cause as { code?: string }).code
    throw code === '23505' ? enterpriseErrors.groupTaken() : cause
  }
  function requireManual(group: PersonGroupRow, by: ManagedBy) {
    if (group.managedBy !== 'manual' && by === 'manual') throw enterpriseErrors.groupElsewhere()
  }

  return {
    async list(enterpriseId: string) {
      const rows = await db
        .select()
        .from(personGroup)
        .where(eq(personGroup.enterpriseId, enterpriseId))
        .orderBy(asc(sql`lower(${personGroup.name})`), asc(personGroup.id))
      const ids = rows.map((row) => row.id)
      if (!ids.length) return []
      const [members, grants] = await Promise.all([
        db
          .select({ id: personGroupMember.groupId, n: count() })
          .from(personGroupMember)
          .where(inArray(personGroupMember.groupId, ids))
          .groupBy(personGroupMember.groupId),
        db
          .select({ groupId: groupGrant.groupId, spaceId: groupGrant.spaceId, role: groupGrant.role, name: space.name })
          .from(groupGrant)
          .innerJoin(space, eq(space.id, groupGrant.spaceId))
          .where(inArray(groupGrant.groupId, ids))
          .orderBy(asc(space.name)),
      ])
      const sizes = new Map(members.map((row) => [row.id, row.n]))
      return rows.map((group) => ({
        group,
        members: sizes.get(group.id) ?? 0,
        grants: grants.filter((grant) => grant.groupId === group.id),
      }))
    },
    async members(enterpriseId: string, groupId: string) {
      await get(enterpriseId, groupId)
      return db
        .select({ userId: personGroupMember.userId, source: personGroupMember.source })
        .from(personGroupMember)
        .where(eq(personGroupMember.groupId, groupId))
        .orderBy(asc(personGroupMember.addedAt), asc(personGroupMember.userId))
    },
    ofPerson: (enterpriseId: string, userId: string) =>
      db
        .select({ id: personGroup.id, name: personGroup.name, source: personGroupMember.source })
        .from(personGroupMember)
        .innerJoin(personGroup, eq(personGroup.id, personGroupMember.groupId))
        .where(and(eq(personGroup.enterpriseId, enterpriseId), eq(personGroupMember.userId, userId)))
        .orderBy(asc(personGroup.name)),
    async create(
      enterpriseId: string,
      name: string,
      actorId: string | undefined,
      from: { managedBy?: ManagedBy; externalId?: string | null } = {},
    ): Promise<PersonGroupRow> {
      const [made] = await db.select({ n: count() }).from(personGroup).where(eq(personGroup.enterpriseId, enterpriseId))
      if (made!.n >= MAX_GROUPS) throw enterpriseErrors.groupLimit({ max: MAX_GROUPS })
      const now = clock.now()
      return db
        .transaction(async (tx) => {
          const [row] = await tx
            .insert(personGroup)
            .values({
              id: newId(),
              enterpriseId,
              name,
              managedBy: from.managedBy ?? 'manual',
              externalId: from.externalId ?? null,
              createdAt: now,
              updatedAt: now,
            })
            .returning()
          await audit.record(
            {
              ...(actorId && { actorId }),
              enterpriseId,
              action: 'enterprise.group_create',
              target: row!.id,
              detail: { name },
            },
            tx,
          )
          return row!
        })
        .catch(taken)
    },
    async rename(
      enterpriseId: string,
      id: string,
      name: string,
      actorId: string | undefined,
      by: ManagedBy = 'manual',
    ) {
      await db
        .transaction(async (tx) => {
          requireManual(await get(enterpriseId, id, tx), by)
          await tx.update(personGroup).set({ name, updatedAt: clock.now() }).where(eq(personGroup.id, id))
          await audit.record(
            {
              ...(actorId && { actorId }),
              enterpriseId,
              action: 'enterprise.group_update',
              target: id,
              detail: { name },
            },
            tx,
          )
        })
        .catch(taken)
    },
    /** Adds and removes members in one step. */
    async setMembers(
      enterpriseId: string,
      id: string,
      { add = [], remove = [] }: { add?: string[]; remove?: string[] },
      actorId: string | undefined,
      by: ManagedBy = 'manual',
    ) {
      await change(async (tx) => {
        const group = await get(enterpriseId, id, tx)
        requireManual(group, by)
        if (add.length) {
          const inside = await tx
            .select({ id: enterprisePerson.userId })
            .from(enterprisePerson)
            .where(and(eq(enterprisePerson.enterpriseId, enterpriseId), inArray(enterprisePerson.userId, add)))
          if (inside.length < new Set(add).size) throw enterpriseErrors.notInEnterprise()
          const addedAt = clock.now()
          await tx
            .insert(personGroupMember)
            .values([...new Set(add)].map((userId) => ({ groupId: id, userId, source: by, addedAt })))
            .onConflictDoNothing()
        }
        if (remove.length)
          await tx
            .delete(personGroupMember)
            .where(and(eq(personGroupMember.groupId, id), inArray(personGroupMember.userId, remove)))
        await tx.update(personGroup).set({ updatedAt: clock.now() }).where(eq(personGroup.id, id))
        await audit.record(
          {
            ...(actorId && { actorId }),
            enterpriseId,
            action: 'enterprise.group_members',
            target: id,
            detail: { name: group.name, added: add.length, removed: remove.length },
          },
          tx,
        )
        // Removed members also lose resources shared with the group, even if the group opens no space.
        return { result: undefined, people: [...(await apply(id, tx)), ...remove] }
      })
    },
    memberIds,
    async remove(enterpriseId: string, id: string, actorId: string | undefined, by: ManagedBy = 'manual') {
      await change(async (tx) => {
        const group = await get(enterpriseId, id, tx)
        requireManual(group, by)
        const people = await spaces.setGroup(id, [], tx)
        await tx.delete(personGroup).where(eq(personGroup.id, id))
        await audit.record(
          {
            ...(actorId && { actorId }),
            enterpriseId,
            action: 'enterprise.group_delete',
            target: id,
            detail: { name: group.name },
          },
          tx,
        )
        return { result: undefined, people }
      })
    },
    /** Gives members of the group a role in a space of the enterprise. */
    async grant(enterpriseId: string, id: string, spaceId: string, role: SpaceRole, actorId: string) {
      await change(async (tx) => {
        const group = await get(enterpriseId, id, tx)
        const [found] = await tx
          .select({ id: space.id })
          .from(space)
          .where(and(eq(space.id, spaceId), eq(space.enterpriseId, enterpriseId)))
        if (!found) throw errors.notFound({ what: 'space' })
        await tx
          .insert(groupGrant)
          .values({ groupId: id, spaceId, role, grantedAt: clock.now() })
          .onConflictDoUpdate({ target: [groupGrant.groupId, groupGrant.spaceId], set: { role } })
        const detail = { name: group.name, space: spaceId, role }
        await audit.record({ actorId, enterpriseId, spaceId, action: 'enterprise.group_grant', target: id, detail }, tx)
        return { result: undefined, people: await apply(id, tx) }
      })
    },
    async revoke(enterpriseId: string, id: string, spaceId: string, actorId: string) {
      await change(async (tx) => {
        const group = await get(enterpriseId, id, tx)
        await tx.delete(groupGrant).where(and(eq(groupGrant.groupId, id), eq(groupGrant.spaceId, spaceId)))
        const detail = { name: group.name, space: spaceId }
        await audit.record(
          { actorId, enterpriseId, spaceId, action: 'enterprise.group_revoke', target: id, detail },
          tx,
        )
        return { result: undefined, people: await apply(id, tx) }
      })
    },
    /** Removes all group access to a space that leaves the enterprise. */
    async releaseSpace(spaceId: string, tx: Tx): Promise<string[]> {
      const gone = await tx
        .delete(groupGrant)
        .where(eq(groupGrant.spaceId, spaceId))
        .returning({ id: groupGrant.groupId })
      const people: string[] = []
      for (const { id } of gone) people.push(...(await apply(id, tx)))
      return people
    },
    /** Removes a person from all groups of an enterprise; returns their number. */
    async dropPerson(enterpriseId: string, userId: string, tx: Tx): Promise<number> {
      const groups = await tx
        .select({ id: personGroup.id })
        .from(personGroupMember)
        .innerJoin(personGroup, eq(personGroup.id, personGroupMember.groupId))
        .where(and(eq(personGroup.enterpriseId, enterpriseId), eq(personGroupMember.userId, userId)))
      for (const { id } of groups)
        await tx
          .delete(personGroupMember)
          .where(and(eq(personGroupMember.groupId, id), eq(personGroupMember.userId, userId)))
      return groups.length
    },
  }
}
export type PersonGroups = ReturnType<typeof createPersonGroups>
