import { LabelStatus, LabelType } from '@orrery/contract/shared/label-enums'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type Label, refreshLabels, statusKeyOf, type StatusNumber } from '../label.queries.ts'
import { emptyValue, hasDuplicateName, nextVersion, toRows, toTree } from '../value-rows.ts'
import { LabelHistory } from './label-history.tsx'
import { ValueTable } from './value-table.tsx'

interface LabelDialogProps {
  spaceId: string
  /** Null: a new tag. */
  label: Label | null
  mayEdit: boolean
  onClose: () => void
}
const FIRST_VERSION = '1.0.0'

/** Creates or edits a tag. Every change creates a version. */
export function LabelDialog({ spaceId, label, mayEdit, onClose }: LabelDialogProps) {
  const t = useT('label')
  const isFinal = label?.status === LabelStatus.deprecated
  const isFixed = !mayEdit || isFinal
  const { values, isDirty, text, field } = useForm(() => ({
    name: label?.tagKeyName ?? '',
    description: label?.description ?? '',
    status: (label?.status ?? LabelStatus.active) as StatusNumber,
    rows: label ? toRows(label.tagValues) : [emptyValue(), emptyValue()],
  }))
  const tree = toTree(values.rows)
  const save = useMutation({
    mutationFn: async () => {
      const given = { tagKeyName: values.name.trim(), description: values.description.trim(), tagValues: tree }
      if (!label)
        return void (await api.label.create({
          spaceID: spaceId,
          tagType: LabelType.shared,
          version: FIRST_VERSION,
          ...given,
        }))
      const { tagKeyID, version } = label
      await api.label.update({ spaceID: spaceId, tagKeyID, version: nextVersion(version), ...given })
      if (values.status !== label.status)
        await api.label.setStatus({ spaceID: spaceId, tagKeyIDs: [tagKeyID], status: values.status })
    },
    onSuccess: async () => {
      await refreshLabels()
      onClose()
    },
  })
  return (
    <FormDialog
      size="lg"
      title={label ? t('edit.title') : t('create.title')}
      description={t('create.text')}
      isDirty={isDirty}
      isReady={
        !isFixed &&
        values.name.trim() !== '' &&
        tree.length > 0 &&
        !values.rows.some((row) => hasDuplicateName(row, values.rows))
      }
      call={save}
      action={label ? t('edit.action') : t('create.action')}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
        <Field label={t('form.name')} required>
          <Input {...text('name')} disabled={isFixed} />
        </Field>
        <Field label={t('form.description')}>
          <Input {...text('description')} disabled={isFixed} />
        </Field>
      </div>
      {label && !isFixed && (
        <Field label={t('form.status')} help={t(`status.${statusKeyOf(values.status)}Text`)}>
          <Segmented
            label={t('form.status')}
            value={String(values.status) as `${StatusNumber}`}
            onChange={(value) => field('status').onChange(Number(value) as StatusNumber)}
            items={([1, 2, 99] as const).map((status) => ({
              value: `${status}` as const,
              label: t(`status.${statusKeyOf(status)}`),
            }))}
          />
        </Field>
      )}
      <section aria-label={t('values.label')}>
        <h3 className="mb-1 font-medium">{t('values.label')}</h3>
        <p className="mb-2 text-small text-mute">{t('values.text')}</p>
        <ValueTable rows={values.rows} onChange={field('rows').onChange} disabled={isFixed} />
      </section>
      {label && <LabelHistory spaceId={spaceId} id={label.tagKeyID} />}
    </FormDialog>
  )
}
