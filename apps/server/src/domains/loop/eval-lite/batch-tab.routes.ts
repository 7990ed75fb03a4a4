import type { contract } from '@orrery/contract'
import { BatchStatus, CHECKUP_LIMITS } from '@orrery/contract/shared/checkup-enums'
import type { Handlers } from '#kit/http/context.ts'
import type { StreamReply } from '#kit/sse.ts'
import type { PlanTarget } from '#domains/loop/eval-plan/eval-plan.table.ts'
import { csvOf } from '#domains/loop/experiment/shared/result-file.ts'
import type { BatchReports } from './batch-report.service.ts'
import type { LiteBatches } from './lite-batch.service.ts'

type Handled = Handlers<typeof contract.checkupTab>
type Progress = Handlers<typeof contract.liteBatch>['progress']
const LOOK_MS = 400
const PAGE = CHECKUP_LIMITS.rowsShown
const EXPORTED_AT_ONCE = 200
/** Adds the number of the object in the comparison, because two states of one bot have the same name. */
const titleOf = ({ name, sourceId }: PlanTarget, at: number) => `${at + 1} ${name || sourceId}`
const open = [BatchStatus.awaiting, BatchStatus.running, BatchStatus.testRun] as number[]
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** Calls of the comparison pages that go beyond the given API. */
export function batchTabRoutes(deps: {
  batches: LiteBatches
  reports: BatchReports
  progress: Progress
}): Pick<Handled, 'batchEvents' | 'batchExport' | 'batchReport' | 'batchRows'> {
  const { batches, reports, progress } = deps
  return {
    batchEvents: async ({ space_id, batch_task_id }, ctx): Promise<StreamReply> => {
      await batches.get(space_id, batch_task_id)
      return async (sse) => {
        let lastSent = ''
        for (;;) {
          const { status } = await batches.get(space_id, batch_task_id)
          const is_test_run = status === BatchStatus.testRun
          const asked = { space_id, batch_task_ids: [batch_task_id], is_test_run } as Parameters<Progress>[0]
          const [shown] = (await progress(asked, ctx)).coze_batch_task_progress
          const next = JSON.stringify({ ...shown, duration: '' })
          const isOpen = open.includes(status)
          if (next !== lastSent || !isOpen) sse.send({ event: isOpen ? 'progress' : 'end', data: shown })
          lastSent = next
          if (!isOpen || ctx.signal.aborted) return
          await pause(LOOK_MS, ctx.signal)
        }
      }
    },
    batchReport: async ({ space_id, batch_task_id }) => reports.report(await batches.get(space_id, batch_task_id)),
    batchRows: async ({ space_id, batch_task_id, is_test_run = false, page }, ctx) =>
      reports.rows(
        await batches.get(space_id, batch_task_id),
        is_test_run,
        { from: (page - 1) * PAGE, size: PAGE },
        ctx.locale,
      ),
    batchExport: async ({ space_id, batch_task_id }, ctx) => {
      const found = await batches.get(space_id, batch_task_id)
      const names = found.row.objects.map(titleOf)
      const lines: Record<string, string>[] = []
      for (let from = 0, total = 1; from < total; from += EXPORTED_AT_ONCE) {
        const page = await reports.rows(found, false, { from, size: EXPORTED_AT_ONCE }, ctx.locale)
        total = page.total
        for (const { input, expected, cells } of page.rows)
          lines.push({
            input,
            expected,
            ...Object.fromEntries(
              names.flatMap((name, at) => {
                const cell = cells.find(({ object_index }) => object_index === at)
                return [
                  [`${name}: output`, cell?.answered ?? ''],
                  [`${name}: score`, cell?.score === undefined ? '' : String(cell.score)],
                  [`${name}: reason`, cell?.reason ?? ''],
                  [`${name}: error`, cell?.error ?? ''],
                ]
              }),
            ),
          })
      }
      return new Response(csvOf(lines), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="comparison.csv"',
        },
      })
    },
  }
}
