import { and, asc, count, eq, sql } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { enterpriseErrors } from './enterprise.errors.ts'
import { enterprisePerson, organization, type OrganizationRow } from './enterprise.table.ts'

const MAX_ORGANIZATIONS = 1000
const MAX_DEPTH = 8
export interface OrganizationDeps {
  db: Db
  audit: AuditService
  newId: NewId
  clock: Clock
}

/** The organisations of an enterprise, as a tree. The root is the enterprise itself. */
export function createOrganizations({ db, audit, newId, clock }: OrganizationDeps) {
  const list = (enterpriseId: string): Promise<OrganizationRow[]> =>
    db
      .select()
      .from(organization)
      .where(eq(organization.enterpriseId, enterpriseId))
      .orderBy(asc(sql`lower(${organization.name})`), asc(organization.id))
  async function get(enterpriseId: string, id: string): Promise<OrganizationRow> {
    const [row] = await db
      .select()
      .from(organization)
      .where(and(eq(organization.id, id), eq(organization.enterpriseId, enterpriseId)))
    if (!row) throw errors.notFound({ what: 'organisation' })
    return row
  }
  /** Path from an organisation up to the root. */
  function pathOf(rows: OrganizationRow[], id: string): OrganizationRow[] {
    const byId = new Map(rows.map((row) => [row.id, row]))
    const path: OrganizationRow[] = []
    for (
      let at = byId.get(id);
      at && path.length <= MAX_DEPTH + 1;
      at = at.parentId ? byId.get(at.parentId) : undefined
    )
      path.push(at)
    return path
  }
  function below(rows: OrganizationRow[], id: string): OrganizationRow[] {
    const children = rows.filter((row) => row.parentId === id)
    return [...children, ...children.flatMap((child) => below(rows, child.id))]
  }
  const heightOf = (rows: OrganizationRow[], id: string): number =>
    1 + Math.max(0, ...rows.filter((row) => row.parentId === id).map((row) => heightOf(rows, row.id)))
  const taken = (cause: unknown): never => {
    const code = (cause as { cause?: { code?: string } }).cause?.code
    throw code === '23505' ? enterpriseErrors.organizationTaken() : cause
  }

  return {
    list,
    get,
    /** Ids of an organisation and everything below it. */
    async branch(enterpriseId: string, id: string): Promise<string[]> {
      const rows = await list(enterpriseId)
      if (!rows.some((row) => row.id === id)) throw errors.notFound({ what: 'organisation' })
      return [id, ...below(rows, id).map((row) => row.id)]
    },
    async find(id: string): Promise<OrganizationRow | undefined> {
      const [row] = await db.select().from(organization).where(eq(organization.id, id))
      return row
    },
    async peopleBy(enterpriseId: string): Promise<Map<string, number>> {
      const rows = await db
        .select({ id: enterprisePerson.organizationId, n: count() })
        .from(enterprisePerson)
        .where(eq(enterprisePerson.enterpriseId, enterpriseId))
        .groupBy(enterprisePerson.organizationId)
      return new Map(rows.flatMap(({ id, n }) => (id ? [[id, n] as const] : [])))
    },
    async create(enterpriseId: string, parentId: string, name: string, actorId: string): Promise<OrganizationRow> {
      const rows = await list(enterpriseId)
      if (rows.length >= MAX_ORGANIZATIONS) throw enterpriseErrors.organizationLimit({ max: MAX_ORGANIZATIONS })
      const path = pathOf(rows, parentId)
      if (!path.length) throw errors.notFound({ what: 'organisation' })
      if (path.length >= MAX_DEPTH) throw enterpriseErrors.organizationDepth({ max: MAX_DEPTH })
      const row = { id: newId(), enterpriseId, parentId, name, externalId: null, createdAt: clock.now() }
      await db.insert(organization).values(row).catch(taken)
      await audit.record({
        actorId,
        enterpriseId,
        action: 'enterprise.organization_create',
        target: row.id,
        detail: { name },
      })
      return row
    },
    async update(
      enterpriseId: string,
      id: string,
      change: { name?: string | undefined; parentId?: string | undefined },
      actorId: string,
    ) {
      const rows = await list(enterpriseId)
      const found = rows.find((row) => row.id === id)
      if (!found) throw errors.notFound({ what: 'organisation' })
      if (change.parentId !== undefined) {
        if (found.parentId === null) throw enterpriseErrors.rootStays()
        const path = pathOf(rows, change.parentId)
        if (!path.length) throw errors.notFound({ what: 'organisation' })
        if (path.some((row) => row.id === id)) throw enterpriseErrors.organizationLoop()
        if (path.length + heightOf(rows, id) > MAX_DEPTH) throw enterpriseErrors.organizationDepth({ max: MAX_DEPTH })
      }
      const set = {
        ...(change.name !== undefined && { name: change.name }),
        ...(change.parentId !== undefined && { parentId: change.parentId }),
      }
      if (Object.keys(set).length) await db.update(organization).set(set).where(eq(organization.id, id)).catch(taken)
      const detail = { name: change.name ?? found.name }
      await audit.record({ actorId, enterpriseId, action: 'enterprise.organization_update', target: id, detail })
    },
    /** Removes an organisation; its people and spaces move to the parent. */
    async remove(
      enterpriseId: string,
      id: string,
      actorId: string,
      moveSpaces: (from: string[], to: string) => Promise<unknown>,
    ) {
      const rows = await list(enterpriseId)
      const found = rows.find((row) => row.id === id)
      if (!found) throw errors.notFound({ what: 'organisation' })
      if (found.parentId === null) throw enterpriseErrors.rootStays()
      const gone = [id, ...below(rows, id).map((row) => row.id)]
      await moveSpaces(gone, found.parentId)
      await db.transaction(async (tx) => {
        await tx
          .update(enterprisePerson)
          .set({ organizationId: found.parentId })
          .where(
            and(
              eq(enterprisePerson.enterpriseId, enterpriseId),
              sql`${enterprisePerson.organizationId} = ANY(${sql.param(gone)}::bigint[])`,
            ),
          )
        await tx.delete(organization).where(eq(organization.id, id))
        const detail = { name: found.name }
        await audit.record({ actorId, enterpriseId, action: 'enterprise.organization_delete', target: id, detail }, tx)
      })
    },
  }
}
export type Organizations = ReturnType<typeof createOrganizations>
