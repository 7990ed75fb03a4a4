import type { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'

type Fault = Awaited<ReturnType<typeof api.workflowJob.validateInput>>['errors'][number]
const shownFaults = 20

/** The errors in a table, by row and column. */
export function SheetFaults({ faults }: { faults: readonly Fault[] }) {
  const t = useT('workflow-job')
  const rest = faults.length - shownFaults
  return (
    <div className="flex flex-col gap-2">
      <Banner inset tone="err">
        {t('faults')}
      </Banner>
      <ul aria-label={t('faults')} className="flex max-h-48 flex-col gap-1 overflow-y-auto text-small text-err">
        {faults.slice(0, shownFaults).map((fault, at) => (
          <li key={at} className="wrap-anywhere">
            {fault.element_err
              ? t('fault.cell', {
                  line: fault.element_err.row_index,
                  column: fault.element_err.path,
                  why: fault.element_err.error_msg,
                })
              : fault.csv_err?.error_msg}
          </li>
        ))}
        {rest > 0 && <li className="text-mute">{t('faults.more', { count: rest })}</li>}
      </ul>
    </div>
  )
}
