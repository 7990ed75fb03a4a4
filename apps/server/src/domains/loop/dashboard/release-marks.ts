import { isId } from '@orrery/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'

const MAX_MARKS = 200
export interface ReleaseMark {
  at: number
  object: string
  name: string
  version: string
}

/** Publications in a space between two times in seconds, of one resource or of all, oldest first. */
export async function releaseMarks(
  db: Db,
  spaceId: string,
  { from, to }: { from: number; to: number },
  object?: string,
): Promise<ReleaseMark[]> {
  // A service is not published here.
  if (object && !isId(object)) return []
  const { rows } = await db.execute<{ at: string; object: string; name: string; version: string }>(sql`
    WITH published AS (
      SELECT bot_id AS id, version::text AS version, created_at FROM bot_history WHERE kind = 2
      UNION ALL SELECT workflow_id, version, created_at FROM workflow_commit WHERE type = 2
      UNION ALL SELECT project_id, version, created_at FROM project_version
      UNION ALL SELECT prompt_id, version, created_at FROM prompt_release)
    SELECT p.created_at AS at, r.id::text AS object, r.name, p.version FROM published p JOIN resource r ON r.id = p.id
    WHERE r.space_id = ${spaceId} AND p.created_at BETWEEN ${from * 1000} AND ${to * 1000}
      AND (${object ?? null}::bigint IS NULL OR r.id = ${object ?? null}::bigint)
    ORDER BY p.created_at DESC LIMIT ${MAX_MARKS}`)
  return rows.map((row) => ({ ...row, at: Number(row.at) })).toReversed()
}
