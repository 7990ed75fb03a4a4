import { useQuery } from '@tanstack/react-query'
import { ArrowDownUp, Download, Eraser, Filter as FilterIcon, Pencil, Rows3, Table2, Trash2, Undo2 } from 'lucide-react'
import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FilterBar, FilterChip } from '#ui/filter-bar.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { MenuChoice, MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { Menu } from '#ui/menu.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { toast } from '#ui/toast-store.ts'
import {
  channelsQuery,
  type Database,
  exportLink,
  refreshCounts,
  type Stage,
  tableTypeOf,
} from '../database.queries.ts'
import { criterionOf, type Filter, needsValue, operationKeys, type OfferedOperation, type Sort } from '../filters.ts'
import { writeCsv } from '../grid/clipboard.ts'
import { DatabaseGrid } from '../grid/database-grid.tsx'
import { gridColumns } from '../grid/grid-columns.ts'
import type { RowsHandle } from '../grid/grid-rows.tsx'
import { useGrid } from '../grid/use-grid.ts'
import { useGridKeys } from '../grid/use-grid-keys.ts'
import { FilterPopover } from './filter-popover.tsx'
import { SetValueDialog } from './set-value-dialog.tsx'

export interface DataHandle {
  addRow: () => void
  reload: () => void
}
interface DataPanelProps {
  database: Database
  stage: Stage
  mayEdit: boolean
  filters: readonly Filter[]
  sort: Sort
  word: string
  onFilters: (filters: Filter[]) => void
  onSort: (sort: Sort) => void
  onWord: (word: string) => void
  onAddField: () => void
  onImport: () => void
  handle: RefObject<DataHandle | null>
}

/** The rows of one stage of a table: looked through, edited in place, and taken out. */
export function DataPanel(props: DataPanelProps) {
  const { database, stage, mayEdit, filters, sort, word, onFilters, onSort, onWord, onAddField, handle } = props
  const t = useT('database')
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<RowsHandle>(null)
  const [isSetting, setSetting] = useState(false)
  const columns = useMemo(
    () => gridColumns(database, { channel: t('grid.channel'), created: t('grid.created') }),
    [database, t],
  )
  const fields = columns.filter((column) => !column.isSystem)
  const grid = useGrid(database.id, stage, columns, {
    criterion: criterionOf(
      filters,
      word,
      fields.map((column) => column.key),
    ),
    sort,
  })
  const hands = useGridKeys({ grid, columns, mayEdit, list })
  const channels = useQuery(channelsQuery(database.space_id)).data
  const addRow = () => {
    grid.setDraft(grid.draft ?? {})
    const first = columns.findIndex((column) => !column.isSystem)
    grid.move({ row: -1, col: first })
    list.current?.scrollTo(0)
    setTimeout(() => frame.current?.focus())
  }
  useImperativeHandle(handle, () => ({ addRow, reload: () => void grid.reload() }))
  useEffect(() => () => void refreshCounts(database.id), [database.id])

  const { total, loaded, error } = grid.state
  const isFiltered = filters.length > 0 || word !== ''
  const clearFilters = () => {
    onFilters([])
    onWord('')
  }
  const chosen = () =>
    Array.from({ length: total ?? 0 }, (_, n) => grid.store.at(n)).filter(
      (row) => row && grid.selected.has(row['bstudio_id'] ?? ''),
    )
  const removeChosen = () =>
    confirm({
      title: t('bulk.deleteTitle', { count: grid.selected.size }),
      text: t('bulk.deleteText'),
      action: t('bulk.deleteAction', { count: grid.selected.size }),
      danger: true,
      onConfirm: () => grid.remove([...grid.selected]),
    })
  const copyCsv = async () => {
    const rows = chosen().map((row) => columns.map((column) => row![column.key] ?? ''))
    await navigator.clipboard.writeText(writeCsv([columns.map((column) => column.label), ...rows]))
    toast.ok(t('bulk.copied', { count: rows.length }))
  }
  const setValue = (key: string, value: string) =>
    grid.write(chosen().map((row) => ({ row: row!, values: { [key]: value } })))
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
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label ?? key
  return (
    <>
      <FilterBar search={<SearchInput slash value={word} onChange={onWord} placeholder={t('grid.search')} />}>
        <FilterPopover columns={columns} filters={filters} onChange={onFilters} />
        {filters.map((filter, n) => {
          const words = `${labelOf(filter.field)} ${t(`operation.${operationKeys[filter.operation as OfferedOperation]}`)} ${needsValue(filter.operation) ? filter.value : ''}`
          return (
            <FilterChip
              key={n}
              icon={FilterIcon}
              name={words}
              onRemove={() => onFilters(filters.filter((_, at) => at !== n))}
            >
              {words}
            </FilterChip>
          )
        })}
        <Menu trigger={<Button icon={ArrowDownUp}>{t('sort.by', { field: labelOf(sort.field) })}</Button>}>
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
              onClick={() => void hands.takeBack()}
            />
            <IconButton
              kind="danger"
              icon={Eraser}
              label={t('empty.action')}
              disabled={!total}
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
      <main className="relative flex min-h-0 flex-1 flex-col">
        {error !== null && total === null ? (
          <FailedPage title={t('grid.failed')} error={error} onRetry={grid.store.retry} />
        ) : total === 0 && !grid.draft ? (
          isFiltered ? (
            <NoMatch text={t('grid.noMatch')} onClear={clearFilters} />
          ) : (
            <EmptyState
              icon={Rows3}
              title={t(`grid.none.${stage}`)}
              text={t(`grid.noneText.${stage}`)}
              action={
                mayEdit && (
                  <Button kind="solid" onClick={addRow}>
                    {t('grid.add')}
                  </Button>
                )
              }
              example={
                mayEdit && (
                  <Button kind="ghost" icon={Table2} onClick={props.onImport}>
                    {t('import.action')}
                  </Button>
                )
              }
            />
          )
        ) : (
          <DatabaseGrid
            label={t('grid.label', { name: database.table_name })}
            grid={grid}
            hands={hands}
            columns={columns}
            mayEdit={mayEdit}
            channels={channels}
            list={list}
            frame={frame}
            sort={sort}
            onSort={(field) => onSort({ field, isAscending: sort.field === field ? !sort.isAscending : true })}
            onAddField={mayEdit ? onAddField : undefined}
          />
        )}
        <BulkBar
          count={grid.selected.size}
          label={t('bulk.selected', { count: grid.selected.size })}
          onClear={() => grid.setSelected(new Set())}
        >
          <Button size="sm" kind="quiet" icon={Pencil} onClick={() => setSetting(true)}>
            {t('bulk.set')}
          </Button>
          <Button size="sm" kind="quiet" icon={Table2} onClick={() => void copyCsv()}>
            {t('bulk.csv')}
          </Button>
          <Button size="sm" kind="danger-quiet" icon={Trash2} onClick={() => void removeChosen()}>
            {t('bulk.delete')}
          </Button>
        </BulkBar>
      </main>
      <FootBar
        hints={[
          { keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'], label: t('keys.move') },
          { keys: 'Enter', label: t('keys.edit') },
          { keys: 'mod+v', label: t('keys.paste') },
          { keys: 'mod+z', label: t('keys.undo') },
        ]}
      >
        <span>
          {t('grid.count', { count: total ?? 0, rows: formatNumber(total ?? 0), loaded: formatNumber(loaded) })}
        </span>
        <span className="truncate max-lg:hidden">{t(`grid.hint.${stage}`)}</span>
      </FootBar>
      {isSetting && (
        <SetValueDialog
          columns={columns}
          count={grid.selected.size}
          onSet={setValue}
          onClose={() => setSetting(false)}
        />
      )}
    </>
  )
}
