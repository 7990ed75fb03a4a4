import { useMutation, useQuery } from '@tanstack/react-query'
import { Play, ScanText } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SheetSection, SideSheet } from '#ui/side-sheet.tsx'
import { refreshColumns, runsQuery, setupsQuery } from '../column.queries.ts'
import { type Dataset, type DatasetField, refreshDataset } from '../dataset.queries.ts'
import { contentOf, emptyFill, type FillForm, formOf, isWritten } from '../fill-form.ts'
import { FillFields } from './fill-fields.tsx'
import { FillPreview } from './fill-preview.tsx'
import { RunProgress } from './run-progress.tsx'

interface FillSheetProps {
  dataset: Dataset
  field: DatasetField
  by: FillForm['by']
  onClose: () => void
}

/** Scrolls the preview into view when it appears, because it is below a long form. */
const intoView = (node: HTMLElement | null): void => node?.scrollIntoView({ block: 'nearest' })

/** Fills a column with a model or Python: set it up, try it on five rows, then run it on all of them. */
export function FillSheet(props: FillSheetProps) {
  const { data } = useQuery(setupsQuery(props.dataset))
  // Continue with the latest setup of this column that uses the same method.
  const known = data?.outputJobMap[props.field.key]?.find(
    ({ annotationConfig }) => formOf(annotationConfig)?.by === props.by,
  )
  return data ? <Form {...props} key={known?.id ?? ''} jobId={known?.id} stored={known?.annotationConfig} /> : null
}

function Form({
  dataset,
  field,
  by,
  onClose,
  jobId,
  stored,
}: FillSheetProps & { jobId: string | undefined; stored: unknown }) {
  const t = useT('dataset')
  const [form, setForm] = useState(() => (stored === undefined ? undefined : formOf(stored)) ?? emptyFill(by))
  const [started, setStarted] = useState('')
  const at = { spaceID: dataset.spaceID, datasetID: dataset.id }
  const content = contentOf(form, field.key)
  const preview = useMutation({
    mutationFn: () => api.datasetColumn.preview({ ...at, job: { annotationConfig: content } }),
  })
  const start = useMutation({
    mutationFn: async () => {
      const name = t('fill.name', { field: field.name }).slice(0, 100)
      if (jobId) await api.datasetColumn.update({ ...at, jobID: jobId, content })
      const jobID = jobId ?? (await api.datasetColumn.create({ ...at, name, content })).jobID
      return (await api.datasetColumn.run({ ...at, jobID })).annotationJobRun
    },
    onSuccess: async (runId) => {
      setStarted(runId)
      await refreshColumns()
      await refreshDataset(dataset.id)
    },
  })
  const runs = useQuery(runsQuery(dataset)).data ?? []
  const shown = runs.find(({ annotationJobRunID: id, jobID }) => (started ? id === started : jobID === jobId))
  const isReady = isWritten(form)
  return (
    <SideSheet
      kind="dataset-fill"
      width={460}
      title={form.by === 'python' ? t('fill.python') : t('fill.model')}
      caption={field.name}
      onClose={onClose}
      actions={
        <>
          <Button
            size="sm"
            icon={ScanText}
            disabled={!isReady}
            busy={preview.isPending}
            onClick={() => preview.mutate()}
          >
            {t('fill.preview')}
          </Button>
          <Button
            size="sm"
            kind="solid"
            icon={Play}
            disabled={!isReady}
            busy={start.isPending}
            onClick={() => start.mutate()}
          >
            {t('fill.run')}
          </Button>
        </>
      }
    >
      <FillFields dataset={dataset} field={field} form={form} onChange={setForm} />
      {(start.error ?? preview.error) && (
        <div className="px-4 pb-3">
          <ErrorPanel error={start.error ?? preview.error} />
        </div>
      )}
      {shown && (
        <SheetSection title={t('fill.lastRun')}>
          <RunProgress dataset={dataset} run={shown} mayEdit />
        </SheetSection>
      )}
      {preview.data && (
        <div key={preview.submittedAt} ref={intoView}>
          <SheetSection title={t('fill.previewTitle')}>
            <FillPreview fields={dataset.schema.fields} output={field.key} {...preview.data} />
          </SheetSection>
        </div>
      )}
    </SideSheet>
  )
}
