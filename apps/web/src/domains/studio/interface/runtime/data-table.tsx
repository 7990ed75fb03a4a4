import { inWords, type Node } from '@orrery/engine/interface'
import { Check, ChevronLeft, ChevronRight, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { useView } from './view-context.tsx'
import { noState } from './runtime.ts'

type Row = Record<string, unknown>
/** The rows of a table, page by page. Rows can be edited in place if the author allows it. */
export function DataTable({ node, props }: { node: Node; props: Record<string, unknown> }) {
  const t = useT('interface')
  const { runtime, item } = useView()
  const source = inWords(props['source'])
  const { data, loading, error, page, hasMore } = runtime.store.use((state) => state.sources[source] ?? noState)
  const [edited, setEdited] = useState<{ id: string; values: Record<string, string> } | null>(null)
  const columns = Array.isArray(props['columns']) ? props['columns'].map(inWords) : []
  const titles = Array.isArray(props['titles']) ? props['titles'].map(inWords) : []
  const rows = Array.isArray(data) ? (data as Row[]) : []
  const [edits, deletes] = [props['edits'] === true, props['deletes'] === true]
  if (error)
    return (
      <p role="alert" className="text-err">
        {error}
      </p>
    )
  async function save() {
    if (!edited) return
    await runtime.write(source, { action: 'update', row: edited.id, values: edited.values })
    setEdited(null)
  }
  return (
    <div className="overflow-x-auto rounded-lg border border-line" aria-busy={loading}>
      <table className="w-full text-left">
        <thead className="border-b border-line bg-hover">
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className="px-3 py-2 font-medium">
                {titles[at] || column}
              </th>
            ))}
            {(edits || deletes) && (
              <th scope="col" className="w-20 px-3 py-2">
                <span className="sr-only">{t('table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = inWords(row['id'])
            const own = edited?.id === id ? edited : null
            return (
              <tr
                key={id}
                className="border-b border-line last:border-0"
                onClick={() => void runtime.fire(node.id, 'rowClick', { ...item, event: { row } })}
              >
                {columns.map((column, at) => (
                  <td key={column} className="px-3 py-2 wrap-anywhere">
                    {own ? (
                      <Input
                        size="sm"
                        aria-label={titles[at] || column}
                        value={own.values[column] ?? ''}
                        onChange={(event) => setEdited({ id, values: { ...own.values, [column]: event.target.value } })}
                      />
                    ) : (
                      inWords(row[column])
                    )}
                  </td>
                ))}
                {(edits || deletes) && (
                  <td className="px-3 py-1 whitespace-nowrap">
                    {own ? (
                      <>
                        <IconButton size="sm" icon={Check} label={t('table.save')} onClick={() => void save()} />
                        <IconButton size="sm" icon={X} label={t('table.cancel')} onClick={() => setEdited(null)} />
                      </>
                    ) : (
                      <>
                        {edits && (
                          <IconButton
                            size="sm"
                            icon={Pencil}
                            label={t('table.edit')}
                            onClick={() =>
                              setEdited({
                                id,
                                values: Object.fromEntries(columns.map((column) => [column, inWords(row[column])])),
                              })
                            }
                          />
                        )}
                        {deletes && (
                          <IconButton
                            size="sm"
                            icon={Trash2}
                            label={t('table.delete')}
                            onClick={() => void runtime.write(source, { action: 'remove', row: id })}
                          />
                        )}
                      </>
                    )}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length === 0 && (
        <p className="p-3 text-mute">{loading ? t('answer.loading') : inWords(props['empty']) || t('table.empty')}</p>
      )}
      {(page > 1 || hasMore) && (
        <div className="flex justify-end gap-1 border-t border-line p-1">
          <IconButton
            size="sm"
            icon={ChevronLeft}
            label={t('table.previous')}
            disabled={page <= 1}
            onClick={() => void runtime.load(source, page - 1)}
          />
          <IconButton
            size="sm"
            icon={ChevronRight}
            label={t('table.next')}
            disabled={!hasMore}
            onClick={() => void runtime.load(source, page + 1)}
          />
        </div>
      )}
    </div>
  )
}
