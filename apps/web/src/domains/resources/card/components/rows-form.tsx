import { Plus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useCardEditor } from '../card-context.ts'
import { TextField } from './text-field.tsx'

interface Row {
  first: string
  second: string
}
interface RowsFormProps {
  rows: readonly Row[]
  labels: Record<keyof Row, string>
  items?: string | undefined
  max: number
  onChange: (rows: Row[]) => void
}

/** Pairs of texts: facts with their labels, columns with their values. */
export function RowsForm({ rows, labels, items, max, onChange }: RowsFormProps) {
  const t = useT('card')
  const { mayEdit } = useCardEditor()
  const set = (at: number, change: Partial<Row>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  return (
    <>
      {rows.map((row, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no id
        <div key={at} className="flex flex-col gap-2 rounded-md border border-line p-2">
          <TextField label={labels.first} value={row.first} items={items} onChange={(first) => set(at, { first })} />
          <TextField
            label={labels.second}
            value={row.second}
            items={items}
            onChange={(second) => set(at, { second })}
          />
          {mayEdit && (
            <IconButton
              icon={Trash2}
              kind="danger"
              className="self-end"
              label={t('form.removeRow', { name: row.first || String(at + 1) })}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {mayEdit && rows.length < max && (
        <Button size="sm" icon={Plus} onClick={() => onChange([...rows, { first: '', second: '' }])}>
          {t('form.addRow')}
        </Button>
      )}
    </>
  )
}
