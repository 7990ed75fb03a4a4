import { DatasetCategory, JobStatus, SchemaKey, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import { createUpload } from '#lib/upload.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FileDrop } from '#ui/file-drop.tsx'
import { Input } from '#ui/input.tsx'
import { Progress } from '#ui/progress.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Variable } from '../detail.ts'
import { importQuery, type ImportJob } from '../prompts.queries.ts'

interface CsvDialogProps {
  spaceId: string
  variables: readonly Variable[]
  onReady: (datasetId: string) => void
  onClose: () => void
}
interface Opened {
  name: string
  path: string
  columns: string[]
}
const maxBytes = 100 * 1024 * 1024
/** A column that fills a number or a Boolean is validated row by row. */
const schemas: Record<number, (typeof SchemaKey)[keyof typeof SchemaKey]> = {
  [PromptVariableType.integer]: SchemaKey.integer,
  [PromptVariableType.number]: SchemaKey.float,
  [PromptVariableType.boolean]: SchemaKey.bool,
}

/** Imports a CSV file for a batch as a dataset, whose columns fill the variables. */
export function CsvDialog({ spaceId, variables, onReady, onClose }: CsvDialogProps) {
  const t = useT('prompts')
  const [opened, setOpened] = useState<Opened | null>(null)
  const [name, setName] = useState('')
  const [made, setMade] = useState<{ datasetID: string; jobID: string } | null>(null)
  const upload = useMutation({
    mutationFn: async (file: File): Promise<Opened> => {
      const { result, error } = await createUpload<StoredFile>({
        file,
        biz: 'knowledge_file',
        timeout: 300_000,
      }).start()
      if (!result) throw error ?? new Error(t('csv.uploadFailed'))
      const seen = await api.datasetIo.inspect({
        spaceID: spaceId,
        file: { provider: STORED_HERE, path: result.uri },
      })
      return { name: file.name, path: result.uri, columns: seen.fields.map((field) => field.name) }
    },
    onSuccess: (file) => {
      setOpened(file)
      setName(file.name.replace(/\.\w+$/, ''))
    },
  })
  const create = useMutation({
    mutationFn: ({ path, columns }: Opened) =>
      api.datasetIo.createWithImport({
        spaceID: spaceId,
        source: { file: { provider: STORED_HERE, path } },
        targetDatasetName: name.trim(),
        category: DatasetCategory.evaluation,
        fields: columns.map((column) => ({ name: column, schemaKey: schemaOf(column, variables) })),
        fieldMappings: columns.map((column) => ({ source: column, target: column })),
      }),
    onSuccess: setMade,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('csv.title')}
      description={t('csv.text')}
      keepOnOutsidePress={opened !== null}
      footer={
        !made && (
          <>
            <Button onClick={onClose}>{t('csv.cancel')}</Button>
            {opened && (
              <Button
                kind="solid"
                disabled={!name.trim()}
                busy={create.isPending}
                onClick={() => create.mutate(opened)}
              >
                {t('csv.read')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {made ? (
          <Imported job={made.jobID} onReady={() => onReady(made.datasetID)} onClose={onClose} />
        ) : opened ? (
          <>
            <Field label={t('csv.name')} required>
              <Input value={name} onChange={(event) => setName(event.target.value)} />
            </Field>
            <Columns columns={opened.columns} variables={variables} />
          </>
        ) : (
          <FileDrop
            accept=".csv"
            maxBytes={maxBytes}
            maxCount={1}
            disabled={upload.isPending}
            onFiles={([file]) => file && upload.mutate(file)}
            note={t('csv.note')}
          />
        )}
        {upload.isPending && <Progress value={null} label={t('csv.reading')} />}
        {(upload.error ?? create.error) && <ErrorPanel error={upload.error ?? create.error} />}
      </div>
    </Dialog>
  )
}
function schemaOf(column: string, variables: readonly Variable[]) {
  const type = variables.find(({ key }) => key === column)?.variable_type
  return (type !== undefined && schemas[type]) || SchemaKey.string
}

/** The variables that the columns fill. */
function Columns({ columns, variables }: { columns: readonly string[]; variables: readonly Variable[] }) {
  const t = useT('prompts')
  const keys = variables.map(({ key }) => key)
  const filled = keys.filter((key) => columns.includes(key))
  const empty = keys.filter((key) => !columns.includes(key))
  return (
    <>
      <Names label={t('csv.columns')} names={columns} />
      {filled.length > 0 && <Names label={t('csv.fills')} names={filled} />}
      {empty.length > 0 && (
        <Banner inset tone="warn">
          {t('csv.empty', { names: empty.join(', ') })}
        </Banner>
      )}
    </>
  )
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      <span className="text-mute">{label}</span>
      {names.map((name) => (
        <Tag key={name} mono>
          {name}
        </Tag>
      ))}
    </p>
  )
}

/** The progress of the import, and the rejected rows, each with its field and the reason. */
function Imported({ job: id, onReady, onClose }: { job: string; onReady: () => void; onClose: () => void }) {
  const t = useT('prompts')
  const { data: job, error } = useQuery(importQuery(id))
  if (error) return <ErrorPanel error={error} />
  if (!job || job.status === JobStatus.waiting || job.status === JobStatus.running)
    return <Progress value={null} label={t('csv.reading')} />
  const added = Number(job.progress.added)
  const faults = faultsOf(job)
  return (
    <>
      <p>{t('csv.added', { count: added, rows: formatNumber(added) })}</p>
      {faults.length > 0 && (
        <ul aria-label={t('csv.faults')} className="flex max-h-60 flex-col gap-1 overflow-y-auto text-err">
          {faults.map(({ row, field, reason }) => (
            <li key={`${row}/${field}/${reason}`}>
              {row > 0
                ? t(field ? 'csv.faultInField' : 'csv.faultInRow', { row: formatNumber(row), field, reason })
                : reason}
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('csv.cancel')}</Button>
        <Button kind="solid" disabled={!added} onClick={onReady}>
          {t('csv.use')}
        </Button>
      </div>
    </>
  )
}
const SHOWN = 50
function faultsOf({ errors }: ImportJob): { row: number; field: string; reason: string }[] {
  return errors
    .flatMap(({ summary, details }) =>
      details.length
        ? details.flatMap(({ index, message, messagesByField = {} }) => {
            const fields = Object.entries(messagesByField)
            return fields.length
              ? fields.map(([field, reason]) => ({ row: index, field, reason }))
              : [{ row: index, field: '', reason: message || summary }]
          })
        : [{ row: 0, field: '', reason: summary }],
    )
    .slice(0, SHOWN)
}
