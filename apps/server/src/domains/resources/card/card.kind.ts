import type { CardDesign } from '@orrery/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { factsFrom } from '#domains/ground/resource/shared/resource-facts.ts'
import { mergeUses, type ResourceUse } from '#domains/ground/resource/shared/resource-use.ts'
import { joinTexts, searchTextsFrom } from '#domains/ground/resource/shared/search-texts.ts'
import { createCardPorter, workflowsOf } from './card.porter.ts'
import { type CardService, textsOfDesign } from './card.service.ts'
import type { CardThumbnails } from './card-thumbnail.service.ts'
import { CardState } from './card.table.ts'

/** Cards as a kind of resource. */
export const cardKind = (db: Db, cards: CardService, thumbnails: Pick<CardThumbnails, 'purge'>) => ({
  porter: createCardPorter(cards),
  remove: async ({ id }: { id: string }, userId: string) => void (await cards.remove(id, userId)),
  purge: thumbnails.purge,
  canChangeSpace: true,
  uses: (ids: string[]) => usesOf(db, ids),
  facts: factsFrom<{ id: string; status: number; name: string | null; has_edits: boolean; is_empty: boolean }>(
    `SELECT card.id::text, card.status, card_version.name, card.draft <> card.published_draft AS has_edits,
       card.design IS NOT NULL AND jsonb_array_length(card.design -> 'elements') = 0 AS is_empty
     FROM card LEFT JOIN card_version ON card_version.card_id = card.id AND card_version.num = card.version
     WHERE card.id = ANY($1::bigint[])`,
    ({ status, name, has_edits, is_empty }) => ({
      ...(status === CardState.published && name && { version: name, hasEdits: has_edits }),
      ...(status === CardState.takenDown && { state: 'off' as const }),
      ...(status === CardState.draft && is_empty && { state: 'empty' as const }),
    }),
  ),
  searchTexts: searchTextsFrom<{ id: string; design: CardDesign | null; titles: string[] | null }>(
    `SELECT id::text, design, (SELECT array_agg(field ->> 'title') FROM jsonb_array_elements(properties) field) AS titles
     FROM card WHERE id = ANY($1::bigint[])`,
    ({ design, titles }) => joinTexts(design ? textsOfDesign(design) : (titles ?? [])),
  ),
})

/** Cards whose buttons run these workflows. */
async function usesOf(db: Db, ids: string[]): Promise<ResourceUse[]> {
  const wanted = new Set(ids)
  const texts = sql`${sql.param(ids)}::text[]`
  const { rows } = await db.execute<{ id: string; draft: CardDesign | null; published: CardDesign | null }>(
    sql`SELECT card.id, card.design AS draft, CASE WHEN card.status = 1 THEN v.design END AS published
      FROM card LEFT JOIN card_version v ON v.card_id = card.id AND v.num = card.version
      WHERE mentioned_ids(coalesce(card.design::text, '') || coalesce(v.design::text, '')) && ${texts}`,
  )
  return mergeUses(
    rows.flatMap(({ id, draft, published }) =>
      ([draft, published] as const).flatMap((design, index) =>
        design
          ? workflowsOf(design)
              .filter((workflow) => wanted.has(workflow))
              .map((usedId) => ({ usedId, userId: id, inDraft: index === 0, inPublished: index === 1 }))
          : [],
      ),
    ),
  )
}
