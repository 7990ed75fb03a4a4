import { DATASET_LIMITS } from '@orrery/contract/shared/dataset-enums'
import { ArrowDown, ArrowUp, Braces, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { emptyField, type FieldDraft, fieldFault, takesSchema } from '../field-form.ts'
import { fieldTypes } from '../field-types.ts'
import { TagSelect } from './tag-select.tsx'

interface FieldTableProps {
  spaceId: string
  fields: readonly FieldDraft[]
  onChange: (fields: FieldDraft[]) => void
  disabled?: boolean
}

/** The fields of a dataset, one per row, in the order of the grid. */
export function FieldTable({ spaceId, fields, onChange, disabled }: FieldTableProps) {
  const t = useT('dataset')
  const change = (field: FieldDraft, part: Partial<FieldDraft>) =>
    onChange(fields.map((item) => (item === field ? { ...item, ...part } : item)))
  const shift = (at: number, by: number) => {
    const next = [...fields]
    const [moved] = next.splice(at, 1)
    next.splice(at + by, 0, moved!)
    onChange(next)
  }
  const head = 'px-1.5 pb-1 text-left text-small font-medium text-mute'
  return (
    <div>
      <table aria-label={t('fields.label')} className="w-full table-fixed">
        <thead>
          <tr>
            <th className={head}>{t('fields.name')}</th>
            <th className={`${head} w-40`}>{t('fields.type')}</th>
            <th className={`${head} max-md:hidden`}>{t('fields.description')}</th>
            <th className={`${head} w-18`}>{t('fields.required')}</th>
            <th className={`${head} w-18`}>{t('fields.hidden')}</th>
            <th className={`${head} w-32`}>
              <span className="sr-only">{t('fields.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, at) => (
            <FieldRow
              key={field.id}
              spaceId={spaceId}
              field={field}
              fields={fields}
              at={at}
              disabled={disabled}
              onChange={(part) => change(field, part)}
              onShift={(by) => shift(at, by)}
              onRemove={() => onChange(fields.filter((item) => item !== field))}
            />
          ))}
        </tbody>
      </table>
      {!disabled && fields.length < DATASET_LIMITS.fields && (
        <Button kind="ghost" size="sm" icon={Plus} className="mt-1" onClick={() => onChange([...fields, emptyField()])}>
          {t('fields.add')}
        </Button>
      )}
    </div>
  )
}

interface FieldRowProps {
  spaceId: string
  field: FieldDraft
  fields: readonly FieldDraft[]
  at: number
  disabled: boolean | undefined
  onChange: (part: Partial<FieldDraft>) => void
  onShift: (by: number) => void
  onRemove: () => void
}

function FieldRow({ spaceId, field, fields, at, disabled, onChange, onShift, onRemove }: FieldRowProps) {
  const t = useT('dataset')
  const [isOpen, setOpen] = useState(field.textSchema !== '')
  const fault = field.name === '' ? null : fieldFault(field, fields)
  const label = field.name || t('fields.nth', { n: at + 1 })
  const mayHaveSchema = takesSchema(field.type)
  return (
    <>
      <tr className="align-top">
        <td className="px-1 py-1">
          <Input
            value={field.name}
            disabled={disabled}
            aria-label={t('fields.nameOf', { field: label })}
            aria-invalid={fault === 'twice' || fault === 'name' ? true : undefined}
            placeholder={t('fields.namePlaceholder')}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          {fault && <p className="mt-0.5 text-small text-err">{t(`fields.fault.${fault}`)}</p>}
        </td>
        <td className="px-1 py-1">
          <Select
            label={t('fields.typeOf', { field: label })}
            disabled={disabled}
            value={field.type}
            onChange={(type) => onChange({ type })}
            items={fieldTypes.map((type) => ({ value: type, label: t(`type.${type}`) }))}
          />
          {field.type === 'choice' && (
            <TagSelect
              spaceId={spaceId}
              label={t('fields.tagOf', { field: label })}
              disabled={disabled}
              value={field.tagKeyId}
              onChange={(tagKeyId) => onChange({ tagKeyId })}
            />
          )}
        </td>
        <td className="px-1 py-1 max-md:hidden">
          <Input
            value={field.description}
            disabled={disabled}
            aria-label={t('fields.descriptionOf', { field: label })}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </td>
        <td className="px-1 py-2 text-center">
          <Checkbox
            disabled={disabled}
            label={t('fields.requiredOf', { field: label })}
            checked={field.isRequired}
            onChange={(isRequired) => onChange({ isRequired })}
          />
        </td>
        <td className="px-1 py-2 text-center">
          <Checkbox
            disabled={disabled}
            label={t('fields.hiddenOf', { field: label })}
            checked={field.hidden}
            onChange={(hidden) => onChange({ hidden })}
          />
        </td>
        <td className="px-1 py-1.5 whitespace-nowrap">
          {mayHaveSchema && (
            <IconButton
              size="sm"
              icon={Braces}
              label={t('fields.schemaOf', { field: label })}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          )}
          {!disabled && (
            <>
              <IconButton
                size="sm"
                icon={ArrowUp}
                label={t('fields.up', { field: label })}
                disabled={at === 0}
                onClick={() => onShift(-1)}
              />
              <IconButton
                size="sm"
                icon={ArrowDown}
                label={t('fields.down', { field: label })}
                disabled={at === fields.length - 1}
                onClick={() => onShift(1)}
              />
              <IconButton
                size="sm"
                kind="danger"
                icon={Trash2}
                label={t('fields.remove', { field: label })}
                disabled={fields.length === 1}
                onClick={onRemove}
              />
            </>
          )}
        </td>
      </tr>
      {isOpen && mayHaveSchema && (
        <tr>
          <td colSpan={6} className="px-1 pb-2">
            <Textarea
              mono
              value={field.textSchema}
              disabled={disabled}
              aria-label={t('fields.schemaLabel', { field: label })}
              placeholder={t('fields.schemaPlaceholder')}
              onChange={(event) => onChange({ textSchema: event.target.value })}
            />
          </td>
        </tr>
      )}
    </>
  )
}
