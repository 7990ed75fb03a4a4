import { ListFilter, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FilterCondition, freshFilter, type GridColumn } from '#domains/resources/database/index.ts'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Popover } from '#ui/popover.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { complete, emptyGroup, type FilterEntry, type FilterGroup, isGroup, MAX_FILTER_DEPTH } from '../filter-tree.ts'

interface FilterTreeProps {
  columns: readonly GridColumn[]
  tree: FilterGroup
  onChange: (tree: FilterGroup) => void
}

/** Edits conditions and groups of them. A condition takes effect as soon as it is complete. */
export function FilterTreePopover({ columns, tree, onChange }: FilterTreeProps) {
  const words = useT('database')
  const [draft, setDraft] = useState<FilterGroup>(emptyGroup)
  const set = (next: FilterGroup) => {
    setDraft(next)
    onChange(complete(next))
  }
  return (
    <Popover
      label={words('filter.title')}
      className="max-h-[70vh] w-145 max-w-[calc(100vw-1rem)] overflow-y-auto"
      onOpenChange={(open) => open && setDraft(tree.list.length ? tree : { ...tree, list: [freshFilter(columns)] })}
      trigger={<Button icon={ListFilter}>{words('filter.title')}</Button>}
    >
      <Group columns={columns} group={draft} depth={1} onChange={set} />
    </Popover>
  )
}

interface GroupProps {
  columns: readonly GridColumn[]
  group: FilterGroup
  depth: number
  onChange: (group: FilterGroup) => void
  onRemove?: () => void
}

function Group({ columns, group, depth, onChange, onRemove }: GroupProps) {
  const t = useT('dataset')
  const words = useT('database')
  const put = (list: FilterEntry[]) => onChange({ ...group, list })
  const replace = (at: number, entry: FilterEntry) => put(group.list.map((one, index) => (index === at ? entry : one)))
  const remove = (at: number) => put(group.list.filter((_, index) => index !== at))
  return (
    <div
      role="group"
      aria-label={t(`filter.join.${group.join}`)}
      className={cn('flex flex-col gap-2', depth > 1 && 'rounded-md border border-line p-2')}
    >
      <div className="flex items-center gap-2">
        <Segmented
          size="sm"
          label={t('filter.join.label')}
          value={group.join}
          onChange={(join) => onChange({ ...group, join })}
          items={[
            { value: 'and', label: t('filter.join.and') },
            { value: 'or', label: t('filter.join.or') },
          ]}
        />
        {onRemove && (
          <IconButton size="sm" icon={Trash2} label={t('filter.removeGroup')} className="ml-auto" onClick={onRemove} />
        )}
      </div>
      {group.list.map((entry, at) =>
        isGroup(entry) ? (
          <Group
            key={at}
            columns={columns}
            group={entry}
            depth={depth + 1}
            onChange={(next) => replace(at, next)}
            onRemove={() => remove(at)}
          />
        ) : (
          // Conditions have no id, and their order never changes.
          <FilterCondition
            key={at}
            columns={columns}
            filter={entry}
            onChange={(part) => replace(at, { ...entry, ...part })}
            onRemove={() => remove(at)}
          />
        ),
      )}
      <div className="flex gap-1">
        <Button kind="ghost" size="sm" icon={Plus} onClick={() => put([...group.list, freshFilter(columns)])}>
          {words('filter.add')}
        </Button>
        {depth < MAX_FILTER_DEPTH && (
          <Button
            kind="ghost"
            size="sm"
            icon={Plus}
            onClick={() =>
              put([...group.list, { join: group.join === 'and' ? 'or' : 'and', list: [freshFilter(columns)] }])
            }
          >
            {t('filter.addGroup')}
          </Button>
        )}
      </div>
    </div>
  )
}
