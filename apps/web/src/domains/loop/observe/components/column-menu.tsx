import { Columns3 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import { MenuCheck, MenuItem, MenuLine } from '#ui/menu-items.tsx'
import { type ColumnId, columnIds, requiredColumns, toggledColumns, defaultColumns } from '../trace-columns.ts'

export const columnNames = {
  time: 'time',
  app: 'app',
  name: 'column.name',
  version: 'field.bot_version',
  input: 'input',
  output: 'field.output',
  status: 'status',
  latency: 'latency',
  first: 'column.first',
  spans: 'field.span_count',
  models: 'field.model_name',
  tokens: 'tokens',
  cost: 'cost',
  rating: 'rating',
  thread: 'field.thread_id',
  user: 'user',
} as const satisfies Record<ColumnId, string>

interface ColumnMenuProps {
  chosen: readonly ColumnId[]
  onChange: (chosen: readonly ColumnId[]) => void
}

/** Selects the columns of the list; the choice is stored in this browser. */
export function ColumnMenu({ chosen, onChange }: ColumnMenuProps) {
  const t = useT('observe')
  return (
    <Menu align="end" trigger={<Button icon={Columns3}>{t('columns')}</Button>}>
      {columnIds.map((id) => (
        <MenuCheck
          key={id}
          checked={chosen.includes(id)}
          disabled={requiredColumns.has(id)}
          onChange={() => onChange(toggledColumns(chosen, id))}
        >
          {t(columnNames[id])}
        </MenuCheck>
      ))}
      <MenuLine />
      <MenuItem onClick={() => onChange(defaultColumns)}>{t('columns.usual')}</MenuItem>
    </Menu>
  )
}
