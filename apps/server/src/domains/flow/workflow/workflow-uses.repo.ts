import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { mergeUses, type ResourceUse } from '#domains/ground/resource/shared/resource-use.ts'
import { needsOf } from './workflow-needs.ts'

interface FoundCanvas extends Record<string, unknown> {
  id: string
  schema: string
}

/** The resources that workflows use, in the draft and in the newest version. */
export const createWorkflowUses =
  (db: Db) =>
  async (ids: string[]): Promise<ResourceUse[]> => {
    const wanted = new Set(ids)
    const texts = sql`${sql.param(ids)}::text[]`
    const usesOf = (rows: FoundCanvas[], state: Pick<ResourceUse, 'inDraft' | 'inPublished'>) =>
      rows.flatMap((row) =>
        needsOf(row.schema)
          .needs.filter(({ id }) => wanted.has(id) && id !== row.id)
          .map(({ id }) => ({ usedId: id, userId: row.id, ...state })),
      )
    const drafts = await db.execute<FoundCanvas>(
      sql`SELECT id, schema FROM workflow WHERE mentioned_ids(schema) && ${texts}`,
    )
    const published = await db.execute<FoundCanvas>(
      sql`SELECT w.id, c.schema FROM workflow_commit c JOIN workflow w ON w.id = c.workflow_id AND w.version = c.version
        WHERE c.type = 2 AND mentioned_ids(c.schema) && ${texts}`,
    )
    return mergeUses([
      ...usesOf(drafts.rows, { inDraft: true, inPublished: false }),
      ...usesOf(published.rows, { inDraft: false, inPublished: true }),
    ])
  }
