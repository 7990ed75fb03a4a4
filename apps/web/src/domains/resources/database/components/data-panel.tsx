import { useQuery } from '@tanstack/react-query'
import { Rows3, Table2 } from 'lucide-react'
import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { channelsQuery, type Database, refreshCounts, type Stage } from '../database.queries.ts'
import { databaseSource, type RowQuery } from '../database-source.ts'
import { criterionOf } from '../filters.ts'
import { DatabaseGrid } from '../grid/database-grid.tsx'
import { gridColumns } from '../grid/grid-columns.ts'
import type { RowsHandle } from '../grid/grid-rows.tsx'
import { useGrid } from '../grid/use-grid.ts'
import { useGridKeys } from '../grid/use-grid-keys.ts'
import { DataBulk } from './data-bulk.tsx'
import { type DataFilters, DataToolbar } from './data-toolbar.tsx'

export interface DataHandle {
  addRow: () => void
  reload: () => void
}
interface DataPanelProps extends DataFilters {
  database: Database
  stage: Stage
  mayEdit: boolean
  onAddField: () => void
  onImport: () => void
  handle: RefObject<DataHandle | null>
}

/** The rows of one stage of a table: searched, edited in place, and exported. */
export function DataPanel(props: DataPanelProps) {
  const { database, stage, mayEdit, filters, sort, word, onFilters, onSort, onWord, onAddField, handle } = props
  const t = useT('database')
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<RowsHandle>(null)
  const columns = useMemo(
    () => gridColumns(database, { channel: t('grid.channel'), created: t('grid.created') }),
    [database, t],
  )
  const fieldKeys = columns.filter((column) => !column.isSystem).map((column) => column.key)
  const question = JSON.stringify({ criterion: criterionOf(filters, word, fieldKeys), sort })
  const source = useMemo(
    () => databaseSource(database.id, stage, JSON.parse(question) as RowQuery),
    [database.id, stage, question],
  )
  const grid = useGrid(source, columns)
  const controls = useGridKeys({ grid, columns, mayEdit, list })
  const channels = useQuery(channelsQuery(database.space_id)).data
  const addRow = () => {
    grid.setDraft(grid.draft ?? {})
    grid.move({ row: -1, col: columns.findIndex((column) => !column.isSystem) })
    list.current?.scrollTo(0)
    setTimeout(() => frame.current?.focus())
  }
  useImperativeHandle(handle, () => ({ addRow, reload: () => void grid.reload() }))
  useEffect(() => () => void refreshCounts(database.id), [database.id])

  const { total, loaded, error } = grid.state
  const clearFilters = () => {
    onFilters([])
    onWord('')
  }
  return (
    <>
      <DataToolbar {...props} columns={columns} grid={grid} onUndo={() => void controls.undo()} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        {error !== null && total === null ? (
          <FailedPage title={t('grid.failed')} error={error} onRetry={grid.store.retry} />
        ) : total === 0 && !grid.draft ? (
          filters.length > 0 || word !== '' ? (
            <NoMatch text={t('grid.noMatch')} onClear={clearFilters} />
          ) : (
            <NoRows stage={stage} mayEdit={mayEdit} onAdd={addRow} onImport={props.onImport} />
          )
        ) : (
          <DatabaseGrid
            label={t('grid.label', { name: database.table_name })}
            grid={grid}
            controls={controls}
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
        <DataBulk grid={grid} columns={columns} />
      </div>
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
    </>
  )
}

interface NoRowsProps {
  stage: Stage
  mayEdit: boolean
  onAdd: () => void
  onImport: () => void
}

function NoRows({ stage, mayEdit, onAdd, onImport }: NoRowsProps) {
  const t = useT('database')
  return (
    <EmptyState
      icon={Rows3}
      title={t(`grid.none.${stage}`)}
      text={t(`grid.noneText.${stage}`)}
      action={
        mayEdit && (
          <Button kind="solid" onClick={onAdd}>
            {t('grid.add')}
          </Button>
        )
      }
      example={
        mayEdit && (
          <Button kind="ghost" icon={Table2} onClick={onImport}>
            {t('import.action')}
          </Button>
        )
      }
    />
  )
}
