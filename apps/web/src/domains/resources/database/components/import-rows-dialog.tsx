import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { firstSheet, SheetFields } from '#ui/sheet-fields.tsx'
import { Steps } from '#ui/steps.tsx'
import { type Database, refreshDatabases, type Stage, tableTypeOf } from '../database.queries.ts'
import { ImportFileStep } from './import-file-step.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'

interface ImportRowsDialogProps {
  database: Database
  stage: Stage
  onClose: () => void
  /** Called when rows have been added to the table. */
  onRows: () => void
}

/** Imports a file into a table in three steps: upload, preview, import. Closing the dialog does not stop the import. */
export function ImportRowsDialog({ database, stage, onClose, onRows }: ImportRowsDialogProps) {
  const t = useT('database')
  const [step, setStep] = useState(0)
  const [uri, setUri] = useState('')
  const [sheet, setSheet] = useState(firstSheet)
  const table = { database_id: database.id, table_type: tableTypeOf(stage) }
  const preview = useQuery({
    queryKey: ['database', 'file', database.id, uri, sheet],
    enabled: step === 1 && uri !== '',
    queryFn: async ({ signal }) => {
      const file = { source_file: { tos_uri: uri }, table_sheet: sheet }
      const [schema, fit] = await Promise.all([
        api.database.fileSchema(file, { signal }),
        api.database.validateFile({ ...table, ...file }, { signal }),
      ])
      return { ...schema, faults: fit.SchemaValidResult }
    },
  })
  const submit = useMutation({
    mutationFn: () => api.database.importFile({ ...table, file_uri: uri, table_sheet: sheet }),
    onSuccess: () => setStep(2),
  })
  const fits = preview.data && Object.keys(preview.data.faults).length === 0
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
          <ImportFileStep
            table={table}
            onUploaded={(next) => {
              setUri(next)
              setStep(1)
            }}
          />
        )}
        {step === 1 && (
          <>
            {preview.data && (
              <SheetFields
                labels={{
                  sheet: t('import.sheet'),
                  header: t('import.header'),
                  first: t('import.first'),
                  name: (name, rows) => t('import.sheetName', { name, count: rows }),
                }}
                sheets={preview.data.sheet_list}
                value={sheet}
                onChange={setSheet}
              />
            )}
            <ImportPreview preview={preview.data} error={preview.error} fields={database.field_list} />
            {submit.error && <ErrorPanel error={submit.error} />}
          </>
        )}
        {step === 2 && <ImportProgress databaseId={database.id} stage={stage} />}
      </div>
    </Dialog>
  )
}
