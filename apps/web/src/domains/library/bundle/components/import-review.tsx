import { readFieldError } from '#lib/field-error.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Report } from '../bundle.queries.ts'
import { ImportRows } from './import-rows.tsx'
import { ImportTodo } from './import-todo.tsx'

interface ImportReviewProps {
  report: Report
  fileName: string
  spaceId: string
  /** Resources of the space that replace missing ones, by the id of the missing one. */
  chosen: Record<string, string>
  onChoose: (id: string, to: string | null) => void
  publishes: boolean
  onPublishes: (publishes: boolean) => void
  call: { isPending: boolean; error: unknown }
}

/** What an import would create, what is missing, and whether workflows are published. */
export function ImportReview(props: ImportReviewProps) {
  const { report, fileName, spaceId, chosen, onChoose, publishes, onPublishes, call } = props
  const t = useT('bundle')
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{fileName}</span>
        <Tag tone="brand">{t(`format.${report.format}`)}</Tag>
        <span className="text-mute">{t('import.nothingYet')}</span>
      </p>
      <ImportTodo report={report} spaceId={spaceId} standIns={{ chosen, onChoose }} />
      <ImportRows report={report} spaceId={spaceId} />
      {report.format === 'bundle' && report.items.some((item) => item.published) && (
        <Checkbox checked={publishes} onChange={onPublishes}>
          {t('import.publish')}
        </Checkbox>
      )}
      {call.isPending && <Progress value={null} label={t('import.making')} />}
      {call.error ? (
        <ErrorPanel title={t('import.failed')} error={call.error}>
          {readFieldError(call.error).text}
        </ErrorPanel>
      ) : null}
    </>
  )
}
