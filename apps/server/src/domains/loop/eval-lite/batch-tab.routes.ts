import type { contract } from '@orrery/contract'
import { BatchStatus } from '@orrery/contract/shared/checkup-enums'
import type { Handlers } from '#kit/http/context.ts'
import type { StreamReply } from '#kit/sse.ts'
import type { BatchReports } from './batch-report.service.ts'
import type { LiteBatches } from './lite-batch.service.ts'

type Handled = Handlers<typeof contract.checkupTab>
type Progress = Handlers<typeof contract.liteBatch>['progress']
const LOOK_MS = 400
const open = [BatchStatus.awaiting, BatchStatus.running, BatchStatus.testRun] as number[]
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

/** What the pages of comparisons show beyond the calls that are given. */
export function batchTabRoutes(deps: {
  batches: LiteBatches
  reports: BatchReports
  progress: Progress
}): Pick<Handled, 'batchEvents' | 'batchReport' | 'batchRows'> {
  const { batches, reports, progress } = deps
  return {
    batchEvents: async ({ space_id, batch_task_id }, ctx): Promise<StreamReply> => {
      await batches.get(space_id, batch_task_id)
      return async (sse) => {
        let told = ''
        for (;;) {
          const { status } = await batches.get(space_id, batch_task_id)
          const is_test_run = status === BatchStatus.testRun
          const asked = { space_id, batch_task_ids: [batch_task_id], is_test_run } as Parameters<Progress>[0]
          const [shown] = (await progress(asked, ctx)).coze_batch_task_progress
          const next = JSON.stringify({ ...shown, duration: '' })
          const isOpen = open.includes(status)
          if (next !== told || !isOpen) sse.send({ event: isOpen ? 'progress' : 'end', data: shown })
          told = next
          if (!isOpen || ctx.signal.aborted) return
          await pause(LOOK_MS, ctx.signal)
        }
      }
    },
    batchReport: async ({ space_id, batch_task_id }) => reports.report(await batches.get(space_id, batch_task_id)),
    batchRows: async ({ space_id, batch_task_id, is_test_run = false, page }, ctx) =>
      reports.rows(await batches.get(space_id, batch_task_id), is_test_run, page, ctx.locale),
  }
}
