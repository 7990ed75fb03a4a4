import { and, asc, count, desc, eq, gte, ilike, inArray, lte, type SQL } from 'drizzle-orm'
import { type Db, likeText, type Tx } from '#kit/db.ts'
import { resource, type ResourceRow } from '#domains/ground/resource/resource.table.ts'
import { card, type CardDraft, type CardRow, type CardState, cardVersion, type CardVersionRow } from './card.table.ts'

export interface CardFilter {
  /** Absent: all spaces. */
  spaceId?: string | undefined
  ownerId?: string | undefined
  status?: number | undefined
  keyword?: string
  ids?: string[]
  createdFrom?: number
  createdTo?: number
  /** The id of the card to list first. */
  first?: string | undefined
  order?: { by: 'updatedAt' | 'publishedAt'; isAscending: boolean }
}

/** The published view of a card: its last version, or its draft if it has none. */
const rowOf = (head: ResourceRow, draft: CardDraft, version: CardVersionRow | null): CardRow => ({
  id: head.id,
  spaceId: head.spaceId,
  name: head.name,
  displayType: version?.displayType ?? draft.displayType,
  properties: version?.properties ?? draft.properties,
  design: version ? version.design : draft.design,
  version: version?.num ?? 0,
  versionName: version?.name ?? '',
  description: version?.description ?? '',
  status: draft.status,
  hasEdits: draft.draft !== draft.publishedDraft,
  createdBy: head.ownerId,
  createdAt: head.createdAt,
  updatedAt: head.updatedAt,
  publishedAt: version?.createdAt ?? 0,
})

export function createCardRepo(db: Db) {
  const lastVersion = and(eq(cardVersion.cardId, card.id), eq(cardVersion.num, card.version))
  const select = () =>
    db
      .select({ head: resource, draft: card, version: cardVersion })
      .from(card)
      .innerJoin(resource, eq(resource.id, card.id))
      .leftJoin(cardVersion, lastVersion)
  const where = ({ spaceId, ownerId, status, keyword, ids, createdFrom, createdTo }: CardFilter): SQL | undefined =>
    and(
      spaceId === undefined ? undefined : eq(resource.spaceId, spaceId),
      ownerId === undefined ? undefined : eq(resource.ownerId, ownerId),
      status === undefined ? undefined : eq(card.status, status as CardState),
      keyword ? ilike(resource.name, likeText(keyword)) : undefined,
      ids ? inArray(card.id, ids) : undefined,
      createdFrom === undefined ? undefined : gte(resource.createdAt, createdFrom),
      createdTo === undefined ? undefined : lte(resource.createdAt, createdTo),
    )
  return {
    async find(id: string): Promise<CardRow | undefined> {
      const [found] = await select().where(eq(card.id, id))
      return found && rowOf(found.head, found.draft, found.version)
    },
    async draft(id: string): Promise<{ head: ResourceRow; draft: CardDraft; lastName: string } | undefined> {
      const [found] = await select().where(eq(card.id, id))
      return found && { head: found.head, draft: found.draft, lastName: found.version?.name ?? '' }
    },
    async version(id: string, num: number): Promise<CardVersionRow | undefined> {
      return (
        await db
          .select()
          .from(cardVersion)
          .where(and(eq(cardVersion.cardId, id), eq(cardVersion.num, num)))
      )[0]
    },
    async list(filter: CardFilter, page: number, size: number): Promise<{ rows: CardRow[]; total: number }> {
      const { first, order } = filter
      const column = order?.by === 'publishedAt' ? resource.publishedAt : order ? resource.updatedAt : card.id
      const [rows, totals] = await Promise.all([
        select()
          .where(where(filter))
          .orderBy(
            ...(first ? [desc(eq(card.id, first))] : []),
            order?.isAscending ? asc(column) : desc(column),
            desc(card.id),
          )
          .limit(size)
          .offset((page - 1) * size),
        db.select({ n: count() }).from(card).innerJoin(resource, eq(resource.id, card.id)).where(where(filter)),
      ])
      return { rows: rows.map(({ head, draft, version }) => rowOf(head, draft, version)), total: totals[0]!.n }
    },
    async history(id: string, page: number, size: number): Promise<{ rows: CardVersionRow[]; total: number }> {
      const of = eq(cardVersion.cardId, id)
      const rows = await db
        .select()
        .from(cardVersion)
        .where(of)
        .orderBy(desc(cardVersion.num))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(cardVersion, of) }
    },
    /** Locks the card until the end of the transaction, which serialises saves and publications. */
    async lock(id: string, tx: Tx): Promise<CardDraft | undefined> {
      return (await tx.select().from(card).where(eq(card.id, id)).for('update'))[0]
    },
    insert: async (row: typeof card.$inferInsert, tx: Tx) => void (await tx.insert(card).values(row)),
    update: async (id: string, change: Partial<CardDraft>, tx: Tx) =>
      void (await tx.update(card).set(change).where(eq(card.id, id))),
    insertVersion: async (row: CardVersionRow, tx: Tx) => void (await tx.insert(cardVersion).values(row)),
    async lastVersionName(id: string, num: number, tx: Tx): Promise<string> {
      const [found] = await tx
        .select({ name: cardVersion.name })
        .from(cardVersion)
        .where(and(eq(cardVersion.cardId, id), eq(cardVersion.num, num)))
      return found?.name ?? ''
    },
  }
}
export type CardRepo = ReturnType<typeof createCardRepo>
