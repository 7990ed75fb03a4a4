import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Eraser, Filter as FilterIcon, Rows3, Undo2 } from 'lucide-react'
import { type RefObject, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { FilterBar, FilterChip } from '#ui/filter-bar.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import {
  DatabaseGrid,
  DataBulk,
  type GridColumn,
  needsValue,
  type OfferedOperation,
  operationKeys,
  type RowsHandle,
  useGrid,
  useGridKeys,
} from '#domains/resources/database/index.ts'
import { labelsQuery, valueNames } from '#domains/loop/label/index.ts'
import { refreshCells, runsQuery } from '../column.queries.ts'
import { type Dataset, type DatasetField, refreshDataset, versionQuery } from '../dataset.queries.ts'
import type { FillForm } from '../fill-form.ts'
import { complete, type FilterEntry, type FilterGroup, isGroup, readTree, writeTree } from '../filter-tree.ts'
import { mediaTypeOf } from '../media-value.ts'
import { columnOf, keyOf, rowColumns } from '../row-columns.ts'
import { type RowQuestion, rowSource } from '../row-source.ts'
import { CellOrigin } from './cell-origin.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { FillSheet } from './fill-sheet.tsx'
import { FilterTreePopover } from './filter-tree-popover.tsx'
import { MediaEditor } from './media-editor.tsx'
import { MediaCell } from './media-view.tsx'
import { OriginSheet } from './origin-sheet.tsx'
import { VersionBanner } from './version-banner.tsx'

export interface RowsPanelHandle {
  add: () => void
}
interface RowsPanelProps {
  dataset: Dataset
  /** Empty: the draft. */
  versionId: string
  mayEdit: boolean
  handle: RefObject<RowsPanelHandle | null>
}
const from = '/signed/space/$space_id/evaluate/datasets/$dataset_id'
/** The default order: rows as they were added. */
const asAdded = { field: '', isAscending: true }

/** The rows of the draft, edited in place, or the rows of a version, read-only. */
export function RowsPanel(props: RowsPanelProps) {
  const t = useT('dataset')
  const version = useQuery(versionQuery(props.versionId))
  const schema = props.versionId ? version.data?.dataset.schema : props.dataset.schema
  if (!schema && version.error)
    return <FailedPage title={t('version.failed')} error={version.error} onRetry={() => void version.refetch()} />
  return schema ? <Rows {...props} fields={schema.fields} mayEdit={props.mayEdit && !props.versionId} /> : null
}

function Rows({ dataset, versionId, mayEdit, handle, fields }: RowsPanelProps & { fields: DatasetField[] }) {
  const t = useT('dataset')
  const words = useT('database')
  const { where, word = '' } = useSearch({ from })
  const navigate = useNavigate({ from: '/space/$space_id/evaluate/datasets/$dataset_id' })
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<RowsHandle>(null)
  const choices = useChoices(dataset.spaceID, fields)
  const columns = useMemo(() => withMedia(rowColumns(fields, choices), fields), [fields, choices])
  const [originOf, setOriginOf] = useState('')
  const [sort, setSort] = useState(asAdded)
  /** Switches from ascending to descending, then back to the order in which rows were added. */
  const onSort = (field: string) =>
    setSort(
      sort.field !== field ? { field, isAscending: true } : sort.isAscending ? { field, isAscending: false } : asAdded,
    )
  const [filling, setFilling] = useState<{ key: string; by: FillForm['by'] } | null>(null)
  const tree = useMemo(
    () => complete(readTree(where), (field) => columns.some(({ key }) => key === field)),
    [where, columns],
  )
  const question = JSON.stringify({ word, tree, sort, versionId })
  const source = useMemo(
    () => rowSource(dataset.id, fields, JSON.parse(question) as RowQuestion, () => void refreshDataset(dataset.id)),
    [dataset.id, fields, question],
  )
  const grid = useGrid(source, columns)
  const controls = useGridKeys({ grid, columns, mayEdit, list })
  const add = () => {
    grid.setDraft(grid.draft ?? {})
    grid.move({ row: -1, col: 0 })
    list.current?.scrollTo(0)
    setTimeout(() => frame.current?.focus())
  }
  useImperativeHandle(handle, () => ({ add }))
  const put = (change: { where?: string; word?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const onTree = (next: FilterGroup) => put({ where: writeTree(next) })
  const labelOf = (key: string) => columns.find((column) => column.key === key)?.label ?? key
  const textOf = (entry: FilterEntry): string => {
    if (isGroup(entry)) return `(${entry.list.map(textOf).join(` ${t(`filter.between.${entry.join}`)} `)})`
    const { field, operation, value } = entry
    const question = words(`operation.${operationKeys[operation as OfferedOperation]}`)
    return `${labelOf(field)} ${question} ${needsValue(operation) ? value : ''}`.trim()
  }
  const without = (at: number) => onTree({ ...tree, list: tree.list.filter((_, n) => n !== at) })
  const empty = () =>
    confirm({
      title: t('rows.clearTitle'),
      text: t('rows.clearText'),
      action: t('rows.clear'),
      danger: true,
      onConfirm: async () => {
        await api.datasetItem.clear({ dataset_id: dataset.id })
        await refreshDataset(dataset.id)
        await grid.reload()
      },
    })
  useReloadAfterRuns(dataset, () => void grid.reload())
  const { total, loaded, error } = grid.state
  const filled = filling && fields.find(({ key }) => key === filling.key)
  const activeRow = grid.active ? grid.store.at(grid.active.row) : undefined
  const activeColumn = grid.active ? columns[grid.active.col] : undefined
  return (
    <>
      {versionId !== '' && <VersionBanner dataset={dataset} versionId={versionId} />}
      <FilterBar
        search={
          <SearchInput
            slash
            value={word}
            onChange={(text) => put({ word: text.trim() || undefined })}
            placeholder={words('grid.search')}
          />
        }
      >
        {columns.length > 0 && <FilterTreePopover columns={columns} tree={tree} onChange={onTree} />}
        {tree.join === 'or' && tree.list.length > 1 && (
          <span className="text-small text-mute">{t('filter.anyOf')}</span>
        )}
        {tree.list.map((filter, n) => (
          <FilterChip key={n} icon={FilterIcon} name={textOf(filter)} onRemove={() => without(n)}>
            {textOf(filter)}
          </FilterChip>
        ))}
        {mayEdit && (
          <>
            <IconButton
              icon={Undo2}
              label={words('grid.undo')}
              keys="mod+z"
              disabled={!grid.mayUndo()}
              onClick={() => void controls.undo()}
            />
            <IconButton
              kind="danger"
              icon={Eraser}
              label={t('rows.clear')}
              disabled={!grid.state.total}
              onClick={() => void empty()}
            />
          </>
        )}
      </FilterBar>
      <div className="relative flex min-h-0 flex-1 flex-row">
        <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
          {error !== null && total === null ? (
            <FailedPage title={words('grid.failed')} error={error} onRetry={grid.store.retry} />
          ) : total === 0 && !grid.draft ? (
            tree.list.length > 0 || word !== '' ? (
              <NoMatch text={words('grid.noMatch')} onClear={() => put({ where: undefined, word: undefined })} />
            ) : (
              <EmptyState
                icon={Rows3}
                title={t('rows.none')}
                text={t('rows.noneText')}
                action={
                  mayEdit && (
                    <Button kind="solid" onClick={add}>
                      {t('rows.add')}
                    </Button>
                  )
                }
              />
            )
          ) : (
            <DatabaseGrid
              label={words('grid.label', { name: dataset.name })}
              grid={grid}
              controls={controls}
              columns={columns}
              mayEdit={mayEdit}
              channels={undefined}
              list={list}
              frame={frame}
              sort={sort}
              onSort={onSort}
              headTool={
                mayEdit
                  ? ({ key, label }) => (
                      <ColumnMenu
                        label={label}
                        onFill={(by) => (setOriginOf(''), setFilling({ key: keyOf(key), by }))}
                      />
                    )
                  : undefined
              }
            />
          )}
          {mayEdit && <DataBulk grid={grid} columns={columns} />}
        </div>
        {originOf && <OriginSheet dataset={dataset} itemId={originOf} onClose={() => setOriginOf('')} />}
        {filling && filled && (
          <FillSheet
            key={`${filling.key}/${filling.by}`}
            dataset={dataset}
            field={filled}
            by={filling.by}
            onClose={() => setFilling(null)}
          />
        )}
      </div>
      <FootBar
        hints={
          mayEdit
            ? [
                { keys: 'Enter', label: words('keys.edit') },
                { keys: 'mod+v', label: words('keys.paste') },
                { keys: 'mod+z', label: words('keys.undo') },
              ]
            : []
        }
      >
        <span>
          {words('grid.count', { count: total ?? 0, rows: formatNumber(total ?? 0), loaded: formatNumber(loaded) })}
        </span>
        {!versionId && activeRow && activeColumn && (
          <>
            <CellOrigin dataset={dataset} itemId={activeRow['bstudio_id'] ?? ''} fieldKey={keyOf(activeColumn.key)} />
            <button
              type="button"
              className="shrink-0 text-brand hover:underline"
              onClick={() => (setFilling(null), setOriginOf(activeRow['bstudio_id'] ?? ''))}
            >
              {t('origin.title')}
            </button>
          </>
        )}
      </FootBar>
    </>
  )
}

/** Gives cells of files their own view and editor. */
const withMedia = (columns: GridColumn[], fields: readonly DatasetField[]): GridColumn[] =>
  columns.map((column) => {
    const type = mediaTypeOf[fields.find(({ key }) => columnOf(key) === column.key)?.contentType ?? 0]
    if (!type) return column
    return {
      ...column,
      own: { view: (text) => <MediaCell text={text} />, edit: (props) => <MediaEditor {...props} type={type} /> },
    }
  })

/** The values of each tag, by its id. The object is stable while the tags are unchanged. */
function useChoices(spaceId: string, fields: readonly DatasetField[]) {
  const hasTags = fields.some(({ tagFieldConfig }) => tagFieldConfig)
  const { data } = useQuery({ ...labelsQuery(spaceId), enabled: hasTags })
  return useMemo(
    () => Object.fromEntries((data?.tags ?? []).map(({ tagKeyID, tagValues }) => [tagKeyID, valueNames(tagValues)])),
    [data],
  )
}

/** Reloads the grid when a run writes values or ends, even if it ended before this page noticed that it was running. */
function useReloadAfterRuns(dataset: Dataset, reload: () => void) {
  const { data } = useQuery(runsQuery(dataset))
  const written = data?.map((run) => `${run.annotationJobRunID}/${run.status}/${run.successCnt + run.failedCnt}`).join()
  const before = useRef(written)
  useEffect(() => {
    if (before.current !== undefined && before.current !== written) {
      reload()
      void refreshCells()
    }
    before.current = written
    // oxlint-disable-next-line react/exhaustive-deps -- reload when a run wrote something, not when the grid renders
  }, [written])
}
