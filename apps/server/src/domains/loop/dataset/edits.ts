import { and, desc, eq } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import type { Db, Tx } from '#kit/db.ts'
import type { NewId } from '#kit/ids.ts'
import type { Turn } from './dataset-content.ts'
import { datasetEdit, type EditRow } from './edit.table.ts'

export interface Edited {
  datasetId: string
  itemId: string
  before: Turn[]
  after: Turn[]
}
/** The stored length of a text: enough to recognise it. */
const MAX_STORED_LENGTH = 2000
const MAX_SHOWN = 100
const AT_ONCE = 1000

/** The history of cells: the changes between versions, which keep whole rows. */
export function createEdits({ db, newId, clock }: { db: Db; newId: NewId; clock: Clock }) {
  function changesOf({ datasetId, itemId, before, after }: Edited, by: string, byJob: boolean): EditRow[] {
    const rows: EditRow[] = []
    for (let turn = 0; turn < Math.max(before.length, after.length); turn += 1)
      for (const fieldKey of new Set([...Object.keys(before[turn] ?? {}), ...Object.keys(after[turn] ?? {})])) {
        const [was, is] = [before[turn]?.[fieldKey]?.text ?? '', after[turn]?.[fieldKey]?.text ?? '']
        if (was === is) continue
        rows.push({
          id: newId(),
          datasetId,
          itemId,
          turn,
          fieldKey,
          before: was.slice(0, MAX_STORED_LENGTH).toWellFormed(),
          after: is.slice(0, MAX_STORED_LENGTH).toWellFormed(),
          byJob,
          createdBy: by,
          createdAt: clock.now(),
        })
      }
    return rows
  }
  return {
    async note(edited: Edited[], by: string, byJob: boolean, tx: Tx): Promise<void> {
      const rows = edited.flatMap((one) => changesOf(one, by, byJob))
      for (let at = 0; at < rows.length; at += AT_ONCE)
        await tx.insert(datasetEdit).values(rows.slice(at, at + AT_ONCE))
    },
    /** Newest first. */
    of: (datasetId: string, itemId: string): Promise<EditRow[]> =>
      db
        .select()
        .from(datasetEdit)
        .where(and(eq(datasetEdit.datasetId, datasetId), eq(datasetEdit.itemId, itemId)))
        .orderBy(desc(datasetEdit.id))
        .limit(MAX_SHOWN),
  }
}
export type Edits = ReturnType<typeof createEdits>
