import { and, count, desc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { badInput, errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ContentGuard } from '#domains/ground/content-rule/content-rule.service.ts'
import { isOfficialCard, officialCards } from './card-content.ts'
import { card, type CardField, type CardRow } from './card.table.ts'

/** Cards of spaces, and those that ship with the product. */
export function createCardService({
  db,
  newId,
  clock,
  requireContent,
}: {
  db: Db
  newId: NewId
  clock: Clock
  requireContent: ContentGuard['require']
}) {
  /** A card that a space may use: its own or an official one. */
  async function find(id: string, spaceId: string): Promise<CardRow | undefined> {
    const known = officialCards.find((officialCard) => officialCard.id === id)
    if (known) return known
    return (
      await db
        .select()
        .from(card)
        .where(and(eq(card.id, id), eq(card.spaceId, spaceId)))
    )[0]
  }
  async function require(id: string, spaceId: string): Promise<CardRow> {
    const found = await find(id, spaceId)
    if (!found) throw errors.notFound({ what: 'card' })
    return found
  }
  return {
    find,
    require,
    isOfficial: isOfficialCard,
    async spaceOf(id: string): Promise<string | undefined> {
      return (await db.select({ spaceId: card.spaceId }).from(card).where(eq(card.id, id)))[0]?.spaceId
    },
    async list(
      spaceId: string,
      isOfficial: boolean,
      page: number,
      size: number,
      /** The card in use comes first. */
      first?: string,
    ): Promise<{ rows: CardRow[]; total: number }> {
      if (isOfficial) {
        const sorted = officialCards.toSorted((a, b) => Number(b.id === first) - Number(a.id === first))
        return { rows: sorted.slice((page - 1) * size, page * size), total: officialCards.length }
      }
      const mine = eq(card.spaceId, spaceId)
      const [rows, totals] = await Promise.all([
        db
          .select()
          .from(card)
          .where(mine)
          .orderBy(...(first ? [desc(eq(card.id, first))] : []), desc(card.id))
          .limit(size)
          .offset((page - 1) * size),
        db.select({ n: count() }).from(card).where(mine),
      ])
      return { rows, total: totals[0]!.n }
    },
    async create(input: {
      spaceId: string
      userId: string
      from?: string | undefined
      name: string
      properties: string
      displayType: number
    }): Promise<string> {
      const source = input.from ? await require(input.from, input.spaceId) : undefined
      const fields = input.properties ? readFields(input.properties) : undefined
      await requireContent('card', { name: input.name, properties: fields?.map((field) => field.title) })
      const now = clock.now()
      const row: CardRow = {
        id: newId(),
        spaceId: input.spaceId,
        name: input.name || source?.name || 'Card',
        displayType: source?.displayType ?? input.displayType,
        properties: fields ?? source?.properties ?? officialCards[0]!.properties,
        version: 1,
        createdBy: input.userId,
        createdAt: now,
        updatedAt: now,
      }
      await db.insert(card).values(row)
      return row.id
    },
    /** Where it was bound, answers are shown as text again. */
    remove: async (id: string) => void (await db.delete(card).where(eq(card.id, id))),
  }
}
export type CardService = ReturnType<typeof createCardService>

function readFields(text: string): CardField[] {
  try {
    const list = JSON.parse(text) as unknown
    if (Array.isArray(list) && list.length <= 100)
      return list.map((item) => {
        const { name, type, title } = item as Record<string, unknown>
        if (typeof name !== 'string' || !/^\w{1,60}$/.test(name)) throw new Error('name')
        return {
          name,
          type: typeof type === 'string' ? type.slice(0, 20) : 'text',
          title: typeof title === 'string' ? title.slice(0, 60) : name,
        }
      })
  } catch {
    // Said below.
  }
  throw badInput(
    'properties',
    'must be a JSON list of { name, type, title }',
    '须为 { name, type, title } 的 JSON 列表',
  )
}
