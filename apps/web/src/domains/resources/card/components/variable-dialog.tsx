import type { CardVariable } from '@orrery/contract'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useForm } from '#lib/use-form.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { readSample, writeSample } from '../sample-text.ts'

interface VariableDialogProps {
  variable: CardVariable
  isNew: boolean
  taken: readonly string[]
  onSave: (variable: CardVariable) => void
  onClose: () => void
}
const types = ['text', 'number', 'boolean', 'image', 'link', 'list'] as const

/** Edits a variable: its name, its type, a sample, and the default if an answer has no value for it. */
export function VariableDialog({ variable, isNew, taken, onSave, onClose }: VariableDialogProps) {
  const t = useT('card')
  const { values, text, field, isDirty } = useForm({
    name: variable.name,
    title: variable.title,
    type: variable.type,
    default: variable.default,
  })
  const [sample, setSample] = useState(() => writeSample(variable))
  const isList = values.type === 'list'
  const read = readSample(values.type, sample)
  const nameFault = !/^[A-Za-z_]\w{0,59}$/.test(values.name)
    ? t('variable.name.form')
    : taken.includes(values.name)
      ? t('variable.name.taken')
      : undefined
  return (
    <FormDialog
      title={isNew ? t('variable.add') : t('variable.edit', { name: variable.name })}
      isDirty={isDirty || sample !== writeSample(variable)}
      isReady={nameFault === undefined && read !== undefined}
      action={t('variable.save')}
      onSubmit={() =>
        read &&
        onSave({
          ...values,
          title: values.title || values.name,
          default: isList ? '' : values.default,
          sample: read.sample,
          fields: read.fields,
        })
      }
      onClose={onClose}
    >
      <Field label={t('variable.name')} error={nameFault} required>
        <Input mono {...text('name')} limit={60} />
      </Field>
      <Field label={t('variable.title')}>
        <Input {...text('title')} limit={200} />
      </Field>
      <Field label={t('variable.type')}>
        <Select items={types.map((value) => ({ value, label: t(`type.${value}`) }))} {...field('type')} />
      </Field>
      <Field
        label={t('variable.sample')}
        help={isList ? t('variable.sample.list') : undefined}
        error={
          read === undefined
            ? t(`variable.sample.${isList ? 'list' : values.type === 'number' ? 'number' : 'form'}`)
            : undefined
        }
      >
        {isList ? (
          <Textarea mono rows={6} value={sample} onChange={({ target }) => setSample(target.value)} />
        ) : (
          <Input value={sample} onChange={({ target }) => setSample(target.value)} />
        )}
      </Field>
      {!isList && (
        <Field label={t('variable.default')} help={t('variable.default.help')}>
          <Input {...text('default')} />
        </Field>
      )}
    </FormDialog>
  )
}
