import { KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { firstSheet, type SheetChoice, SheetFields } from '#ui/sheet-fields.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { EditorSearch } from '../base-address.ts'
import { ColumnTable } from '../components/column-table.tsx'
import { type Base, type Column, documentsQuery } from '../knowledge.queries.ts'
import { FileList } from './file-list.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { ProgressList } from './progress-list.tsx'
import { TableFit } from './table-fit.tsx'
import { nameOf } from './upload-state.ts'
import { useFiles } from './use-files.ts'
import { useImport } from './use-import.ts'
import { finishLabel, WizardColumn, WizardFrame } from './wizard-frame.tsx'

interface TableWizardProps {
  base: Base
  search: EditorSearch
  onDone: () => void
}

/** Imports a spreadsheet into a table base: as a new table, or as more rows of the existing one. */
export function TableWizard({ base, search, onDone }: TableWizardProps) {
  const t = useT('knowledge')
  const [step, setStep] = useState(0)
  const [sheet, setSheet] = useState(firstSheet)
  const [columns, setColumns] = useState<Column[] | null>(null)
  const [isAppend, setAppend] = useState(false)
  const files = useFiles()
  const importing = useImport()
  const existing = useInfiniteQuery(documentsQuery(base.dataset_id, { word: '', statuses: [] })).data?.pages[0]
    ?.document_infos[0]
  const file = files.ready[0]
  const uri = file?.state.result?.uri ?? ''
  const schema = useQuery({
    queryKey: ['knowledge', 'sheet', uri, sheet],
    enabled: step === 1 && uri !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.knowledge.tableSchema({ source_file: { tos_uri: uri }, table_sheet: sheet }, { signal }),
  })
  const shown = columns ?? schema.data?.table_meta ?? []
  const isReady = isAppend || shown.some((item) => item.is_semantic)
  const chooseSheet = (next: SheetChoice) => {
    setSheet(next)
    setColumns(null)
  }
  const start = () =>
    importing.mutate(
      {
        dataset_id: base.dataset_id,
        format_type: base.format_type,
        is_append: isAppend,
        document_bases: [
          {
            name: nameOf(file!.file.name).slice(0, KNOWLEDGE_LIMITS.documentName),
            source_info: { tos_uri: uri },
            table_sheet: sheet,
            ...(!isAppend && { table_meta: shown }),
          },
        ],
      },
      { onSuccess: () => setStep(2) },
    )
  const nexts = [
    { label: t('upload.next'), ready: file !== undefined && !files.isBusy, onClick: () => setStep(1) },
    {
      label: t('upload.start'),
      ready: isReady && schema.data !== undefined && !schema.error,
      busy: importing.isPending,
      onClick: start,
    },
    { label: finishLabel(t, search), ready: true, onClick: onDone },
  ]
  return (
    <WizardFrame
      base={base}
      search={search}
      names={[t('steps.files'), t('steps.structure'), t('steps.processing')]}
      step={step}
      onBack={step === 1 ? () => setStep(0) : undefined}
      next={nexts[step]}
    >
      <WizardColumn wide>
        {step === 0 && <FileList files={files} format="table" most={1} />}
        {step === 1 && (
          <div className="flex flex-col gap-4">
            {existing && (
              <Field label={t('table.target')}>
                <Select
                  value={isAppend ? 'append' : 'new'}
                  onChange={(value) => setAppend(value === 'append')}
                  items={[
                    { value: 'new', label: t('table.new') },
                    { value: 'append', label: t('table.append', { name: existing.name }) },
                  ]}
                />
              </Field>
            )}
            {schema.error ? (
              <ErrorPanel error={schema.error} />
            ) : !schema.data ? (
              <Skeleton className="h-64" />
            ) : (
              <>
                <SheetFields
                  labels={{
                    sheet: t('table.sheet'),
                    header: t('table.header'),
                    first: t('table.first'),
                    name: (name, rows) => t('table.sheetName', { name, count: rows }),
                  }}
                  sheets={schema.data.sheet_list}
                  value={sheet}
                  onChange={chooseSheet}
                />
                {isAppend && existing ? (
                  <TableFit documentId={existing.document_id} uri={uri} sheet={sheet} />
                ) : (
                  <ColumnsSection columns={shown} isReady={isReady} onChange={setColumns} />
                )}
                <PreviewRows columns={schema.data.table_meta} rows={schema.data.preview_data} />
              </>
            )}
            {importing.error && <ErrorPanel error={importing.error} />}
          </div>
        )}
        {step === 2 && <ProgressList datasetId={base.dataset_id} documents={importing.data} />}
      </WizardColumn>
    </WizardFrame>
  )
}

interface ColumnsSectionProps {
  columns: Column[]
  isReady: boolean
  onChange: (columns: Column[]) => void
}

function ColumnsSection({ columns, isReady, onChange }: ColumnsSectionProps) {
  const t = useT('knowledge')
  return (
    <section>
      <h2 className="mb-1 font-semibold">{t('columns.title')}</h2>
      <p className="mb-2 text-small text-mute">{t('columns.text')}</p>
      <div className="rounded-lg border border-line bg-card px-2">
        <ColumnTable columns={columns} onChange={onChange} namesFixed />
      </div>
      {!isReady && <p className="mt-2 text-small text-err">{t('columns.needSearched')}</p>}
    </section>
  )
}
