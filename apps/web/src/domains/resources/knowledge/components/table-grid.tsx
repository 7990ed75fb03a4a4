import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Plus, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { type Selection, toggleOne } from '#lib/selection.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState, NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { Tag } from '#ui/tag.tsx'
import { columnTypeOf, columnTypeTexts } from '../column-types.ts'
import { type KnowledgeDocument, refreshKnowledge, type Slice, slicesQuery } from '../knowledge.queries.ts'
import { readCells, writeCells } from '../slice-info.ts'
import { useSliceActions } from '../use-slice-actions.ts'
import { RowDialog } from './row-dialog.tsx'
import { TableCell } from './table-cell.tsx'

interface TableGridProps {
  document: KnowledgeDocument
  word: string
  mayEdit: boolean
  isAdding: boolean
  onAdd: (open: boolean) => void
  onClear: () => void
}
interface Editing {
  sliceId: string
  columnId: string
  text: string
}

const valuesOf = (slice: Slice) => Object.fromEntries(readCells(slice).map((cell) => [cell.column_name, cell.value]))

/** The rows of a table base, with cells that can be edited. */
export function TableGrid({ document, word, mayEdit, isAdding, onAdd, onClear }: TableGridProps) {
  const t = useT('knowledge')
  const typeName = useDataTypeName()
  const query = useInfiniteQuery(slicesQuery(document.document_id, { word, byHits: false }))
  const slices = query.data?.pages.flatMap((page) => page.slices)
  const actions = useSliceActions(document.document_id)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [selected, setSelected] = useState<Selection>(new Set())
  const write = useMutation({
    mutationFn: ({ slice, cells }: { slice: Slice; cells: Record<string, string> }) =>
      api.knowledge.updateSlice({ slice_id: slice.slice_id, table_unit_text: writeCells(cells) }),
    onSuccess: async () => {
      await refreshKnowledge()
      setEditing(null)
    },
  })
  const columns = document.table_meta
  if (query.error && !slices) return <ErrorPanel error={query.error} className="m-4" />
  const add = mayEdit && (
    <Button kind="solid" icon={Plus} onClick={() => onAdd(true)}>
      {t('rows.add')}
    </Button>
  )
  const save = (slice: Slice, name: string) =>
    editing && write.mutate({ slice, cells: { ...valuesOf(slice), [name]: editing.text } })
  const head = 'sticky top-0 z-1 border-r border-b border-line bg-page px-3 text-left text-small font-medium text-mute'
  return (
    <>
      <div className="relative min-h-0 flex-1 overflow-auto bg-card">
        {slices?.length === 0 ? (
          word ? (
            <NoMatch text={t('rows.noMatch', { word })} onClear={onClear} />
          ) : (
            <EmptyState icon={Rows3} title={t('rows.empty')} text={t('rows.emptyText')} action={add} />
          )
        ) : (
          <table aria-label={document.name} className="border-separate border-spacing-0">
            <thead>
              <tr className="h-9">
                {mayEdit && <th className={cn(head, 'w-10')} aria-label={t('rows.select')} />}
                {columns.map((column) => (
                  <th key={column.id} className={cn(head, 'max-w-80 min-w-36')}>
                    <span className="flex items-center gap-1.5">
                      <span className="truncate text-ink" title={column.desc}>
                        {column.column_name}
                      </span>
                      <Tag mono>{typeName(columnTypeTexts[columnTypeOf(column)])}</Tag>
                      {column.is_semantic && <Tag tone="brand">{t('columns.searched')}</Tag>}
                    </span>
                  </th>
                ))}
                <th className={cn(head, 'min-w-24')}>{t('rows.hits')}</th>
              </tr>
            </thead>
            <tbody>
              {slices?.map((slice) => {
                const values = valuesOf(slice)
                return (
                  <tr key={slice.slice_id} data-slice={slice.slice_id} className="h-9 hover:bg-page">
                    {mayEdit && (
                      <td className="border-r border-b border-line px-3">
                        <Checkbox
                          label={t('rows.selectOne', { n: slice.sequence })}
                          checked={selected.has(slice.slice_id)}
                          onChange={() => setSelected(toggleOne(selected, slice.slice_id))}
                        />
                      </td>
                    )}
                    {columns.map((column) => (
                      <TableCell
                        key={column.id}
                        name={column.column_name}
                        value={values[column.column_name] ?? ''}
                        sequence={slice.sequence}
                        mayEdit={mayEdit}
                        error={write.error}
                        text={
                          editing?.sliceId === slice.slice_id && editing.columnId === column.id ? editing.text : null
                        }
                        onText={(text) => setEditing({ sliceId: slice.slice_id, columnId: column.id ?? '', text })}
                        onSave={() => save(slice, column.column_name)}
                        onCancel={() => {
                          write.reset()
                          setEditing(null)
                        }}
                      />
                    ))}
                    <td className="border-r border-b border-line px-3 text-right text-mute tabular-nums">
                      {slice.hit_count}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
        <InfiniteSentinel query={query} />
        <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
          <Button
            size="sm"
            kind="danger-quiet"
            onClick={async () => {
              const gone = slices?.filter((slice) => selected.has(slice.slice_id)) ?? []
              if (await actions.remove(gone)) setSelected(new Set())
            }}
          >
            {t('rows.delete')}
          </Button>
        </BulkBar>
      </div>
      {isAdding && <RowDialog document={document} onClose={() => onAdd(false)} />}
    </>
  )
}
