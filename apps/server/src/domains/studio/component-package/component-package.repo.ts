import { and, desc, eq, getTableColumns, ilike, inArray, or, sql } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { componentPackage, type NewPackage, type PackageRow } from './component-package.table.ts'

const { files: _files, code: _code, ...columns } = getTableColumns(componentPackage)
export interface PackageFilter {
  spaceId: string
  channel?: number
  createdBy?: string
  search?: string
  names?: string[]
}
const where = ({ spaceId, channel, createdBy, search, names }: PackageFilter) =>
  and(
    eq(componentPackage.spaceId, spaceId),
    channel === undefined ? undefined : eq(componentPackage.channel, channel),
    createdBy === undefined ? undefined : eq(componentPackage.createdBy, createdBy),
    names && inArray(componentPackage.name, names),
    search
      ? or(ilike(componentPackage.name, likeText(search)), ilike(componentPackage.title, likeText(search)))
      : undefined,
  )

export function createPackageRepo(db: Db) {
  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction(work),
    /** Serialises uploads, imports and deletions of one name in a space. */
    lock: async (spaceId: string, name: string, tx: Tx) =>
      void (await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`package ${spaceId} ${name}`}, 0))`)),
    /** All versions, newest first. */
    list: (filter: PackageFilter): Promise<PackageRow[]> =>
      db.select(columns).from(componentPackage).where(where(filter)).orderBy(desc(componentPackage.id)),
    async find(spaceId: string, name: string, version: string, tx: Tx = db): Promise<PackageRow | undefined> {
      const [row] = await tx
        .select(columns)
        .from(componentPackage)
        .where(
          and(
            eq(componentPackage.spaceId, spaceId),
            eq(componentPackage.name, name),
            eq(componentPackage.version, version),
          ),
        )
      return row
    },
    async codeOf(id: string): Promise<string | undefined> {
      const [row] = await db
        .select({ code: componentPackage.code })
        .from(componentPackage)
        .where(eq(componentPackage.id, id))
      return row?.code
    },
    async filesOf(id: string): Promise<Record<string, string>> {
      const [row] = await db
        .select({ files: componentPackage.files })
        .from(componentPackage)
        .where(eq(componentPackage.id, id))
      return row?.files ?? {}
    },
    /** Packages with their sources and scripts. */
    whole: (spaceId: string, ids: string[]): Promise<NewPackage[]> =>
      ids.length
        ? db
            .select()
            .from(componentPackage)
            .where(and(eq(componentPackage.spaceId, spaceId), inArray(componentPackage.id, ids)))
        : Promise.resolve([]),
    ids: async (spaceId: string): Promise<string[]> =>
      (
        await db.select({ id: componentPackage.id }).from(componentPackage).where(eq(componentPackage.spaceId, spaceId))
      ).map(({ id }) => id),
    count: (spaceId: string, tx: Tx) => tx.$count(componentPackage, eq(componentPackage.spaceId, spaceId)),
    insert: async (row: NewPackage, tx: Tx) => void (await tx.insert(componentPackage).values(row)),
    /** Locks the row against a concurrent publication, so that the check for uses sees it. */
    hold: async (id: string, tx: Tx) =>
      void (await tx.execute(sql`SELECT id FROM component_package WHERE id = ${id} FOR UPDATE`)),
    remove: async (id: string, tx: Tx) => void (await tx.delete(componentPackage).where(eq(componentPackage.id, id))),
    /** Names of projects that use the package in a draft or a published version. */
    async projectsUsing(id: string, tx: Tx): Promise<string[]> {
      const named = sql`@? ${`$.packages.*.id ? (@ == "${id}")`}::jsonpath`
      const { rows } = await tx.execute<{ name: string }>(sql`
        SELECT DISTINCT r.name FROM resource r WHERE r.id IN (
          SELECT i.project_id FROM interface i JOIN interface_sandbox s ON s.interface_id = i.id WHERE s.document ${named}
          UNION SELECT v.project_id FROM interface_release l JOIN project_version v ON v.id = l.version_id WHERE l.document ${named}
        ) ORDER BY r.name LIMIT 5`)
      return rows.map(({ name }) => name)
    },
  }
}
export type PackageRepo = ReturnType<typeof createPackageRepo>
