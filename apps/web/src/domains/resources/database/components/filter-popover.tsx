import { ListFilter, Plus } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { type Filter, isComplete } from '../filters.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import { FilterCondition, freshFilter } from './filter-condition.tsx'

interface FilterPopoverProps {
  columns: readonly GridColumn[]
  filters: readonly Filter[]
  onChange: (filters: Filter[]) => void
}

/** Conditions that all have to hold. Each takes effect as soon as it is complete. */
export function FilterPopover({ columns, filters, onChange }: FilterPopoverProps) {
  const t = useT('database')
  const [drafts, setDrafts] = useState<Filter[]>([])
  const set = (next: Filter[]) => {
    setDrafts(next)
    onChange(next.filter(isComplete))
  }
  return (
    <Popover
      label={t('filter.title')}
      className="w-130"
      onOpenChange={(open) => open && setDrafts(filters.length ? [...filters] : [freshFilter(columns)])}
      trigger={<Button icon={ListFilter}>{t('filter.title')}</Button>}
    >
      <div className="flex flex-col gap-2">
        {drafts.map((filter, at) => (
          // Conditions have no id, and their order never changes.
          <FilterCondition
            key={at}
            columns={columns}
            filter={filter}
            onChange={(part) => set(drafts.map((draft, index) => (index === at ? { ...draft, ...part } : draft)))}
            onRemove={() => set(drafts.filter((_, index) => index !== at))}
          />
        ))}
        <Button
          kind="ghost"
          size="sm"
          icon={Plus}
          className="self-start"
          onClick={() => setDrafts([...drafts, freshFilter(columns)])}
        >
          {t('filter.add')}
        </Button>
      </div>
    </Popover>
  )
}
