import { type FieldOf, listType, literal, type Param } from '@orrery/engine/describe'
import { Minus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import type { TextKey } from '#locales/namespaces.ts'
import { ValueInput } from '../../scope/value-input.tsx'
import { columnType, findColumn } from '../columns.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { usePath } from '../use-path.ts'
import { useColumns } from '../use-table.ts'
import { ColumnSelect, NeedsTable, paramOf, textOf, withParam } from './database-parts.tsx'

const operations = [
  'EQUAL',
  'NOT_EQUAL',
  'GREATER_THAN',
  'GREATER_EQUAL',
  'LESS_THAN',
  'LESS_EQUAL',
  'LIKE',
  'NOT_LIKE',
  'IN',
  'NOT_IN',
  'IS_NULL',
  'IS_NOT_NULL',
] as const
type Operation = (typeof operations)[number]
const isUnary = (operation: string): boolean => operation === 'IS_NULL' || operation === 'IS_NOT_NULL'
const isMany = (operation: string): boolean => operation === 'IN' || operation === 'NOT_IN'

/** Row filter: conditions on columns. */
export function RowConditionsField({ field }: { field: FieldOf<'rowConditions'> }) {
  const t = useT('workflow-node')
  const { scope, isReadOnly } = useNodeForm()
  const { columns } = useColumns()
  const [raw, set] = usePath(field.path)
  const condition = (raw ?? {}) as { logic?: string; conditionList?: Param[][] }
  const rows = condition.conditionList ?? []
  const write = (next: Param[][], merge?: string) => set({ logic: 'AND', ...condition, conditionList: next }, merge)
  const fresh = (): Param[] => [
    { name: 'left', input: literal('string', columns[0]?.name ?? '') },
    { name: 'operation', input: literal('string', 'EQUAL') },
    { name: 'right', input: literal(columnType(columns[0]), '') },
  ]
  const wanted = (row: readonly Param[], operation: string) => {
    const type = columnType(findColumn(columns, textOf(paramOf(row, 'left'))))
    return isMany(operation) ? listType(type) : type
  }
  const setOperation = (row: readonly Param[], operation: Operation): Param[] => {
    const next = withParam(row, 'operation', literal('string', operation))
    if (isUnary(operation)) return next.filter((item) => item.name !== 'right')
    const before = paramOf(row, 'right')
    const type = wanted(row, operation)
    return before?.type === type.type ? next : withParam(next, 'right', literal(type, ''))
  }
  return (
    <NeedsTable>
      <div className="flex flex-col gap-1.5">
        {rows.length > 1 && (
          <Segmented
            size="sm"
            label={t('db.logic')}
            disabled={isReadOnly}
            items={[
              { value: 'AND', label: t('conditions.all') },
              { value: 'OR', label: t('conditions.any') },
            ]}
            value={condition.logic === 'OR' ? 'OR' : 'AND'}
            onChange={(logic) => set({ ...condition, logic })}
            className="self-start"
          />
        )}
        {rows.map((row, place) => {
          const left = textOf(paramOf(row, 'left'))
          const operation = textOf(paramOf(row, 'operation')) || 'EQUAL'
          return (
            // A condition has no name that could be the key.
            <div key={place} className="flex items-start gap-1">
              <div className="flex min-w-0 flex-1 flex-col gap-1">
                <div className="grid grid-cols-2 gap-1">
                  <ColumnSelect
                    columns={columns}
                    value={left}
                    disabled={isReadOnly}
                    onChange={(name) =>
                      write(
                        rows.with(
                          place,
                          withParam(
                            withParam(row, 'left', literal('string', name)),
                            'right',
                            literal(columnType(findColumn(columns, name)), ''),
                          ),
                        ),
                      )
                    }
                  />
                  <Select
                    size="sm"
                    label={t('db.operation')}
                    disabled={isReadOnly}
                    items={operations.map((value) => ({
                      value,
                      label: t(`word.operation.${value}` as TextKey<'workflow-node'>),
                    }))}
                    value={operation as Operation}
                    onChange={(next) => write(rows.with(place, setOperation(row, next)))}
                  />
                </div>
                {!isUnary(operation) && (
                  <ValueInput
                    label={t('db.value', { name: left })}
                    name={left}
                    scope={scope}
                    value={paramOf(row, 'right')}
                    type={wanted(row, operation)}
                    disabled={isReadOnly}
                    onChange={(input) => write(rows.with(place, withParam(row, 'right', input)), `${place}/right`)}
                  />
                )}
              </div>
              {!isReadOnly && (
                <IconButton
                  icon={Minus}
                  label={t('conditions.remove')}
                  onClick={() => write(rows.toSpliced(place, 1))}
                />
              )}
            </div>
          )
        })}
        <AddRow label={t('db.addCondition')} disabled={isReadOnly} onAdd={() => write([...rows, fresh()])} />
      </div>
    </NeedsTable>
  )
}
