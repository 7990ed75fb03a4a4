import { FieldType } from '@orrery/contract/shared/bot-enums'
import { DATABASE_LIMITS } from '@orrery/contract/shared/database-enums'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { emptyField, type FieldDraft, nameFault } from '../field-form.ts'
import { typeIcons } from '../grid/database-grid.tsx'

/** Type names as `dataTypeName` expects them. */
const typeTexts = {
  [FieldType.text]: 'string',
  [FieldType.number]: 'integer',
  [FieldType.date]: 'time',
  [FieldType.float]: 'number',
  [FieldType.boolean]: 'boolean',
} as const
const types = [FieldType.text, FieldType.number, FieldType.float, FieldType.date, FieldType.boolean] as const

interface FieldTableProps {
  fields: readonly FieldDraft[]
  onChange: (fields: FieldDraft[]) => void
  disabled?: boolean
}

/** The fields of a table, one per row, in the order of the grid. */
export function FieldTable({ fields, onChange, disabled }: FieldTableProps) {
  const t = useT('database')
  const typeName = useDataTypeName()
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
      <table aria-label={t('structure.fields')} className="w-full table-fixed">
        <thead>
          <tr>
            <th className={head}>{t('structure.name')}</th>
            <th className={`${head} w-40`}>{t('structure.type')}</th>
            <th className={head}>{t('structure.desc')}</th>
            <th className={`${head} w-20`}>{t('structure.required')}</th>
            <th className={`${head} w-24`}>
              <span className="sr-only">{t('structure.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, at) => {
            const fault = field.name === '' ? null : nameFault(field, fields)
            const label = field.name || t('structure.nth', { n: at + 1 })
            return (
              <tr key={field.key} className="align-top">
                <td className="px-1 py-1">
                  <Input
                    mono
                    value={field.name}
                    disabled={disabled}
                    aria-label={t('structure.nameOf', { field: label })}
                    aria-invalid={fault ? true : undefined}
                    placeholder={t('structure.namePlaceholder')}
                    onChange={(event) => change(field, { name: event.target.value })}
                  />
                  {fault && <p className="mt-0.5 text-small text-err">{t(`structure.fault.${fault}`)}</p>}
                </td>
                <td className="px-1 py-1">
                  <Select
                    label={t('structure.typeOf', { field: label })}
                    disabled={disabled}
                    value={String(field.type)}
                    onChange={(value) => change(field, { type: Number(value) as FieldDraft['type'] })}
                    items={types.map((type) => ({
                      value: String(type),
                      label: typeName(typeTexts[type]),
                      icon: typeIcons[type],
                    }))}
                  />
                </td>
                <td className="px-1 py-1">
                  <Input
                    value={field.desc}
                    disabled={disabled}
                    aria-label={t('structure.descOf', { field: label })}
                    placeholder={t('structure.descPlaceholder')}
                    onChange={(event) => change(field, { desc: event.target.value })}
                  />
                </td>
                <td className="px-1 py-2 text-center">
                  <Checkbox
                    disabled={disabled}
                    label={t('structure.requiredOf', { field: label })}
                    checked={field.must_required}
                    onChange={(on) => change(field, { must_required: on })}
                  />
                </td>
                <td className="px-1 py-1.5 whitespace-nowrap">
                  {!disabled && (
                    <>
                      <IconButton
                        size="sm"
                        icon={ArrowUp}
                        label={t('structure.up', { field: label })}
                        disabled={at === 0}
                        onClick={() => shift(at, -1)}
                      />
                      <IconButton
                        size="sm"
                        icon={ArrowDown}
                        label={t('structure.down', { field: label })}
                        disabled={at === fields.length - 1}
                        onClick={() => shift(at, 1)}
                      />
                      <IconButton
                        size="sm"
                        kind="danger"
                        icon={Trash2}
                        label={t('structure.remove', { field: label })}
                        disabled={fields.length === 1}
                        onClick={() => onChange(fields.filter((item) => item !== field))}
                      />
                    </>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {!disabled && fields.length < DATABASE_LIMITS.fields && (
        <Button kind="ghost" size="sm" icon={Plus} className="mt-1" onClick={() => onChange([...fields, emptyField()])}>
          {t('structure.add')}
        </Button>
      )}
    </div>
  )
}
