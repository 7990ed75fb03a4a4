import { ArrowDownUp, Download, Eraser, Filter as FilterIcon, Undo2 } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { FilterBar, FilterChip } from '#ui/filter-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuChoice, MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { type Database, exportLink, refreshCounts, type Stage, tableTypeOf } from '../database.queries.ts'
import { type Filter, needsValue, type OfferedOperation, operationKeys, type Sort } from '../filters.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import type { Grid } from '../grid/use-grid.ts'
import { FilterPopover } from './filter-popover.tsx'

export interface DataFilters {
  filters: readonly Filter[]
  sort: Sort
  word: string
  onFilters: (filters: Filter[]) => void
  onSort: (sort: Sort) => void
  onWord: (word: string) => void
}
interface DataToolbarProps extends DataFilters {
  database: Database
  stage: Stage
  mayEdit: boolean
  columns: readonly GridColumn[]
  grid: Grid
  onUndo: () => void
}

/** Search, filters, order and export of the rows, undo, and a button that deletes all rows. */
export function DataToolbar(props: DataToolbarProps) {
  const { database, stage, mayEdit, columns, grid, filters, word, onFilters, onWord } = props
  const t = useT('database')
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label ?? key
  const textOf = ({ field, operation, value }: Filter) =>
    `${labelOf(field)} ${t(`operation.${operationKeys[operation as OfferedOperation]}`)} ${needsValue(operation) ? value : ''}`
  const empty = () =>
    confirm({
      title: t(`empty.ask.${stage}`),
      text: t('empty.askText'),
      action: t('empty.action'),
      danger: true,
      askName: database.table_name,
      onConfirm: async () => {
        await api.database.reset({ database_info_id: database.id, table_type: tableTypeOf(stage) })
        void refreshCounts(database.id)
        await grid.reload()
      },
    })
  return (
    <FilterBar search={<SearchInput slash value={word} onChange={onWord} placeholder={t('grid.search')} />}>
      <FilterPopover columns={columns} filters={filters} onChange={onFilters} />
      {filters.map((filter, n) => (
        <FilterChip
          key={n}
          icon={FilterIcon}
          name={textOf(filter)}
          onRemove={() => onFilters(filters.filter((_, at) => at !== n))}
        >
          {textOf(filter)}
        </FilterChip>
      ))}
      <SortMenu columns={columns} sort={props.sort} onSort={props.onSort} label={labelOf(props.sort.field)} />
      <Menu trigger={<IconButton icon={Download} label={t('export.title')} />}>
        <MenuItem render={<a href={exportLink(database.id, stage, 'xlsx')} download />}>{t('export.xlsx')}</MenuItem>
        <MenuItem render={<a href={exportLink(database.id, stage, 'csv')} download />}>{t('export.csv')}</MenuItem>
      </Menu>
      {mayEdit && (
        <>
          <IconButton
            icon={Undo2}
            label={t('grid.undo')}
            keys="mod+z"
            disabled={!grid.mayUndo()}
            onClick={props.onUndo}
          />
          <IconButton
            kind="danger"
            icon={Eraser}
            label={t('empty.action')}
            disabled={!grid.state.total}
            onClick={() => void empty()}
          />
        </>
      )}
      {grid.saving > 0 && (
        <span role="status" className="ml-auto flex items-center gap-1.5 text-small text-mute">
          <Spinner size={14} />
          {t('grid.saving', { count: grid.saving })}
        </span>
      )}
    </FilterBar>
  )
}

interface SortMenuProps extends Pick<DataFilters, 'sort' | 'onSort'> {
  columns: readonly GridColumn[]
  label: string
}

function SortMenu({ columns, sort, onSort, label }: SortMenuProps) {
  const t = useT('database')
  return (
    <Menu trigger={<Button icon={ArrowDownUp}>{t('sort.by', { field: label })}</Button>}>
      <MenuChoice
        label={t('sort.field')}
        value={sort.field}
        onChange={(field) => onSort({ ...sort, field })}
        items={columns.map((column) => ({ value: column.key, label: column.label }))}
      />
      <MenuLine />
      <MenuChoice
        label={t('sort.direction')}
        value={sort.isAscending ? 'up' : 'down'}
        onChange={(direction) => onSort({ ...sort, isAscending: direction === 'up' })}
        items={[
          { value: 'up', label: t('sort.up') },
          { value: 'down', label: t('sort.down') },
        ]}
      />
    </Menu>
  )
}
