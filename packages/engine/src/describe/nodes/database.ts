import { field, listField, objectField, textField } from '#canvas/fields.ts'
import { NodeType } from '#node-type.ts'
import { cut, errorRow, inputRow, inputsOf, outputRow, type CardPiece, type CardRow } from '../card-row.ts'
import { errorSection, inputSection, outputSection } from '../common-fields.ts'
import type { Field, NodeDescription, Section } from '../description.ts'
import { onePort } from '../port.ts'
import { listType, objectType, variable, type StoredNode } from '../shapes.ts'

const database = {
  category: 'database',
  group: 'database',
  tone: 'data',
  place: 'anywhere',
  offered: true,
  ports: onePort,
} as const

const table: Section = {
  id: 'database',
  fields: [{ id: 'database', kind: 'database', path: 'inputs.databaseInfoList', required: true }],
}
const setting = () => ({ switch: false, processType: 1, timeoutMs: 60_000, retryTimes: 0 })
const rowsFound = () => [variable('outputList', listType(objectType())), variable('rowNum', 'integer')]
const noCondition = () => ({ conditionList: [], logic: 'AND' })

function fromRow(node: StoredNode, label: string): CardRow {
  const id = textField(listField(inputsOf(node), 'databaseInfoList')[0], 'databaseInfoID')
  return { label, pieces: [id ? { of: 'database', id } : { word: 'none' }] }
}

/** A row with the first condition in short form. */
function whereRow(param: unknown): CardRow[] {
  const rows = listField(objectField(param, 'condition'), 'conditionList')
  const [first] = rows
  if (!Array.isArray(first)) return []
  const content = (name: string): string =>
    textField(
      field(
        field(
          first.find((item) => textField(item, 'name') === name),
          'input',
        ),
        'value',
      ),
      'content',
    )
  const pieces: CardPiece[] = [
    { chip: content('left') || '?' },
    { word: `operation.${content('operation') || 'EQUAL'}` },
  ]
  if (rows.length > 1) pieces.push({ chip: `+${rows.length - 1}` })
  return [{ label: 'where', pieces }]
}

export const sql: NodeDescription = {
  ...database,
  type: NodeType.Database,
  icon: 'database-zap',
  data: () => ({
    inputs: { databaseInfoList: [], inputParameters: [], sql: '', settingOnError: setting() },
    outputs: rowsFound(),
  }),
  sections: [
    table,
    inputSection(),
    { id: 'sql', fields: [{ id: 'sql', kind: 'sql', slot: { path: 'inputs.sql' }, required: true }] },
    outputSection('tree'),
    errorSection(),
  ],
  rows: (node) => [
    fromRow(node, 'from'),
    ...inputRow(node.data),
    { label: 'runs', pieces: [{ text: cut(textField(inputsOf(node), 'sql')) }] },
    ...errorRow(node),
    ...outputRow(node.data),
  ],
}

const conditions = (path: string, required = false): Section => ({
  id: 'where',
  fields: [{ id: 'where', kind: 'rowConditions', path, required }],
})
const values = (path: string): Section => ({
  id: 'values',
  fields: [{ id: 'values', kind: 'rowValues', path, required: true }],
})

interface Kind {
  type: NodeType
  icon: string
  param: string
  label: string
  initial: () => object
  sections: (path: string) => Section[]
}

const rowNode = ({ type, icon, param, label, initial, sections }: Kind): NodeDescription => ({
  ...database,
  type,
  icon,
  data: () => ({
    inputs: { databaseInfoList: [], [param]: initial(), settingOnError: setting() },
    outputs: rowsFound(),
  }),
  sections: [table, ...sections(`inputs.${param}`), outputSection('tree'), errorSection()],
  rows: (node) => [
    fromRow(node, label),
    ...whereRow(field(inputsOf(node), param)),
    ...errorRow(node),
    ...outputRow(node.data),
  ],
  also: [`inputs.${param}`],
})

export const select = rowNode({
  type: NodeType.DatabaseSelect,
  icon: 'database-search',
  param: 'selectParam',
  label: 'from',
  initial: () => ({ condition: noCondition(), orderByList: [], limit: 100, fieldList: [] }),
  sections: (path) => {
    const limit: Field = {
      id: 'rowLimit',
      kind: 'number',
      slot: { path: `${path}.limit` },
      min: 1,
      max: 1000,
      initial: 100,
    }
    return [
      { id: 'columns', fields: [{ id: 'columns', kind: 'columns', path: `${path}.fieldList` }] },
      conditions(`${path}.condition`),
      { id: 'order', fields: [{ id: 'order', kind: 'order', path: `${path}.orderByList` }, limit] },
    ]
  },
})

export const insert = rowNode({
  type: NodeType.DatabaseInsert,
  icon: 'database-plus',
  param: 'insertParam',
  label: 'into',
  initial: () => ({ fieldInfo: [] }),
  sections: (path) => [values(`${path}.fieldInfo`)],
})

export const update = rowNode({
  type: NodeType.DatabaseUpdate,
  icon: 'database-pen',
  param: 'updateParam',
  label: 'into',
  initial: () => ({ condition: noCondition(), fieldInfo: [] }),
  sections: (path) => [conditions(`${path}.condition`, true), values(`${path}.fieldInfo`)],
})

export const remove = rowNode({
  type: NodeType.DatabaseDelete,
  icon: 'database-minus',
  param: 'deleteParam',
  label: 'from',
  initial: () => ({ condition: noCondition() }),
  sections: (path) => [conditions(`${path}.condition`, true)],
})
