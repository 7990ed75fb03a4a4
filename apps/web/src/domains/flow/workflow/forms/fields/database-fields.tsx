import { type FieldOf, literal, type Param, writePath } from '@orrery/engine/describe'
import { NodeType } from '@orrery/engine/node-type'
import { Minus } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { ValueInput } from '../../scope/value-input.tsx'
import { type Column, columnType, findColumn, rowOutputs } from '../columns.ts'
import { databaseIdOf } from '../database-id.ts'
import { useNodeForm } from '../form-context.tsx'
import { AddRow } from '../parts/add-row.tsx'
import { ResourceRow } from '../parts/resource-row.tsx'
import { ResourceSelect } from '../parts/resource-select.tsx'
import { databaseQuery } from '../../nodes/resources.queries.ts'
import { useList } from '../use-path.ts'
import { useColumns } from '../use-table.ts'
import { ColumnSelect, NeedsTable, paramOf, textOf, withParam } from './database-parts.tsx'

/** Selects the table; its columns become the outputs. */
export function DatabaseField({ field }: { field: FieldOf<'database'> }) {
  const t = useT('workflow-node')
  const { data, isReadOnly, change } = useNodeForm()
  const id = databaseIdOf(data)
  async function choose(next: string): Promise<void> {
    change((before) => writePath(before, field.path, [{ databaseInfoID: next }]))
    const table = await queryClient.fetchQuery(databaseQuery(next)).catch(() => null)
    if (!table) return
    const columns = table.field_list.filter((field) => !field.is_system_field)
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

/** Column values to write. */
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
  const missing =
    node.type === NodeType.DatabaseInsert
      ? columns.filter((column) => column.must_required && !taken.includes(column.name))
      : []
  return (
    <NeedsTable>
      <div className="flex flex-col gap-1">
        {list.map((row, place) => {
          const key = textOf(paramOf(row, 'fieldID'))
          const column = findColumn(columns, key)
          return (
            // The index is the key, because the column of a row can change.
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
            onAdd={() => add(fresh(columns.find((column) => !taken.includes(column.name))))}
          />
        )}
      </div>
    </NeedsTable>
  )
}

/** Selected columns; an empty selection means all. */
export function ColumnsField({ field }: { field: FieldOf<'columns'> }) {
  const t = useT('workflow-node')
  const { isReadOnly, change } = useNodeForm()
  const { columns } = useColumns()
  const { list } = useList<{ fieldID?: string; isDistinct?: boolean }>(field.path)
  const keys = list.map((item) => String(item.fieldID ?? ''))
  const taken = keys.map((key) => findColumn(columns, key)?.name ?? key)
  const write = (next: readonly { fieldID?: string; isDistinct?: boolean }[]) =>
    change((before) => ({
      ...writePath(before, field.path, next),
      ...(columns.length
        ? {
            outputs: rowOutputs(
              columns,
              next.map((item) => String(item.fieldID ?? '')),
            ),
          }
        : {}),
    }))
  return (
    <NeedsTable>
      <div className="flex flex-col gap-1">
        {!list.length && <p className="text-small text-mute">{t('db.all')}</p>}
        {list.map((item, place) => (
          // The index is the key, because the column of a row can change.
          <div key={place} className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <ColumnSelect
                columns={columns}
                value={keys[place]!}
                without={taken}
                disabled={isReadOnly}
                onChange={(fieldID) => write(list.with(place, { ...item, fieldID }))}
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
                { fieldID: columns.find((column) => !taken.includes(column.name))?.name ?? '', isDistinct: false },
              ])
            }
          />
        )}
      </div>
    </NeedsTable>
  )
}

/** The columns by which rows are sorted. */
export function OrderField({ field }: { field: FieldOf<'order'> }) {
  const t = useT('workflow-node')
  const { isReadOnly } = useNodeForm()
  const { columns } = useColumns()
  const { list, replace, add, remove } = useList<{ fieldID?: string; isAsc?: boolean }>(field.path)
  return (
    <NeedsTable>
      <div className="flex flex-col gap-1">
        {list.map((item, place) => (
          // The index is the key, because the column of a row can change.
          <div key={place} className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <ColumnSelect
                columns={columns}
                value={String(item.fieldID ?? '')}
                disabled={isReadOnly}
                onChange={(fieldID) => replace(place, { ...item, fieldID })}
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
              value={item.isAsc ? 'up' : 'down'}
              onChange={(next) => replace(place, { ...item, isAsc: next === 'up' })}
              className="w-32"
            />
            {!isReadOnly && (
              <IconButton
                icon={Minus}
                label={`${t('db.remove')} ${item.fieldID ?? ''}`}
                onClick={() => remove(place)}
              />
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
