import { FieldType } from '@orrery/contract/shared/bot-enums'
import { ListFilter, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Popover } from '#ui/popover.tsx'
import { Select } from '#ui/select.tsx'
import { type Filter, isComplete, needsValue, type OfferedOperation, operationKeys, operationsOf } from '../filters.ts'
import type { GridColumn } from '../grid/grid-columns.ts'

interface FilterPopoverProps {
  columns: readonly GridColumn[]
  filters: readonly Filter[]
  onChange: (filters: Filter[]) => void
}

/** Conditions that all hold. Each acts as soon as it is complete. */
export function FilterPopover({ columns, filters, onChange }: FilterPopoverProps) {
  const t = useT('database')
  const [drafts, setDrafts] = useState<Filter[]>([])
  const fresh = (): Filter => {
    const column = columns.find((column) => !column.isSystem) ?? columns[0]!
    return { field: column.key, operation: operationsOf(column.type)[0]!, value: '' }
  }
  const set = (next: Filter[]) => {
    setDrafts(next)
    onChange(next.filter(isComplete))
  }
  const change = (at: number, part: Partial<Filter>) =>
    set(drafts.map((draft, index) => (index === at ? { ...draft, ...part } : draft)))
  return (
    <Popover
      label={t('filter.title')}
      className="w-130"
      onOpenChange={(open) => open && setDrafts(filters.length ? [...filters] : [fresh()])}
      trigger={<Button icon={ListFilter}>{t('filter.title')}</Button>}
    >
      <div className="flex flex-col gap-2">
        {drafts.map((filter, at) => {
          const column = columns.find((column) => column.key === filter.field) ?? columns[0]!
          return (
            // Rows have no id, and none is moved.
            <div key={at} className="flex items-center gap-2">
              <Select
                size="sm"
                label={t('filter.field')}
                className="w-36"
                value={filter.field}
                items={columns.map((column) => ({ value: column.key, label: column.label }))}
                onChange={(field) => {
                  const type = columns.find((column) => column.key === field)!.type
                  change(at, {
                    field,
                    operation: operationsOf(type)[0]!,
                    value: type === FieldType.boolean ? 'true' : '',
                  })
                }}
              />
              <Select
                size="sm"
                label={t('filter.operation')}
                className="w-36"
                value={String(filter.operation)}
                items={operationsOf(column.type).map((operation) => ({
                  value: String(operation),
                  label: t(`operation.${operationKeys[operation]}`),
                }))}
                onChange={(value) => change(at, { operation: Number(value) as OfferedOperation })}
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
                    onChange={(value) => change(at, { value })}
                  />
                ) : (
                  <Input
                    size="sm"
                    aria-label={t('filter.value')}
                    value={filter.value}
                    placeholder={column.type === FieldType.date ? '2026-06-11' : t('filter.value')}
                    onChange={(event) => change(at, { value: event.target.value })}
                  />
                ))}
              <IconButton
                size="sm"
                icon={X}
                label={t('filter.remove')}
                className="ml-auto"
                onClick={() => set(drafts.filter((_, index) => index !== at))}
              />
            </div>
          )
        })}
        <Button
          kind="ghost"
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() => setDrafts([...drafts, fresh()])}
        >
          {t('filter.add')}
        </Button>
      </div>
    </Popover>
  )
}
