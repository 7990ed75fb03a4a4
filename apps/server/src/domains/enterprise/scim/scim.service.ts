import type { EnterpriseRole } from '@orrery/contract/shared/policy'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import { insertInOneStatement, newRow } from '#kit/insert-rows.ts'
import type { Clock } from '#kit/clock.ts'
import { type Db, isRefusal, violates } from '#kit/db.ts'
import { AppError } from '#kit/errors.ts'
import type { AuditEntry, AuditService } from '#domains/ground/audit/audit.service.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { EnterpriseService } from '#domains/enterprise/enterprise/enterprise.service.ts'
import type { EnterprisePeople } from '#domains/enterprise/enterprise/people.service.ts'
import type { PersonGroups } from '#domains/enterprise/enterprise/group.service.ts'
import { createNewcomers } from './newcomer.ts'
import { type GroupDoc, readGroup, readUser, type UserDoc } from './scim-docs.ts'
import { invalid, ScimError } from './scim-error.ts'
import { parseFilter } from './scim-filter.ts'
import type { Doc } from './scim-patch.ts'
import { filterSql, groupColumns, userColumns } from './scim-query.ts'
import { scimGroup, type ScimGroupRow, scimUser, type ScimUserRow } from './scim.table.ts'

const MAX_PAGE = 200
export interface ScimDeps {
  db: Db
  pool: pg.Pool
  clock: Clock
  audit: Pick<AuditService, 'record'>
  accounts: Pick<PassportService, 'createManaged' | 'newManaged' | 'get'>
  enterprises: Pick<EnterpriseService, 'addPerson' | 'newPerson' | 'person' | 'changed' | 'superAdmins'>
  people: Pick<EnterprisePeople, 'suspend' | 'restore'>
  groups: Pick<PersonGroups, 'create' | 'rename' | 'setMembers' | 'remove' | 'memberIds'>
  /** Revokes all access of a person and hands over their resources. */
  remove(enterpriseId: string, userId: string, actorId: string): Promise<void>
  isBreakGlass(userId: string): Promise<boolean>
}
/** The enterprise of a token, and the person who created it. */
export interface Scope {
  enterpriseId: string
  actorId: string
}
export interface Page {
  filter?: string | undefined
  startIndex: number
  count: number
}
const conflict = (detail: string) => new ScimError(409, detail, 'uniqueness')
const missing = () => new ScimError(404, 'There is no such resource')

/** People and groups for directories, limited to the enterprise of the token. */
export function createScim({ db, pool, clock, audit, accounts, enterprises, people, groups, ...deps }: ScimDeps) {
  const ofEnterprise = ({ enterpriseId }: Scope) => eq(scimUser.enterpriseId, enterpriseId)
  async function user(scope: Scope, id: string): Promise<ScimUserRow> {
    if (!/^\d{1,19}$/.test(id)) throw missing()
    const [row] = await db
      .select()
      .from(scimUser)
      .where(and(ofEnterprise(scope), eq(scimUser.userId, id)))
    if (!row) throw missing()
    return row
  }
  async function group(scope: Scope, id: string): Promise<ScimGroupRow> {
    if (!/^\d{1,19}$/.test(id)) throw missing()
    const [row] = await db
      .select()
      .from(scimGroup)
      .where(and(eq(scimGroup.enterpriseId, scope.enterpriseId), eq(scimGroup.groupId, id)))
    if (!row) throw missing()
    return row
  }
  /** Converts errors of enterprise rules to SCIM errors. */
  async function withScimErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (cause) {
      if (violates(cause, 'scim_user_name')) throw conflict('userName: somebody else has it')
      if (
        violates(cause, 'scim_user_external') ||
        violates(cause, 'enterprise_person_external') ||
        violates(cause, 'scim_group_external')
      )
        throw conflict('externalId: it is taken')
      if (violates(cause, 'scim_group_name')) throw conflict('displayName: another group has it')
      if (cause instanceof AppError) throw new ScimError(cause.status === 404 ? 404 : 409, cause.text('en'))
      throw cause
    }
  }
  /** Protects the instance owner and break-glass accounts from changes by directories. */
  async function requireManageable(userId: string) {
    if ((await accounts.get(userId)).isInstanceOwner || (await deps.isBreakGlass(userId)))
      throw new ScimError(409, 'This account is not managed by directories')
  }
  async function setActive(scope: Scope, userId: string, isActive: boolean) {
    const person = await enterprises.person(scope.enterpriseId, userId)
    if (!person) throw missing()
    if (isActive === (person.status === 'active')) return
    if (!isActive) await requireManageable(userId)
    await withScimErrors(() =>
      isActive
        ? people.restore(scope.enterpriseId, userId, scope.actorId)
        : people.suspend(scope.enterpriseId, userId, scope.actorId),
    )
  }
  const findNewcomer = createNewcomers(pool)
  /** Checks whether a person can be added; returns an existing account and the root organisation. */
  async function placeFor(scope: Scope, { userName, externalId, email }: UserDoc) {
    const domain = email.split('@').at(-1)!.toLowerCase()
    const found = await findNewcomer({ enterpriseId: scope.enterpriseId, userName, externalId, email, domain })
    if (found.name) throw conflict('userName: somebody has it already')
    if (found.external) throw conflict('externalId: it is taken')
    if (!found.domain) throw invalid(`emails: “${domain}” is not a verified domain of this enterprise`)
    const { existing, root } = found
    if (existing === null) return { existing: undefined, root }
    await requireManageable(existing)
    if ((await db.$count(scimUser, and(ofEnterprise(scope), eq(scimUser.userId, existing)))) > 0)
      throw conflict('emails: somebody has this address already')
    return { existing, root }
  }
  const roles: EnterpriseRole[] = ['Member']
  const added =
    ({ enterpriseId, actorId }: Scope) =>
    (target: string): AuditEntry[] => [
      { actorId, enterpriseId, action: 'enterprise.person_add', target, detail: { roles, source: 'scim' } },
    ]
  function rowOf({ enterpriseId }: Scope, userId: string, read: UserDoc): ScimUserRow {
    const { userName, externalId, isActive, attributes } = read
    const now = clock.now()
    return {
      enterpriseId,
      userId,
      userName,
      externalId,
      isActive,
      attributes,
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
  }
  /** Creates account, space, membership and audit entries in one statement; undefined on a conflict. */
  async function createAtOnce(scope: Scope, read: UserDoc, root: string): Promise<ScimUserRow | undefined> {
    const { enterpriseId } = scope
    const { user, rows } = accounts.newManaged(read.email, read.name, added(scope))
    const { externalId } = read
    const person = { userId: user.id, roles, managedBy: 'scim' as const, externalId, organizationId: root }
    const row = rowOf(scope, user.id, read)
    try {
      await insertInOneStatement(pool, [...rows, enterprises.newPerson(enterpriseId, person), newRow(scimUser, row)])
      return row
    } catch (cause) {
      if (isRefusal(cause)) return undefined
      throw cause
    }
  }
  /** Creates a person step by step: for existing accounts, and after a conflict of names. */
  const createBySteps = (scope: Scope, read: UserDoc, existing: string | undefined) =>
    db.transaction(async (tx) => {
      const userId = existing ?? (await accounts.createManaged(read.email, read.name, tx, added(scope))).id
      const person = { userId, roles, managedBy: 'scim' as const, externalId: read.externalId }
      const isNew = await enterprises.addPerson(scope.enterpriseId, person, tx)
      if (isNew && existing !== undefined) await audit.record(added(scope)(userId), tx)
      const row = rowOf(scope, userId, read)
      await tx.insert(scimUser).values(row)
      return row
    })

  async function page<Row>(
    rows: (where: ReturnType<typeof and>, limit: number, offset: number) => Promise<Row[]>,
    count: (where: ReturnType<typeof and>) => Promise<number>,
    where: ReturnType<typeof and>,
    { startIndex, count: wanted }: Page,
  ) {
    const from = Math.max(1, startIndex)
    const limit = Math.min(MAX_PAGE, Math.max(0, wanted))
    const [total, items] = await Promise.all([count(where), limit ? rows(where, limit, from - 1) : []])
    return { total, from, items }
  }

  return {
    user,
    group,
    users(scope: Scope, query: Page) {
      const filter = query.filter ? filterSql(parseFilter(query.filter), userColumns) : undefined
      return page(
        (where, limit, offset) =>
          db.select().from(scimUser).where(where).orderBy(asc(scimUser.userId)).limit(limit).offset(offset),
        (where) => db.$count(scimUser, where),
        and(ofEnterprise(scope), filter),
        query,
      )
    },
    groupList(scope: Scope, query: Page) {
      const filter = query.filter ? filterSql(parseFilter(query.filter), groupColumns) : undefined
      return page(
        (where, limit, offset) =>
          db.select().from(scimGroup).where(where).orderBy(asc(scimGroup.groupId)).limit(limit).offset(offset),
        (where) => db.$count(scimGroup, where),
        and(eq(scimGroup.enterpriseId, scope.enterpriseId), filter),
        query,
      )
    },
    async membersOf(groupId: string) {
      const ids = await groups.memberIds(groupId)
      if (!ids.length) return []
      const rows = await db
        .select({ id: scimUser.userId, name: scimUser.userName })
        .from(scimUser)
        .where(inArray(scimUser.userId, ids))
      return rows.toSorted((a, b) => a.id.localeCompare(b.id))
    },
    /** A known person is a conflict and stays unchanged, because a repeated request must not clear fields. */
    async createUser(scope: Scope, doc: Doc): Promise<ScimUserRow> {
      const read = readUser(doc)
      const { existing, root } = await placeFor(scope, read)
      return withScimErrors(async () => {
        const atOnce = existing === undefined ? await createAtOnce(scope, read, root) : undefined
        const row = atOnce ?? (await createBySteps(scope, read, existing))
        // A new account is not in any cache, so only existing accounts need an invalidation.
        if (existing !== undefined) await enterprises.changed(scope.enterpriseId)
        if (existing !== undefined || !read.isActive) await setActive(scope, row.userId, read.isActive)
        return row
      })
    },
    async saveUser(scope: Scope, before: ScimUserRow, doc: Doc): Promise<ScimUserRow> {
      const read = readUser(doc)
      await setActive(scope, before.userId, read.isActive)
      return withScimErrors(async () => {
        const { userName, externalId, attributes, isActive } = read
        const [row] = await db
          .update(scimUser)
          .set({
            userName,
            externalId,
            attributes,
            isActive,
            version: sql`${scimUser.version} + 1`,
            updatedAt: clock.now(),
          })
          .where(and(ofEnterprise(scope), eq(scimUser.userId, before.userId)))
          .returning()
        return row!
      })
    },
    async deleteUser(scope: Scope, id: string) {
      const row = await user(scope, id)
      await requireManageable(row.userId)
      await withScimErrors(() => deps.remove(scope.enterpriseId, row.userId, scope.actorId))
      await db.delete(scimUser).where(and(ofEnterprise(scope), eq(scimUser.userId, row.userId)))
    },
    async createGroup(scope: Scope, doc: Doc): Promise<ScimGroupRow> {
      const read = readGroup(doc)
      const { displayName, externalId } = read
      const taken = and(
        eq(scimGroup.enterpriseId, scope.enterpriseId),
        sql`lower(${scimGroup.displayName}) = ${displayName.toLowerCase()}`,
      )
      if ((await db.$count(scimGroup, taken)) > 0) throw conflict('displayName: another group has it')
      await requireMembers(scope, read.members ?? [])
      return withScimErrors(async () => {
        const made = await groups.create(scope.enterpriseId, displayName, scope.actorId, {
          managedBy: 'scim',
          externalId,
        })
        const now = clock.now()
        const [row] = await db
          .insert(scimGroup)
          .values({
            groupId: made.id,
            enterpriseId: scope.enterpriseId,
            displayName,
            externalId,
            createdAt: now,
            updatedAt: now,
          })
          .returning()
        if (read.members?.length)
          await groups.setMembers(scope.enterpriseId, made.id, { add: read.members }, scope.actorId, 'scim')
        return row!
      })
    },
    async saveGroup(scope: Scope, before: ScimGroupRow, doc: Doc): Promise<ScimGroupRow> {
      const read: GroupDoc = readGroup(doc)
      const current = await groups.memberIds(before.groupId)
      const wanted = read.members ?? current
      const add = wanted.filter((id) => !current.includes(id))
      const remove = current.filter((id) => !wanted.includes(id))
      await requireMembers(scope, add)
      return withScimErrors(async () => {
        if (read.displayName !== before.displayName)
          await groups.rename(scope.enterpriseId, before.groupId, read.displayName, scope.actorId, 'scim')
        if (add.length || remove.length)
          await groups.setMembers(scope.enterpriseId, before.groupId, { add, remove }, scope.actorId, 'scim')
        const { displayName, externalId } = read
        const [row] = await db
          .update(scimGroup)
          .set({ displayName, externalId, version: sql`${scimGroup.version} + 1`, updatedAt: clock.now() })
          .where(eq(scimGroup.groupId, before.groupId))
          .returning()
        return row!
      })
    },
    async deleteGroup(scope: Scope, id: string) {
      const row = await group(scope, id)
      await withScimErrors(() => groups.remove(scope.enterpriseId, row.groupId, scope.actorId, 'scim'))
    },
    counts: async (enterpriseId: string) => ({
      people: await db.$count(scimUser, eq(scimUser.enterpriseId, enterpriseId)),
      groups: await db.$count(scimGroup, eq(scimGroup.enterpriseId, enterpriseId)),
    }),
  }

  async function requireMembers(scope: Scope, ids: readonly string[]) {
    if (!ids.length) return
    const known = await db.$count(scimUser, and(ofEnterprise(scope), inArray(scimUser.userId, [...ids])))
    if (known < new Set(ids).size) throw invalid('members: one of these people is not in this enterprise')
  }
}
export type Scim = ReturnType<typeof createScim>
