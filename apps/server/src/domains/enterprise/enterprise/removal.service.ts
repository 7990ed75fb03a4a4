import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { Jobs } from '#kit/jobs.ts'
import type { Log } from '#kit/log.ts'
import { createQueue } from '#kit/work/queue.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { CollaboratorService } from '#domains/ground/collaborator/collaborator.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { SessionService } from '#domains/ground/passport/session.service.ts'
import type { SpaceService } from '#domains/ground/space/space.service.ts'
import type { EnterpriseService } from './enterprise.service.ts'
import type { PersonGroups } from './group.service.ts'
import { enterpriseRemoval, type EnterpriseRemovalRow, type RemovalCounts } from './join.table.ts'
import { peopleErrors } from './people.errors.ts'
import type { PeopleRepo } from './people.repo.ts'
import type { EnterprisePeople } from './people.service.ts'

export interface RemovalDeps {
  db: Db
  repo: PeopleRepo
  enterprises: EnterpriseService
  people: EnterprisePeople
  accounts: Pick<PassportService, 'get'>
  groups: Pick<PersonGroups, 'dropPerson'>
  sessions: Pick<SessionService, 'endAll' | 'list'>
  spaces: Pick<SpaceService, 'giveTo' | 'dropFrom' | 'rightsChanged'>
  collaborators: Pick<CollaboratorService, 'dropIn' | 'dropInEnterprise'>
  audit: AuditService
  jobs: Jobs
  log: Log
  newId: NewId
  clock: Clock
  revokePrograms(enterpriseId: string, userId: string, tx: Tx): Promise<{ tokens: number; grants: number }>
  /** Transfers apps that the person registered in the enterprise; returns their number. */
  handOverApps(enterpriseId: string, from: string, to: string): Promise<number>
  onRevoked(): Promise<void>
}
export interface Holding {
  spaceId: string
  name: string
  isOwner: boolean
  resources: number
  /** Who receives the resources in the space. */
  receiver: string
}

/**
 * Removes people from an enterprise. All access is revoked in one transaction; resources are then handed over space by
 * space. If a process dies in between, the person has no access.
 */
export function createRemovals(deps: RemovalDeps) {
  const { db, repo, enterprises, people, audit, clock } = deps
  const queue = createQueue({ name: 'enterprise.removal', jobs: deps.jobs, log: deps.log, unfinished, work })

  async function unfinished(): Promise<string[]> {
    const rows = await db
      .select({ id: enterpriseRemoval.id })
      .from(enterpriseRemoval)
      .where(isNull(enterpriseRemoval.endedAt))
    return rows.map((row) => row.id)
  }
  /** Spaces of a person in the enterprise. In spaces of others, the owner of the space receives the resources. */
  async function holdings(enterpriseId: string, userId: string, receiverId: string | null): Promise<Holding[]> {
    const { rows } = await db.execute<{
      id: string
      name: string
      owner_id: string
      resources: number
      knows: boolean
    }>(sql`
      SELECT s.id, s.name, s.owner_id, (SELECT count(*)::int FROM public.resource r
          WHERE r.space_id = s.id AND r.owner_id = ${userId}) AS resources,
        EXISTS (SELECT FROM space_member k WHERE k.space_id = s.id AND k.user_id = ${receiverId ?? '0'}) AS knows
      FROM space s JOIN space_member m ON m.space_id = s.id AND m.user_id = ${userId}
      WHERE s.enterprise_id = ${enterpriseId} ORDER BY s.id`)
    return rows.map((row) => {
      const isOwner = row.owner_id === userId
      const receiver = receiverId !== null && (isOwner || row.knows) ? receiverId : row.owner_id
      return { spaceId: row.id, name: row.name, isOwner, resources: row.resources, receiver }
    })
  }

  async function begin(
    enterpriseId: string,
    userId: string,
    receiver: string | undefined,
    actorId: string,
    isLeaving: boolean,
  ) {
    if ((await deps.accounts.get(userId))?.isInstanceOwner && !isLeaving) throw peopleErrors.instanceOwner()
    const owned = (await holdings(enterpriseId, userId, null)).reduce(
      (sum, { isOwner, resources }) => sum + (isOwner ? 1 : 0) + resources,
      0,
    )
    if (owned > 0 && receiver === undefined) throw peopleErrors.receiverNeeded({ count: owned })
    if (receiver !== undefined) {
      const found = receiver === userId ? undefined : await enterprises.person(enterpriseId, receiver)
      if (!found || found.status !== 'active' || found.peopleType !== 'EnterpriseMember')
        throw peopleErrors.badReceiver()
    }
    const id = deps.newId()
    const now = clock.now()
    await db.transaction(async (tx) => {
      await repo.lock(enterpriseId, tx)
      const person = await people.known(enterpriseId, userId, tx)
      if (!isLeaving) await people.requireAuthorityOver(actorId, enterpriseId, person.roles)
      if (await repo.isLeaving(enterpriseId, userId, tx)) throw peopleErrors.leaving()
      await people.keepOneSuperAdmin(person, tx)
      await repo.setStatus(enterpriseId, userId, 'suspended', tx)
      const sessions = (await deps.sessions.list(userId)).length
      const counts: RemovalCounts = { sessions, ...(await deps.revokePrograms(enterpriseId, userId, tx)) }
      counts.groups = await deps.groups.dropPerson(enterpriseId, userId, tx)
      const row = { id, enterpriseId, userId, receiverId: receiver ?? null, createdBy: actorId }
      await tx.insert(enterpriseRemoval).values({ ...row, counts, createdAt: now, revokedAt: now })
      const action = isLeaving ? 'enterprise.person_left' : 'enterprise.person_remove'
      await audit.record({ actorId, enterpriseId, action, target: userId, detail: { receiver } }, tx)
    })
    // Sign out everywhere. People with a private account can sign in again for their own resources. Runs in parallel,
    // because access must end within a second even if the database is busy.
    await Promise.all([
      deps.sessions.endAll(userId),
      deps.spaces.rightsChanged(userId),
      enterprises.changed(enterpriseId),
      deps.onRevoked(),
    ])
    await queue.enqueue(id)
    return id
  }

  async function work(id: string) {
    const [row] = await db.select().from(enterpriseRemoval).where(eq(enterpriseRemoval.id, id))
    if (!row || row.endedAt !== null) return
    const { enterpriseId, userId, receiverId } = row
    const add = async (counts: RemovalCounts) => {
      const [now] = await db
        .select({ counts: enterpriseRemoval.counts })
        .from(enterpriseRemoval)
        .where(eq(enterpriseRemoval.id, id))
      const sum: Record<string, number> = { ...now!.counts }
      for (const [key, value] of Object.entries(counts)) sum[key] = (sum[key] ?? 0) + (value as number)
      await db.update(enterpriseRemoval).set({ counts: sum }).where(eq(enterpriseRemoval.id, id))
    }
    for (const { spaceId, isOwner, resources, receiver } of await holdings(enterpriseId, userId, receiverId)) {
      if (isOwner) await deps.spaces.giveTo(spaceId, receiver, row.createdBy)
      const collaborations = await deps.collaborators.dropIn(spaceId, userId)
      await deps.spaces.dropFrom(spaceId, userId, receiver, row.createdBy)
      await add({ spaces: 1, ownedSpaces: isOwner ? 1 : 0, resources, collaborations })
    }
    await add({ collaborations: await deps.collaborators.dropInEnterprise(enterpriseId, userId) })
    if (receiverId !== null) await add({ apps: await deps.handOverApps(enterpriseId, userId, receiverId) })
    await db.transaction(async (tx) => {
      const ended = await tx
        .update(enterpriseRemoval)
        .set({ endedAt: clock.now() })
        .where(and(eq(enterpriseRemoval.id, id), isNull(enterpriseRemoval.endedAt)))
        .returning({ id: enterpriseRemoval.id })
      if (!ended.length) return
      await repo.drop(enterpriseId, userId, tx)
      await audit.record({ enterpriseId, action: 'enterprise.person_removed', target: userId }, tx)
    })
    await enterprises.changed(enterpriseId)
  }

  /** What a removed person can still reach, counted now; everything must be 0 at the end. */
  async function remains(enterpriseId: string, userId: string) {
    const { rows } = await db.execute<
      Record<'spaces' | 'resources' | 'groups' | 'tokens' | 'grants' | 'collaborations', number>
    >(sql`
      SELECT
        (SELECT count(*)::int FROM space_member m JOIN space s ON s.id = m.space_id
          WHERE s.enterprise_id = ${enterpriseId} AND m.user_id = ${userId}) AS spaces,
        (SELECT count(*)::int FROM public.resource r JOIN space s ON s.id = r.space_id
          WHERE s.enterprise_id = ${enterpriseId} AND r.owner_id = ${userId}) AS resources,
        (SELECT count(*)::int FROM person_group_member g JOIN person_group p ON p.id = g.group_id
          WHERE p.enterprise_id = ${enterpriseId} AND g.user_id = ${userId}) AS groups,
        (SELECT count(*)::int FROM personal_token t WHERE t.user_id = ${userId} AND t.locked_at IS NULL
          AND (t.enterprise_id = ${enterpriseId} OR EXISTS (SELECT FROM space_carry c JOIN space s ON s.id = c.space_id
            WHERE c.kind = 'pat' AND c.target_id = t.id AND s.enterprise_id = ${enterpriseId}))) AS tokens,
        (SELECT count(*)::int FROM oauth_grant g WHERE g.user_id = ${userId} AND (g.enterprise_id = ${enterpriseId}
          OR EXISTS (SELECT FROM space_carry c JOIN space s ON s.id = c.space_id
            WHERE c.kind = 'grant' AND c.target_id = g.id AND s.enterprise_id = ${enterpriseId}))) AS grants,
        (SELECT count(*)::int FROM collaborator c JOIN public.resource r ON r.id = c.resource_id JOIN space s ON s.id = r.space_id
          WHERE s.enterprise_id = ${enterpriseId} AND c.user_id = ${userId}) AS collaborations`)
    return rows[0]!
  }

  return {
    start: queue.start,
    holdings,
    remains,
    work,
    remove: (enterpriseId: string, userId: string, receiver: string | undefined, actorId: string) => {
      if (userId === actorId) throw peopleErrors.notYourself()
      return begin(enterpriseId, userId, receiver, actorId, false)
    },
    leave: (enterpriseId: string, userId: string, receiver: string | undefined) =>
      begin(enterpriseId, userId, receiver, userId, true),
    list: (enterpriseId: string, page: number, size: number): Promise<EnterpriseRemovalRow[]> =>
      db
        .select()
        .from(enterpriseRemoval)
        .where(eq(enterpriseRemoval.enterpriseId, enterpriseId))
        .orderBy(desc(enterpriseRemoval.id))
        .limit(size)
        .offset((page - 1) * size),
    async get(enterpriseId: string, id: string): Promise<EnterpriseRemovalRow> {
      const [row] = await db
        .select()
        .from(enterpriseRemoval)
        .where(and(eq(enterpriseRemoval.id, id), eq(enterpriseRemoval.enterpriseId, enterpriseId)))
      if (!row) throw errors.notFound({ what: 'person' })
      return row
    },
  }
}
export type Removals = ReturnType<typeof createRemovals>
