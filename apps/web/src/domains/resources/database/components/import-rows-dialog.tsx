import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { createUpload } from '#lib/upload.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Progress } from '#ui/progress.tsx'
import { Select } from '#ui/select.tsx'
import { Steps } from '#ui/steps.tsx'
import { type Database, refreshDatabases, type Stage, tableTypeOf } from '../database.queries.ts'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'

const mostBytes = 100 * 1024 * 1024

interface ImportRowsDialogProps {
  database: Database
  stage: Stage
  onClose: () => void
  /** New rows are there to be seen. */
  onRows: () => void
}

/** A file on its way into a table: chosen, looked at, taken row by row. Closing the dialog does not stop the import. */
export function ImportRowsDialog({ database, stage, onClose, onRows }: ImportRowsDialogProps) {
  const t = useT('database')
  const [step, setStep] = useState(0)
  const [share, setShare] = useState<number | null>(null)
  const [sheet, setSheet] = useState({ sheet_id: 0, header_line_idx: 0, start_line_idx: 1 })
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const sending = createUpload<StoredFile>({ file, biz: 'knowledge_file', timeout: 300_000 })
      sending.subscribe(() => setShare(sending.current().progress))
      const { result, error } = await sending.start()
      if (!result) throw error ?? new Error(t('import.uploadFailed'))
      return { uri: result.uri, name: file.name }
    },
    onSuccess: () => setStep(1),
  })
  const uri = upload.data?.uri ?? ''
  const place = { database_id: database.id, table_type: tableTypeOf(stage) }
  const looked = useQuery({
    queryKey: ['database', 'file', database.id, uri, sheet],
    enabled: step === 1 && uri !== '',
    queryFn: async ({ signal }) => {
      const file = { source_file: { tos_uri: uri }, table_sheet: sheet }
      const [schema, fit] = await Promise.all([
        api.database.fileSchema(file, { signal }),
        api.database.validateFile({ ...place, ...file }, { signal }),
      ])
      return { ...schema, faults: fit.SchemaValidResult }
    },
  })
  const template = useMutation({
    mutationFn: () => api.database.fileTemplate(place),
    onSuccess: ({ TosUrl: address }) => window.location.assign(address),
  })
  const submit = useMutation({
    mutationFn: () => api.database.importFile({ ...place, file_uri: uri, table_sheet: sheet }),
    onSuccess: () => setStep(2),
  })
  const fits = looked.data && Object.keys(looked.data.faults).length === 0
  const close = () => {
    if (step === 2) {
      void refreshDatabases()
      onRows()
    }
    onClose()
  }
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && close()}
      title={t('import.title', { name: database.table_name })}
      description={t(`import.to.${stage}`)}
      keepOnOutsidePress={step > 0}
      footer={
        step === 2 ? (
          <Button kind="solid" onClick={close}>
            {t('import.close')}
          </Button>
        ) : (
          <>
            <Button onClick={step === 1 ? () => setStep(0) : close}>
              {step === 1 ? t('import.back') : t('cancel')}
            </Button>
            {step === 1 && (
              <Button kind="solid" disabled={!fits} busy={submit.isPending} onClick={() => submit.mutate()}>
                {t('import.start')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Steps names={[t('import.step.file'), t('import.step.look'), t('import.step.rows')]} now={step} />
        {step === 0 && (
          <>
            <FileDrop
              accept=".xlsx,.csv"
              maxBytes={mostBytes}
              maxCount={1}
              disabled={upload.isPending}
              onFiles={([file]) => file && upload.mutate(file)}
              note={t('import.note')}
            />
            {upload.isPending && <Progress value={share} label={t('import.uploading')} />}
            {upload.error && <ErrorPanel error={upload.error} title={t('import.uploadFailed')} />}
            <p className="text-small text-mute">
              {t('import.templateText')}{' '}
              <Button
                size="xs"
                kind="ghost"
                icon={Download}
                busy={template.isPending}
                onClick={() => template.mutate()}
              >
                {t('import.template')}
              </Button>
            </p>
            {template.error && <ErrorPanel error={template.error} />}
          </>
        )}
        {step === 1 && (
          <>
            {looked.data && (
              <div className="grid grid-cols-3 gap-4">
                <Field label={t('import.sheet')}>
                  <Select
                    value={String(sheet.sheet_id)}
                    onChange={(value) => setSheet({ ...sheet, sheet_id: Number(value) })}
                    items={looked.data.sheet_list.map((sheet) => ({
                      value: String(sheet.id),
                      label: t('import.sheetName', { name: sheet.sheet_name, rows: formatNumber(sheet.total_row) }),
                    }))}
                  />
                </Field>
                <Field label={t('import.header')}>
                  <NumberInput
                    label={t('import.header')}
                    min={1}
                    max={1000}
                    value={sheet.header_line_idx + 1}
                    onChange={(n) =>
                      n &&
                      setSheet({ ...sheet, header_line_idx: n - 1, start_line_idx: Math.max(n, sheet.start_line_idx) })
                    }
                  />
                </Field>
                <Field label={t('import.first')}>
                  <NumberInput
                    label={t('import.first')}
                    min={sheet.header_line_idx + 2}
                    max={1_000_000}
                    value={sheet.start_line_idx + 1}
                    onChange={(n) => n && setSheet({ ...sheet, start_line_idx: n - 1 })}
                  />
                </Field>
              </div>
            )}
            <ImportPreview looked={looked.data} error={looked.error} fields={database.field_list} />
            {submit.error && <ErrorPanel error={submit.error} />}
          </>
        )}
        {step === 2 && <ImportProgress databaseId={database.id} stage={stage} />}
      </div>
    </Dialog>
  )
}
