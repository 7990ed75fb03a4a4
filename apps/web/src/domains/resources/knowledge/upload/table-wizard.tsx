import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { EditorSearch } from '../base-address.ts'
import { ColumnTable } from '../components/column-table.tsx'
import { type Base, type Column, documentsQuery } from '../knowledge.queries.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileList } from './file-list.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { ProgressList } from './progress-list.tsx'
import { TableFit } from './table-fit.tsx'
import { nameOf } from './upload-state.ts'
import { useFiles } from './use-files.ts'
import { useImport } from './use-import.ts'
import { WizardFrame } from './wizard-frame.tsx'

const column = 'mx-auto w-full max-w-220 min-h-0 flex-1 overflow-y-auto p-6'

interface TableWizardProps {
  base: Base
  search: EditorSearch
  onDone: () => void
}

/** A spreadsheet on its way into a table base: as a table of its own, or as more rows of the one that is there. */
export function TableWizard({ base, search, onDone }: TableWizardProps) {
  const t = useT('knowledge')
  const [step, setStep] = useState(0)
  const [sheet, setSheet] = useState({ sheet_id: 0, header_line_idx: 0, start_line_idx: 1 })
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
  const setPlace = (change: Partial<typeof sheet>) => {
    setSheet({ ...sheet, ...change })
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
            name: nameOf(file!.file.name).slice(0, 200),
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
    { label: t('upload.finish'), ready: true, onClick: onDone },
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
      <div className={column}>
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
                <div className="grid grid-cols-3 gap-4">
                  <Field label={t('table.sheet')}>
                    <Select
                      value={String(sheet.sheet_id)}
                      onChange={(value) => setPlace({ sheet_id: Number(value) })}
                      items={schema.data.sheet_list.map((sheet) => ({
                        value: String(sheet.id),
                        label: t('table.sheetName', { name: sheet.sheet_name, rows: formatNumber(sheet.total_row) }),
                      }))}
                    />
                  </Field>
                  <Field label={t('table.header')}>
                    <NumberInput
                      label={t('table.header')}
                      min={1}
                      max={1000}
                      value={sheet.header_line_idx + 1}
                      onChange={(n) =>
                        n && setPlace({ header_line_idx: n - 1, start_line_idx: Math.max(n, sheet.start_line_idx) })
                      }
                    />
                  </Field>
                  <Field label={t('table.first')}>
                    <NumberInput
                      label={t('table.first')}
                      min={sheet.header_line_idx + 2}
                      max={1_000_000}
                      value={sheet.start_line_idx + 1}
                      onChange={(n) => n && setPlace({ start_line_idx: n - 1 })}
                    />
                  </Field>
                </div>
                {isAppend && existing ? (
                  <TableFit documentId={existing.document_id} uri={uri} sheet={sheet} />
                ) : (
                  <section>
                    <h2 className="mb-1 font-semibold">{t('columns.title')}</h2>
                    <p className="mb-2 text-small text-mute">{t('columns.text')}</p>
                    <div className="rounded-lg border border-line bg-card px-2">
                      <ColumnTable columns={shown} onChange={setColumns} namesFixed />
                    </div>
                    {!isReady && <p className="mt-2 text-small text-err">{t('columns.needSearched')}</p>}
                  </section>
                )}
                <PreviewRows columns={schema.data.table_meta} rows={schema.data.preview_data} />
              </>
            )}
            {importing.error && <ErrorPanel error={importing.error} />}
          </div>
        )}
        {step === 2 && (
          <ProgressList
            datasetId={base.dataset_id}
            documentIds={importing.data?.map((item) => item.document_id) ?? []}
          />
        )}
      </div>
    </WizardFrame>
  )
}
