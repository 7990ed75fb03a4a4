import type { CustomFilter, ShownTaskGroup } from '@orrery/contract'
import { AppError, type Locale } from '#kit/errors.ts'
import type { Sandbox } from '#kit/sandbox/sandbox.ts'

export interface PickedRows {
  ids: Set<string>
  /** Error message of the code; empty when it ran. */
  problem: string
}
const Language = { typescript: 2 } as const
const LIMIT_MS = 60_000
/** Appended after the user's code, so that the line numbers in its errors stay correct. */
const frames = {
  javascript:
    'async function main({ params }) { const kept = []; for (const row of params.rows) if (await filter(row)) kept.push(row.row_group_id); return { kept } }',
  python: 'def main(args):\n    return {"kept": [row["row_group_id"] for row in args.params["rows"] if filter(row)]}',
}

/** Filters rows with `filter(row)` from the user's code. An error of the code is returned, not thrown. */
export const createRowPicker =
  (sandbox: Pick<Sandbox, 'run'>) =>
  async (
    { language, user_code }: CustomFilter,
    rows: Pick<ShownTaskGroup, 'row_group_id'>[],
    owner: string,
    { signal, locale }: { signal: AbortSignal; locale: Locale },
  ): Promise<PickedRows> => {
    const name = language === Language.typescript ? 'javascript' : 'python'
    try {
      const { output } = await sandbox.run({
        language: name,
        code: `${user_code}\n${frames[name]}`,
        params: { rows },
        timeoutMs: LIMIT_MS,
        owner,
        signal,
      })
      const { kept } = output as { kept?: unknown }
      return { ids: new Set(Array.isArray(kept) ? kept.map(String) : []), problem: '' }
    } catch (cause) {
      if (!(cause instanceof AppError) || signal.aborted) throw cause
      return { ids: new Set(), problem: cause.text(locale) }
    }
  }
export type PickRows = ReturnType<typeof createRowPicker>
