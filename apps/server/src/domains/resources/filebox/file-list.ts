import type { Ctx } from '#kit/http/context.ts'
import type { FileboxService } from './filebox.service.ts'
import type { FileRow } from './filebox.table.ts'
import type { FileboxView } from './filebox.view.ts'

/** Files in wire format, with the number of searchable pieces of each. */
export const createFileList =
  (files: Pick<FileboxService, 'pieceCounts'>, view: FileboxView) => async (rows: FileRow[], ctx: Ctx) => {
    const counts = await files.pieceCounts(rows.map((row) => row.id))
    return rows.map((row) => view.file(row, counts.get(row.id) ?? 0, ctx.locale))
  }
export type FileList = ReturnType<typeof createFileList>
