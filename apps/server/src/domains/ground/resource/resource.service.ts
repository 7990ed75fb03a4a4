import type { ResourceKind } from '@orrery/contract'
import { type ContentScope, contentScopes } from '@orrery/contract/shared/content-scopes'
import { and, asc, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Located } from '#kit/access.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import { currentCreation, recordCreated } from './current-creation.ts'
import { createLocationCache } from './location-cache.ts'
import { createResourceBin } from './resource-bin.ts'
import { resource, resourceBin, type ResourceRow } from './resource.table.ts'

export interface NewResource {
  /** Set by work that has stored the id before, so that a retry after a crash does not create the resource twice. */
  id?: string | undefined
  kind: ResourceKind
  spaceId: string
  ownerId: string
  name: string
  description?: string
  iconUri?: string
  subType?: number
  projectId?: string
  status?: number
}

interface ResourceDeps {
  db: Db
  bus: Bus
  newId: NewId
  clock: Clock
  content: Pick<ContentGuard, 'require'>
  audit: Pick<AuditService, 'record'>
}
type Head = Pick<ResourceRow, 'name' | 'description'>
/** Kinds whose own services check their texts, because their calls return the refusal instead of an error. */
const checkedElsewhere: readonly string[] = ['bot', 'project']
const isScope = (kind: string): kind is ContentScope => (contentScopes as readonly string[]).includes(kind)

/**
 * The common head of all resources. A domain creates the head and its own row in one transaction; deleting the head
 * deletes the domain's row as well, and a resource in the bin cannot be read until it is restored. Access,
 * collaborators, library and search refer to resources by their head.
 */
export function createResourceService({ db, bus, newId, clock, content, audit }: ResourceDeps) {
  // A prepared statement: it runs before nearly every call.
  const holder = alias(resource, 'holder')
  const located = db
    .select({
      kind: resource.kind,
      id: resource.id,
      spaceId: resource.spaceId,
      ownerId: resource.ownerId,
      projectOwnerId: holder.ownerId,
    })
    .from(resource)
    .leftJoin(holder, eq(holder.id, resource.projectId))
    .where(eq(resource.id, sql.placeholder('id')))
    .prepare('resource_locate')
  const locations = createLocationCache({ bus, clock, read: async (id) => (await located.execute({ id }))[0] })
  async function insert(values: NewResource, tx: Tx): Promise<ResourceRow> {
    const now = clock.now()
    const [row] = await tx
      .insert(resource)
      .values({ ...values, id: values.id ?? newId(), editedBy: values.ownerId, createdAt: now, updatedAt: now })
      .returning()
    await note(row!, 'create', values.ownerId, tx)
    return row!
  }
  /** Records in the audit log who created or deleted a resource. */
  async function note({ kind, id, spaceId, name }: ResourceRow, act: 'create' | 'delete', actorId: string, tx: Tx) {
    await audit.record({ actorId, spaceId, action: `${kind}.${act}`, target: id, detail: { name } }, tx)
  }
  async function checkHead(kind: ResourceKind, { name, description }: Partial<Head>) {
    if (isScope(kind) && !checkedElsewhere.includes(kind)) await content.require(kind, { name, description })
  }
  return {
    /** Refuses texts that the content rules of the instance do not allow. */
    requireContent: content.require,
    async create(values: NewResource, tx: Tx = db): Promise<ResourceRow> {
      await checkHead(values.kind, values)
      const creationId = currentCreation.getStore()
      if (creationId === undefined) return insert(values, tx)
      const insertRecorded = async (writer: Tx) => {
        const row = await insert(values, writer)
        await recordCreated(creationId, row.id, writer)
        return row
      }
      return tx === db ? db.transaction(insertRecorded) : insertRecorded(tx)
    },
    async get(id: string): Promise<ResourceRow | undefined> {
      return (await db.select().from(resource).where(eq(resource.id, id)))[0]
    },
    /** Whether another resource of the same kind and name exists in the same place. */
    async hasNamesake({ id, kind, spaceId, projectId, name }: ResourceRow): Promise<boolean> {
      const place = projectId ? eq(resource.projectId, projectId) : isNull(resource.projectId)
      const named = and(eq(resource.spaceId, spaceId), eq(resource.kind, kind), eq(resource.name, name))
      return (await db.$count(resource, and(named, place, ne(resource.id, id)))) > 0
    },
    getMany: (ids: string[]) =>
      ids.length ? db.select().from(resource).where(inArray(resource.id, ids)) : Promise.resolve([]),
    /** All resources of these kinds in a space, including projects and their parts, oldest first. */
    inSpace: (spaceId: string, kinds: readonly ResourceKind[]) =>
      db
        .select()
        .from(resource)
        .where(and(eq(resource.spaceId, spaceId), inArray(resource.kind, [...kinds])))
        .orderBy(asc(resource.createdAt), asc(resource.id)),
    /** Marks an edit and updates changed fields of the head. */
    async touch(
      id: string,
      editedBy: string,
      change: Partial<
        Pick<ResourceRow, 'name' | 'description' | 'iconUri' | 'status' | 'publishedAt' | 'subType' | 'projectId'>
      > = {},
      tx: Tx = db,
    ) {
      if (change.name !== undefined || change.description !== undefined) {
        const [row] = await tx.select().from(resource).where(eq(resource.id, id))
        // Unchanged texts are not checked again.
        const isNew = (key: keyof Head) => change[key] !== undefined && change[key] !== row?.[key]
        if (row)
          await checkHead(row.kind, {
            ...(isNew('name') && { name: change.name! }),
            ...(isNew('description') && { description: change.description! }),
          })
      }
      await tx
        .update(resource)
        .set({ ...change, editedBy, updatedAt: clock.now() })
        .where(eq(resource.id, id))
    },
    /** Deletes a resource for good, bypassing the bin. */
    async remove(id: string, tx: Tx = db): Promise<boolean> {
      await locations.invalidate(id)
      return (await tx.delete(resource).where(eq(resource.id, id)).returning({ id: resource.id })).length > 0
    },
    /** Moves a resource to the bin, with everything inside it. */
    async discard(id: string, userId: string, tx: Tx = db): Promise<boolean> {
      if (tx === db) return db.transaction((inner) => this.discard(id, userId, inner))
      const parts = await tx.select({ id: resource.id }).from(resource).where(eq(resource.projectId, id))
      for (const part of [id, ...parts.map((row) => row.id)]) await locations.invalidate(part)
      const at = { deletedAt: clock.now(), deletedBy: userId }
      const [gone] = await tx.update(resource).set(at).where(eq(resource.id, id)).returning()
      if (!gone) return false
      await note(gone, 'delete', userId, tx)
      await tx
        .update(resource)
        .set({ ...at, deletedWith: id })
        .where(eq(resource.projectId, id))
      return true
    },
    bin: createResourceBin({ db, invalidate: locations.invalidate }),
    locate: (id: string): Promise<Located | undefined> => locations.find(id),
    readLocation: (id: string): Promise<Located | undefined> => locations.read(id),
    spaceOf: async (id: string): Promise<string | undefined> => (await locations.find(id))?.spaceId,
    /** Transfers the resources of a leaving member to another user. */
    async handOver(spaceId: string, from: string, to: string, tx: Tx = db) {
      await locations.invalidate('*')
      for (const heads of [resource, resourceBin])
        await tx
          .update(heads)
          .set({ ownerId: to })
          .where(and(eq(heads.spaceId, spaceId), eq(heads.ownerId, from)))
    },
    async countByOwner(spaceId: string): Promise<Map<string, number>> {
      const rows = await db
        .select({ ownerId: resource.ownerId, n: count() })
        .from(resource)
        .where(eq(resource.spaceId, spaceId))
        .groupBy(resource.ownerId)
      return new Map(rows.map((row) => [row.ownerId, row.n]))
    },
  }
}
export type ResourceService = ReturnType<typeof createResourceService>
