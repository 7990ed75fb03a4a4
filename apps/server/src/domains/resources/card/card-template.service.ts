import { type CardDesign, cardDesign } from '@orrery/contract'
import { and, desc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db } from '#kit/db.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { cardErrors } from './card.errors.ts'
import { textsOfDesign } from './card.service.ts'
import { cardTemplate, type CardTemplateRow } from './card.table.ts'

const MAX_TEMPLATES = 200

/** Designs of a space from which new cards are created. */
export function createCardTemplates({
  db,
  newId,
  clock,
  resources,
}: {
  db: Db
  newId: NewId
  clock: Clock
  resources: Pick<ResourceService, 'requireContent'>
}) {
  return {
    async save(spaceId: string, userId: string, name: string, text: string): Promise<string> {
      const design = readDesign(text)
      await resources.requireContent('card', { name, dsl_content: textsOfDesign(design) })
      if ((await db.$count(cardTemplate, eq(cardTemplate.spaceId, spaceId))) >= MAX_TEMPLATES)
        throw cardErrors.tooManyTemplates({ max: MAX_TEMPLATES })
      const id = newId()
      await db.insert(cardTemplate).values({ id, spaceId, name, design, createdBy: userId, createdAt: clock.now() })
      return id
    },
    async list(spaceId: string, page: number, size: number): Promise<{ rows: CardTemplateRow[]; total: number }> {
      const of = eq(cardTemplate.spaceId, spaceId)
      const rows = await db
        .select()
        .from(cardTemplate)
        .where(of)
        .orderBy(desc(cardTemplate.id))
        .limit(size)
        .offset((page - 1) * size)
      return { rows, total: await db.$count(cardTemplate, of) }
    },
    async remove(spaceId: string, id: string): Promise<void> {
      const gone = await db
        .delete(cardTemplate)
        .where(and(eq(cardTemplate.id, id), eq(cardTemplate.spaceId, spaceId)))
        .returning({ id: cardTemplate.id })
      if (!gone.length) throw errors.notFound({ what: 'template' })
    },
  }
}
export type CardTemplates = ReturnType<typeof createCardTemplates>

/** Parses a design from untrusted text. */
export function readDesign(text: string, field = 'dsl_content'): CardDesign {
  const read = cardDesign.safeParse(parse(text))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw cardErrors.badTemplate({ field, problem: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() })
}
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
