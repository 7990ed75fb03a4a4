import { type BlockInput, type FieldOf, listType, literal, type Param, writePath } from '@orrery/engine/describe'
import { Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../../../lib/i18n.ts'
import { queryClient } from '../../../../lib/query.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Select } from '../../../../ui/select.tsx'
import type { TextKey } from '../../../../locales/namespaces.ts'
import { ValueInput } from '../../scope/value-input.tsx'
import { type Column, columnType, findColumn, rowOutputs } from '../columns.ts'
import { databaseIdOf } from '../database-id.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { ResourceRow } from '../parts/resource-row.tsx'
import { ResourceSelect } from '../parts/resource-select.tsx'
import { databaseQuery } from '../resources.queries.ts'
import { useList, usePath } from '../use-path.ts'
import { useColumns } from '../use-table.ts'

/** Which table; its columns become the outputs. */
export function DatabaseField({ field }: { field: FieldOf<'database'> }) {
  const t = useT('workflow-node')
  const { data, isReadOnly, change } = useNodeForm()
  const id = databaseIdOf(data)
  async function choose(next: string): Promise<void> {
    change((before) => writePath(before, field.path, [{ databaseInfoID: next }]))
    const table = await queryClient.fetchQuery(databaseQuery(next)).catch(() => null)
    if (!table) return
    const columns = table.field_list.filter((one) => !one.is_system_field)
    change((before) => (databaseIdOf(before) === next ? { ...before, outputs: rowOutputs(columns) } : before))
  }
  return (
    <div className="flex flex-col gap-1">
      {id && (
        <ResourceRow
          kind="database"
          id={id}
          onRemove={isReadOnly ? undefined : () => change((before) => writePath(before, field.path, []))}
        />
      )}
      {!id && !isReadOnly && (
        <ResourceSelect
          kind="database"
          label={t('db.choose')}
          placeholder={t('db.choose')}
          value={null}
          onChange={(next) => void choose(next.value)}
        />
      )}
    </div>
  )
}

const paramOf = (row: readonly Param[], name: string): BlockInput | undefined =>
  row.find((one) => one.name === name)?.input
const textOf = (input: BlockInput | undefined): string =>
  input?.value?.type === 'literal' ? String(input.value.content ?? '') : ''
const withParam = (row: readonly Param[], name: string, input: BlockInput): Param[] => {
  const at = row.findIndex((one) => one.name === name)
  return at < 0 ? [...row, { name, input }] : row.map((one, i) => (i === at ? { ...one, input } : one))
}

interface ColumnSelectProps {
  columns: readonly Column[]
  value: string
  onChange: (name: string) => void
  without?: readonly string[]
  disabled: boolean
}

function ColumnSelect({ columns, value, onChange, without = [], disabled }: ColumnSelectProps) {
  const t = useT('workflow-node')
  const chosen = findColumn(columns, value)
  const items = columns
    .filter((one) => one === chosen || !without.includes(one.name))
    .map((one) => ({ value: one.name, label: one.name }))
  // A column that is gone stays in sight until another is chosen.
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

function NeedsTable({ children }: { children: ReactNode }) {
  const t = useT('workflow-node')
  const { hasTable } = useColumns()
  return hasTable ? <>{children}</> : <p className="text-small text-mute">{t('db.noTable')}</p>
}

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

/** Which rows: conditions on columns. */
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
    if (isUnary(operation)) return next.filter((one) => one.name !== 'right')
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
            // oxlint-disable-next-line react/no-array-index-key -- a condition has no name
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

/** What is written into a row: a value for each of some columns. */
export function RowValuesField({ field }: { field: FieldOf<'rowValues'> }) {
  const t = useT('workflow-node')
  const { node, scope, isReadOnly } = useNodeForm()
  const { columns } = useColumns()
  const { list, replace, add, remove, set } = useList<Param[]>(field.path)
  const taken = list.map(
    (row) => findColumn(columns, textOf(paramOf(row, 'fieldID')))?.name ?? textOf(paramOf(row, 'fieldID')),
  )
  const fresh = (column: Column | undefined): Param[] => [
    { name: 'fieldID', input: literal('string', column?.name ?? '') },
    { name: 'fieldValue', input: literal(columnType(column), '') },
  ]
  const missing = node.type === '46' ? columns.filter((one) => one.must_required && !taken.includes(one.name)) : []
  return (
    <NeedsTable>
      <div className="flex flex-col gap-1">
        {list.map((row, place) => {
          const key = textOf(paramOf(row, 'fieldID'))
          const column = findColumn(columns, key)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- columns are changed in place
            <div key={place} className="flex items-start gap-1">
              <div className="w-32 shrink-0">
                <ColumnSelect
                  columns={columns}
                  value={key}
                  without={taken}
                  disabled={isReadOnly}
                  onChange={(name) => replace(place, fresh(findColumn(columns, name)))}
                />
              </div>
              <div className="min-w-0 flex-1">
                <ValueInput
                  label={t('db.value', { name: column?.name ?? key })}
                  name={column?.name ?? key}
                  scope={scope}
                  value={paramOf(row, 'fieldValue')}
                  type={columnType(column)}
                  disabled={isReadOnly}
                  onChange={(input) => replace(place, withParam(row, 'fieldValue', input), 'value')}
                />
              </div>
              {!isReadOnly && (
                <IconButton
                  icon={Minus}
                  label={`${t('db.remove')} ${column?.name ?? key}`}
                  onClick={() => remove(place)}
                />
              )}
            </div>
          )
        })}
        {missing.length > 0 && (
          <AddRow
            label={t('db.fillRequired')}
            disabled={isReadOnly}
            onAdd={() => set([...list, ...missing.map(fresh)])}
          />
        )}
        {list.length < columns.length && (
          <AddRow
            label={t('db.addValue')}
            disabled={isReadOnly}
            onAdd={() => add(fresh(columns.find((one) => !taken.includes(one.name))))}
          />
        )}
      </div>
    </NeedsTable>
  )
}

/** Which columns are asked for; none means all of them. */
export function ColumnsField({ field }: { field: FieldOf<'columns'> }) {
  const t = useT('workflow-node')
  const { isReadOnly, change } = useNodeForm()
  const { columns } = useColumns()
  const { list } = useList<{ fieldID?: string; isDistinct?: boolean }>(field.path)
  const keys = list.map((one) => String(one.fieldID ?? ''))
  const taken = keys.map((key) => findColumn(columns, key)?.name ?? key)
  const write = (next: readonly { fieldID?: string; isDistinct?: boolean }[]) =>
    change((before) => ({
      ...writePath(before, field.path, next),
      ...(columns.length
        ? {
            outputs: rowOutputs(
              columns,
              next.map((one) => String(one.fieldID ?? '')),
            ),
          }
        : {}),
    }))
  return (
    <NeedsTable>
      <div className="flex flex-col gap-1">
        {!list.length && <p className="text-small text-mute">{t('db.all')}</p>}
        {list.map((one, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns are changed in place
          <div key={place} className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <ColumnSelect
                columns={columns}
                value={keys[place]!}
                without={taken}
                disabled={isReadOnly}
                onChange={(fieldID) => write(list.with(place, { ...one, fieldID }))}
              />
            </div>
            {!isReadOnly && (
              <IconButton
                icon={Minus}
                label={`${t('db.remove')} ${taken[place]}`}
                onClick={() => write(list.toSpliced(place, 1))}
              />
            )}
          </div>
        ))}
        {list.length < columns.length && (
          <AddRow
            label={t('db.addColumn')}
            disabled={isReadOnly}
            onAdd={() =>
              write([
                ...list,
                { fieldID: columns.find((one) => !taken.includes(one.name))?.name ?? '', isDistinct: false },
              ])
            }
          />
        )}
      </div>
    </NeedsTable>
  )
}

/** By which columns the rows are sorted. */
export function OrderField({ field }: { field: FieldOf<'order'> }) {
  const t = useT('workflow-node')
  const { isReadOnly } = useNodeForm()
  const { columns } = useColumns()
  const { list, replace, add, remove } = useList<{ fieldID?: string; isAsc?: boolean }>(field.path)
  return (
    <NeedsTable>
      <div className="flex flex-col gap-1">
        {list.map((one, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns are changed in place
          <div key={place} className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <ColumnSelect
                columns={columns}
                value={String(one.fieldID ?? '')}
                disabled={isReadOnly}
                onChange={(fieldID) => replace(place, { ...one, fieldID })}
              />
            </div>
            <Select
              size="sm"
              label={t('db.direction')}
              disabled={isReadOnly}
              items={[
                { value: 'up', label: t('db.up') },
                { value: 'down', label: t('db.down') },
              ]}
              value={one.isAsc ? 'up' : 'down'}
              onChange={(next) => replace(place, { ...one, isAsc: next === 'up' })}
              className="w-32"
            />
            {!isReadOnly && (
              <IconButton icon={Minus} label={`${t('db.remove')} ${one.fieldID ?? ''}`} onClick={() => remove(place)} />
            )}
          </div>
        ))}
        <AddRow
          label={t('db.addOrder')}
          disabled={isReadOnly}
          onAdd={() => add({ fieldID: columns[0]?.name ?? '', isAsc: true })}
        />
      </div>
    </NeedsTable>
  )
}
