import { FieldType } from '@orrery/contract/shared/bot-enums'
import { X } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { type Filter, needsValue, type OfferedOperation, operationKeys, operationsOf } from '../filters.ts'
import type { GridColumn } from '../grid/grid-columns.ts'

interface FilterConditionProps {
  columns: readonly GridColumn[]
  filter: Filter
  onChange: (part: Partial<Filter>) => void
  onRemove: () => void
}
/** The initial condition of a new line. */
export const freshFilter = (columns: readonly GridColumn[]): Filter => {
  const column = columns.find(({ isSystem }) => !isSystem) ?? columns[0]!
  return { field: column.key, operation: operationsOf(column.type)[0]!, value: '' }
}

/** One condition: a column, an operator and a value. */
export function FilterCondition({ columns, filter, onChange, onRemove }: FilterConditionProps) {
  const t = useT('database')
  const column = columns.find(({ key }) => key === filter.field) ?? columns[0]!
  return (
    <div className="flex items-center gap-2">
      <Select
        size="sm"
        label={t('filter.field')}
        className="w-36 shrink-0 max-sm:shrink"
        value={filter.field}
        items={columns.map(({ key, label }) => ({ value: key, label }))}
        onChange={(field) => {
          const { type } = columns.find(({ key }) => key === field)!
          onChange({ field, operation: operationsOf(type)[0]!, value: type === FieldType.boolean ? 'true' : '' })
        }}
      />
      <Select
        size="sm"
        label={t('filter.operation')}
        className="w-36 shrink-0 max-sm:shrink"
        value={String(filter.operation)}
        items={operationsOf(column.type).map((operation) => ({
          value: String(operation),
          label: t(`operation.${operationKeys[operation]}`),
        }))}
        onChange={(value) => onChange({ operation: Number(value) as OfferedOperation })}
      />
      {needsValue(filter.operation) &&
        (column.type === FieldType.boolean ? (
          <Select
            size="sm"
            label={t('filter.value')}
            value={filter.value || 'true'}
            items={[
              { value: 'true', label: t('yes') },
              { value: 'false', label: t('no') },
            ]}
            onChange={(value) => onChange({ value })}
          />
        ) : (
          <Input
            size="sm"
            aria-label={t('filter.value')}
            value={filter.value}
            placeholder={column.type === FieldType.date ? '2026-06-11' : t('filter.value')}
            onChange={(event) => onChange({ value: event.target.value })}
          />
        ))}
      <IconButton size="sm" icon={X} label={t('filter.remove')} className="ml-auto" onClick={onRemove} />
    </div>
  )
}
