import { LABEL_LIMITS } from '@orrery/contract/shared/label-enums'
import { IndentDecrease, IndentIncrease, Plus, Trash2 } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { maxDepthAt, emptyValue, hasDuplicateName, type ValueRow } from '../value-rows.ts'

interface ValueTableProps {
  rows: readonly ValueRow[]
  onChange: (rows: ValueRow[]) => void
  disabled?: boolean
}

/** The values of a tag as a tree: an indented row belongs to the row above. */
export function ValueTable({ rows, onChange, disabled }: ValueTableProps) {
  const t = useT('label')
  const change = (row: ValueRow, part: Partial<ValueRow>) =>
    onChange(rows.map((one) => (one === row ? { ...one, ...part } : one)))
  return (
    <div>
      <ul aria-label={t('values.label')} className="flex flex-col gap-1.5">
        {rows.map((row, at) => {
          const label = row.name || t('values.nth', { n: at + 1 })
          return (
            <li key={row.id} style={{ paddingInlineStart: `${row.depth * 1.5}rem` }}>
              <div className="flex items-center gap-1.5">
                <Input
                  className="flex-1"
                  value={row.name}
                  disabled={disabled}
                  aria-label={t('values.nameOf', { value: label })}
                  aria-invalid={hasDuplicateName(row, rows) ? true : undefined}
                  onChange={(event) => change(row, { name: event.target.value })}
                />
                <Checkbox
                  disabled={disabled}
                  label={t('values.activeOf', { value: label })}
                  checked={row.isActive}
                  onChange={(isActive) => change(row, { isActive })}
                />
                <IconButton
                  size="sm"
                  icon={IndentDecrease}
                  label={t('values.out', { value: label })}
                  disabled={disabled || row.depth === 0}
                  onClick={() => change(row, { depth: row.depth - 1 })}
                />
                <IconButton
                  size="sm"
                  icon={IndentIncrease}
                  label={t('values.in', { value: label })}
                  disabled={disabled || row.depth >= maxDepthAt(rows, at)}
                  onClick={() => change(row, { depth: row.depth + 1 })}
                />
                <IconButton
                  size="sm"
                  kind="danger"
                  icon={Trash2}
                  label={t('values.remove', { value: label })}
                  disabled={disabled}
                  onClick={() => onChange(rows.filter((one) => one !== row))}
                />
              </div>
              {hasDuplicateName(row, rows) && <p className="mt-0.5 text-small text-err">{t('values.twice')}</p>}
            </li>
          )
        })}
      </ul>
      {!disabled && rows.length < LABEL_LIMITS.total && (
        <Button
          kind="ghost"
          size="sm"
          icon={Plus}
          className="mt-1"
          onClick={() => onChange([...rows, emptyValue(rows.at(-1)?.depth)])}
        >
          {t('values.add')}
        </Button>
      )}
    </div>
  )
}
