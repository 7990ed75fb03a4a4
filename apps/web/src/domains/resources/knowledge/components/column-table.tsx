import { ColumnType, KNOWLEDGE_LIMITS } from '@orrery/contract/shared/knowledge-enums'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useDataTypeName } from '#lib/data-types.ts'
import { useT } from '#lib/i18n.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { columnTypeOf, columnTypes, columnTypeTexts } from '../column-types.ts'
import type { Column } from '../knowledge.queries.ts'

interface ColumnTableProps {
  columns: readonly Column[]
  onChange: (columns: Column[]) => void
  /** Whether columns can be reordered. */
  movable?: boolean
  /** Whether names are read-only: during an import they identify the columns of the file. */
  namesFixed?: boolean
}

export function ColumnTable({ columns, onChange, movable, namesFixed }: ColumnTableProps) {
  const t = useT('knowledge')
  const typeName = useDataTypeName()
  const set = (at: number, change: Partial<Column>) =>
    onChange(columns.map((column, index) => (index === at ? { ...column, ...change } : column)))
  const move = (at: number, step: number) => {
    const next = [...columns]
    const [moved] = next.splice(at, 1)
    next.splice(at + step, 0, moved!)
    onChange(next)
  }
  const cell = 'border-b border-line px-2 py-1.5 text-left align-middle'
  return (
    <table className="w-full table-fixed border-separate border-spacing-0">
      <thead className="text-small text-mute">
        <tr>
          <th className={`${cell} w-44 font-medium`}>{t('columns.name')}</th>
          <th className={`${cell} w-40 font-medium`}>{t('columns.type')}</th>
          <th className={`${cell} w-24 font-medium`}>{t('columns.searched')}</th>
          <th className={`${cell} font-medium`}>{t('columns.description')}</th>
          {movable && <th className={`${cell} w-20`} aria-label={t('columns.order')} />}
        </tr>
      </thead>
      <tbody>
        {columns.map((column, at) => (
          <tr key={column.id || at}>
            <td className={cell}>
              {namesFixed ? (
                <span className="block truncate font-medium">{column.column_name}</span>
              ) : (
                <Input
                  size="sm"
                  aria-label={t('columns.name')}
                  value={column.column_name}
                  maxLength={KNOWLEDGE_LIMITS.columnName}
                  onChange={(event) => set(at, { column_name: event.target.value })}
                />
              )}
            </td>
            <td className={cell}>
              <Select
                size="sm"
                label={`${t('columns.type')} ${column.column_name}`}
                value={columnTypeOf(column)}
                onChange={(type) => set(at, { column_type: ColumnType[type] })}
                items={columnTypes.map((value) => ({ value, label: typeName(columnTypeTexts[value]) }))}
              />
            </td>
            <td className={cell}>
              <Checkbox
                label={t('columns.searchedOf', { name: column.column_name })}
                checked={column.is_semantic ?? false}
                onChange={(on) => set(at, { is_semantic: on })}
              />
            </td>
            <td className={cell}>
              <Input
                size="sm"
                aria-label={t('columns.descriptionOf', { name: column.column_name })}
                value={column.desc ?? ''}
                maxLength={500}
                onChange={(event) => set(at, { desc: event.target.value })}
              />
            </td>
            {movable && (
              <td className={cell}>
                <span className="flex justify-end">
                  <IconButton
                    size="sm"
                    icon={ArrowUp}
                    label={t('columns.up', { name: column.column_name })}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    size="sm"
                    icon={ArrowDown}
                    label={t('columns.down', { name: column.column_name })}
                    disabled={at === columns.length - 1}
                    onClick={() => move(at, 1)}
                  />
                </span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
