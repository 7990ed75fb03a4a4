import type { BlockInput, Param } from '@orrery/engine/describe'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Select } from '#ui/select.tsx'
import { type Column, findColumn } from '../columns.ts'
import { useColumns } from '../use-table.ts'

export const paramOf = (row: readonly Param[], name: string): BlockInput | undefined =>
  row.find((item) => item.name === name)?.input
export const textOf = (input: BlockInput | undefined): string =>
  input?.value?.type === 'literal' ? String(input.value.content ?? '') : ''
export const withParam = (row: readonly Param[], name: string, input: BlockInput): Param[] => {
  const at = row.findIndex((item) => item.name === name)
  return at < 0 ? [...row, { name, input }] : row.map((item, i) => (i === at ? { ...item, input } : item))
}

interface ColumnSelectProps {
  columns: readonly Column[]
  value: string
  onChange: (name: string) => void
  without?: readonly string[]
  disabled: boolean
}

export function ColumnSelect({ columns, value, onChange, without = [], disabled }: ColumnSelectProps) {
  const t = useT('workflow-node')
  const chosen = findColumn(columns, value)
  const items = columns
    .filter((column) => column === chosen || !without.includes(column.name))
    .map((column) => ({ value: column.name, label: column.name }))
  // A removed column stays visible until another is chosen.
  if (value && !chosen) items.unshift({ value, label: value })
  return (
    <Select
      size="sm"
      label={t('db.column')}
      placeholder={t('db.column')}
      items={items}
      value={chosen?.name ?? (value || null)}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

export function NeedsTable({ children }: { children: ReactNode }) {
  const t = useT('workflow-node')
  const { hasTable } = useColumns()
  return hasTable ? <>{children}</> : <p className="text-small text-mute">{t('db.noTable')}</p>
}
