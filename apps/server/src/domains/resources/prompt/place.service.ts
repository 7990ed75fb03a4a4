import { ReleaseStatus } from '@orrery/contract/shared/prompt-enums'
import { and, asc, inArray, ne } from 'drizzle-orm'
import type { Db } from '#kit/db.ts'
import { promptPointer, promptRelease } from './prompt.table.ts'

/** The places in which prompts are currently served, for lists. */
export function createPlaceService({ db }: { db: Db }) {
  return {
    async of(ids: string[]) {
      if (!ids.length) return { served: [], pointers: [] }
      const [served, pointers] = await Promise.all([
        db
          .select()
          .from(promptRelease)
          .where(and(inArray(promptRelease.promptId, ids), ne(promptRelease.status, ReleaseStatus.offline)))
          .orderBy(asc(promptRelease.id)),
        db.select().from(promptPointer).where(inArray(promptPointer.promptId, ids)).orderBy(asc(promptPointer.name)),
      ])
      return { served, pointers }
    },
  }
}
export type PlaceService = ReturnType<typeof createPlaceService>
