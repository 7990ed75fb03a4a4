import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { promptPointer, promptRelease, promptResource, promptVersion } from './prompt.table.ts'

/** Condition for versions in use: the newest one, and older ones that are still released or labelled. */
export function inUse(db: Db) {
  const served = db
    .select({ one: sql`1` })
    .from(promptRelease)
    .where(
      and(
        eq(promptRelease.promptId, promptVersion.promptId),
        eq(promptRelease.version, promptVersion.version),
        ne(promptRelease.status, 2),
      ),
    )
  const labelled = db
    .select({ one: sql`1` })
    .from(promptPointer)
    .where(and(eq(promptPointer.promptId, promptVersion.promptId), eq(promptPointer.version, promptVersion.version)))
  return or(eq(promptResource.latest, promptVersion.version), sql`EXISTS ${served}`, sql`EXISTS ${labelled}`)
}
/** Condition for versions that contain a segment. */
export const withSegment = (segmentId: string) =>
  sql`${promptVersion.detail}::text LIKE ${`%<cozeloop_snippet>id=${segmentId}&version=%`}`
