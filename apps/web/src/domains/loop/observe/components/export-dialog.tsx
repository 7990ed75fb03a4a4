import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Table } from '#ui/table.tsx'
import { toast } from '#ui/toast-store.ts'
import { reflowSetsQuery } from '../automation.queries.ts'

interface ExportDialogProps {
  spaceId: string
  /** The root spans of the chosen traces. */
  spanIds: readonly string[]
  onDone: () => void
  onClose: () => void
}
const newDataset = ' '
const sources = ['', 'input', 'output', 'error', 'span_name'] as const
type Source = (typeof sources)[number]
const newFields = [
  { key: 'input', name: 'input' },
  { key: 'output', name: 'output' },
]

/** Adds traces to a dataset as rows: maps values to fields, with a preview. */
export function ExportDialog({ spaceId, spanIds, onDone, onClose }: ExportDialogProps) {
  const t = useT('observe')
  const { data: sets = [] } = useQuery(reflowSetsQuery(spaceId))
  const { values, set, text, isDirty } = useForm({ dataset: newDataset, name: '', from: {} as Record<string, Source> })
  const isNew = values.dataset === newDataset
  const known = sets.find(({ id }) => id === values.dataset)?.schema.fields.filter(({ status }) => status === 1) ?? []
  const fields = isNew ? newFields : known
  const sourceOf = (field: { key: string; name: string }): Source =>
    values.from[field.key] ?? sources.find((source) => source !== '' && source === field.name.toLowerCase()) ?? ''
  const mappings = fields
    .filter((field) => sourceOf(field) !== '')
    .map((field) => ({
      field_schema: { key: field.key, name: field.name },
      trace_field_key: sourceOf(field),
      trace_field_jsonpath: '',
    }))
  const isReady = mappings.length > 0 && (!isNew || values.name.trim() !== '')
  const request = {
    workspace_id: spaceId,
    span_ids: [...spanIds],
    evaluation_set: isNew
      ? { is_new_evaluation_set: true, evaluation_set_name: values.name.trim() || t('export.new') }
      : { is_new_evaluation_set: false, evaluation_set_id: values.dataset },
    field_mappings: mappings,
  }
  const preview = useQuery({
    queryKey: ['observe', spaceId, 'export', request],
    enabled: mappings.length > 0,
    queryFn: ({ signal }) => api.traceExports.preview(request, { signal }),
  })
  const save = useMutation({
    mutationFn: () => api.traceExports.toSet(request),
    onSuccess: ({ success_count, evaluation_set_name }) => {
      toast.ok(t('export.done', { count: success_count, name: evaluation_set_name }))
      onDone()
      onClose()
    },
  })
  const rows = preview.data?.items ?? []
  return (
    <FormDialog
      size="lg"
      title={t('addToDataset')}
      description={t('export.text', { count: spanIds.length })}
      isDirty={isDirty}
      isReady={isReady}
      call={save}
      action={t('export.action')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={t('export.dataset')}>
          <Select
            items={[
              { value: newDataset, label: t('export.new') },
              ...sets.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={values.dataset}
            onChange={(dataset) => set({ dataset, from: {} })}
          />
        </Field>
        {isNew && (
          <Field label={t('export.name')} required>
            <Input {...text('name')} maxLength={100} />
          </Field>
        )}
        {fields.map((field) => (
          <Field key={field.key} label={t('export.field', { name: field.name })}>
            <Select
              items={sources.map((value) => ({ value, label: t(`export.from.${value || 'none'}`) }))}
              value={sourceOf(field)}
              onChange={(source) => set({ from: { ...values.from, [field.key]: source } })}
            />
          </Field>
        ))}
      </div>
      {preview.error ? <ErrorPanel error={preview.error} /> : null}
      {rows.length > 0 && (
        <Table
          label={t('export.preview')}
          size="one"
          rows={rows.slice(0, 5).map((row, at) => ({ ...row, at }))}
          rowKey={({ at }) => String(at)}
          rowName={({ at }) => String(at + 1)}
          columns={[
            ...mappings.map(({ field_schema: { name } }) => ({
              id: name,
              head: name,
              cell: (row: { fields: Record<string, string> }) => (
                <span data-user-text className="block truncate">
                  {row.fields[name] ?? '–'}
                </span>
              ),
            })),
            {
              id: 'fits',
              head: t('export.fits'),
              width: 110,
              cell: ({ status, errors }: { status: 0 | 1; errors: { field_names: string[] }[] }) =>
                status === 0 ? t('export.fine') : errors.flatMap((one) => one.field_names).join(', '),
            },
          ]}
        />
      )}
    </FormDialog>
  )
}
