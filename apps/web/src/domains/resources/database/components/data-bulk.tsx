import { Pencil, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { copyText } from '#ui/copy-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { writeCsv } from '../grid/clipboard.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import { idOf } from '../grid/row-store.ts'
import type { Grid } from '../grid/use-grid.ts'
import { SetValueDialog } from './set-value-dialog.tsx'

/** Actions on the selected rows: set a value, copy as CSV, delete. */
export function DataBulk({ grid, columns }: { grid: Grid; columns: readonly GridColumn[] }) {
  const t = useT('database')
  const [isSetting, setSetting] = useState(false)
  const count = grid.selected.size
  const selectedRows = () =>
    Array.from({ length: grid.state.total ?? 0 }, (_, n) => grid.store.at(n)).flatMap((row) =>
      row && grid.selected.has(idOf(row)) ? [row] : [],
    )
  const remove = () =>
    confirm({
      title: t('bulk.deleteTitle', { count }),
      text: t('bulk.deleteText'),
      action: t('bulk.deleteAction', { count }),
      danger: true,
      onConfirm: () => grid.remove([...grid.selected]),
    })
  const copyCsv = async () => {
    const rows = selectedRows().map((row) => columns.map((column) => row[column.key] ?? ''))
    const csv = writeCsv([columns.map((column) => column.label), ...rows])
    if (await copyText(csv)) toast.ok(t('bulk.copied', { count: rows.length }))
  }
  const setValue = (key: string, value: string) =>
    grid.write(selectedRows().map((row) => ({ row, values: { [key]: value } })))
  return (
    <>
      <BulkBar count={count} label={t('bulk.selected', { count })} onClear={() => grid.setSelected(new Set())}>
        <Button size="sm" kind="quiet" icon={Pencil} onClick={() => setSetting(true)}>
          {t('bulk.set')}
        </Button>
        <Button size="sm" kind="quiet" icon={Table2} onClick={() => void copyCsv()}>
          {t('bulk.csv')}
        </Button>
        <Button size="sm" kind="danger-quiet" icon={Trash2} onClick={() => void remove()}>
          {t('bulk.delete')}
        </Button>
      </BulkBar>
      {isSetting && (
        <SetValueDialog columns={columns} count={count} onSet={setValue} onClose={() => setSetting(false)} />
      )}
    </>
  )
}
