import type { Task } from '#model.ts'
import { boolField, field, listField, numberField, objectField, textField } from '#canvas/fields.ts'
import type { InputSpec } from '#canvas/plan.ts'
import { NodeType } from '#node-type.ts'
import type { DatabaseFilter, DatabaseOperation, DatabaseRows } from '#ports.ts'
import { callOf, need } from '#run/call.ts'
import type { Outcome } from '#run/outcome.ts'
import { valueText } from '#values/json.ts'
import { setOwn, type Values } from '#values/own.ts'
import { convertOutputs } from './convert-outputs.ts'
import { literalParams } from './literal-params.ts'
import type { CompileScope, NodeKind } from './node-kind.ts'
import { bindSql, parseSql, type SqlTemplate } from './database/sql.ts'

const common = {
  needs: ['database'],
  zeroInputs: true,
  nullOutputs: true,
  timeoutMs: 60_000,
  effect: true,
} as const

const operations = new Set<string>([
  'EQUAL',
  'NOT_EQUAL',
  'GREATER_THAN',
  'LESS_THAN',
  'GREATER_EQUAL',
  'LESS_EQUAL',
  'IN',
  'NOT_IN',
  'IS_NULL',
  'IS_NOT_NULL',
  'LIKE',
  'NOT_LIKE',
] satisfies DatabaseOperation[])

function databaseId(scope: CompileScope): string {
  const id = textField(listField(scope.node.inputs, 'databaseInfoList')[0], 'databaseInfoID')
  return id || scope.fail('no database is chosen', { fault: 'notChosen', names: ['database'] })
}

interface Condition {
  field: string
  operation: DatabaseOperation
  input: string | undefined
}
interface Filter {
  logic: 'AND' | 'OR'
  conditions: Condition[]
}

function parseFilter(scope: CompileScope, raw: unknown, inputs: InputSpec[]): Filter | undefined {
  const condition = objectField(raw, 'condition')
  const rows = listField(condition, 'conditionList')
  if (!rows.length) return undefined
  const conditions = rows.map((row, i): Condition => {
    const params = Array.isArray(row) ? row : []
    const named = (name: string) =>
      field(
        params.find((param) => textField(param, 'name') === name),
        'input',
      )
    const operation = valueText(field(objectField(named('operation'), 'value'), 'content'))
    if (!operations.has(operation))
      return scope.fail(`condition ${i + 1} has the unknown operation "${operation}"`, {
        fault: 'unknownSetting',
        names: ['operation'],
      })
    const right = named('right')
    const input = right ? `__condition_right_${i}` : undefined
    if (input) inputs.push(scope.input(input, right))
    const left = valueText(field(objectField(named('left'), 'value'), 'content'))
    return { field: left, operation: operation as DatabaseOperation, input }
  })
  return { logic: textField(condition, 'logic') === 'OR' ? 'OR' : 'AND', conditions }
}

function fillFilter(task: Task, filter: Filter | undefined): DatabaseFilter | undefined {
  return (
    filter && {
      logic: filter.logic,
      conditions: filter.conditions.map(({ field, operation, input }) => ({
        field,
        operation,
        value: input === undefined ? null : task.input[input],
      })),
    }
  )
}

interface FieldValue {
  field: string
  input: string
}

/** Reads `fieldInfo`, a list of pairs: one parameter names the field, the other holds its value. */
function parseFields(scope: CompileScope, raw: unknown, inputs: InputSpec[]): FieldValue[] {
  return listField(raw, 'fieldInfo').map((pair, i) => {
    const params = Array.isArray(pair) ? pair : []
    const name = valueText(
      literalParams(params.filter((param) => textField(param, 'name') === 'fieldID')).get('fieldID'),
    )
    const value = params.find((param) => textField(param, 'name') === 'fieldValue')
    const input = `__field_${i}`
    inputs.push(scope.input(input, field(value, 'input')))
    return { field: name, input }
  })
}

function fillFields(task: Task, fields: readonly FieldValue[]): Values {
  const values: Values = {}
  for (const field of fields) setOwn(values, field.field, task.input[field.input])
  return values
}

/** Adds missing declared columns as null. */
function rowsOutcome(task: Task, { rows, rowNum }: DatabaseRows): Outcome {
  const { outputs } = task.node
  const columns = outputs.find((output) => output.name === 'outputList')?.type.element?.fields
  const outputList = columns
    ? rows.map((row) => ({ ...Object.fromEntries([...columns.keys()].map((name) => [name, null])), ...row }))
    : rows
  return outputs.length ? convertOutputs(outputs, { outputList, rowNum }) : { output: { outputList, rowNum } }
}

export const sql: NodeKind<{ databaseId: string; sql: SqlTemplate }> = {
  ...common,
  type: NodeType.Database,
  compile: (scope) => ({
    inputs: scope.inputs(field(scope.node.inputs, 'inputParameters')),
    config: { databaseId: databaseId(scope), sql: parseSql(textField(scope.node.inputs, 'sql')) },
  }),
  async run(task, config) {
    const { sql, params } = bindSql(config.sql, task.input)
    return rowsOutcome(
      task,
      await need(task, 'database').sql({ databaseId: config.databaseId, sql, params }, callOf(task)),
    )
  },
}

interface Select {
  databaseId: string
  filter: Filter | undefined
  fields: { field: string; distinct: boolean }[]
  orderBy: { field: string; ascending: boolean }[]
  limit: number
}

export const select: NodeKind<Select> = {
  ...common,
  type: NodeType.DatabaseSelect,
  effect: false,
  compile(scope) {
    const raw = objectField(scope.node.inputs, 'selectParam')
    const inputs: InputSpec[] = []
    const limit = numberField(raw, 'limit') ?? 0
    if (limit <= 0) scope.fail('the limit must be greater than 0', { fault: 'notPositive', names: ['limit'] })
    return {
      inputs,
      config: {
        databaseId: databaseId(scope),
        filter: parseFilter(scope, raw, inputs),
        fields: listField(raw, 'fieldList').map((item) => ({
          field: textField(item, 'fieldID'),
          distinct: boolField(item, 'isDistinct'),
        })),
        orderBy: listField(raw, 'orderByList').map((item) => ({
          field: textField(item, 'fieldID'),
          ascending: boolField(item, 'isAsc'),
        })),
        limit,
      },
    }
  },
  async run(task, { filter, ...config }) {
    return rowsOutcome(
      task,
      await need(task, 'database').select({ ...config, filter: fillFilter(task, filter) }, callOf(task)),
    )
  },
}

interface Write {
  databaseId: string
  filter: Filter | undefined
  fields: FieldValue[]
}

const writing = (param: string) => (scope: CompileScope) => {
  const raw = objectField(scope.node.inputs, param)
  const inputs: InputSpec[] = []
  return {
    inputs,
    config: {
      databaseId: databaseId(scope),
      filter: parseFilter(scope, raw, inputs),
      fields: parseFields(scope, raw, inputs),
    },
  }
}

export const insert: NodeKind<Write> = {
  ...common,
  type: NodeType.DatabaseInsert,
  compile: writing('insertParam'),
  async run(task, { databaseId, fields }) {
    return rowsOutcome(
      task,
      await need(task, 'database').insert({ databaseId, values: fillFields(task, fields) }, callOf(task)),
    )
  },
}

export const update: NodeKind<Write> = {
  ...common,
  type: NodeType.DatabaseUpdate,
  compile: writing('updateParam'),
  async run(task, { databaseId, fields, filter }) {
    const request = { databaseId, values: fillFields(task, fields), filter: fillFilter(task, filter) }
    return rowsOutcome(task, await need(task, 'database').update(request, callOf(task)))
  },
}

export const remove: NodeKind<Write> = {
  ...common,
  type: NodeType.DatabaseDelete,
  compile: writing('deleteParam'),
  async run(task, { databaseId, filter }) {
    const request = { databaseId, filter: fillFilter(task, filter) }
    return rowsOutcome(task, await need(task, 'database').remove(request, callOf(task)))
  },
}
