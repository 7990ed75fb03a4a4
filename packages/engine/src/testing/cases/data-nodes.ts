import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect } from 'vitest'

import type { DatabasePort, KnowledgePort } from '#ports.ts'
import { bool, chain, end, float, int, listOf, node, params, ref, start, str, variable, vars } from '../canvas.ts'
import type { Case } from '../harness.ts'
import type { Values } from '#values/own.ts'

const found = [variable('outputList', 'list', { schema: { type: 'object', schema: vars('documentId', 'output') } })]
const retrieve = (settings: Values[] = []) =>
  chain(
    start('q'),
    node(
      '6',
      '10',
      {
        inputParameters: params({ Query: ref('s.q') }),
        datasetParam: [{ name: 'datasetList', input: listOf('string', '["7","8"]') }, ...settings],
      },
      found,
    ),
    end({ r: ref('10.outputList', 'list', { schema: { type: 'object' } }) }),
  )
let asked: unknown
const knowledge: KnowledgePort = {
  retrieve: (request) => {
    asked = request
    return [{ documentId: '1', output: `about ${request.query}` }]
  },
  write: (request) => {
    asked = request
    return { documentId: '9', fileName: request.fileName, fileUrl: request.fileUrl }
  },
  remove: (request) => {
    asked = request
    return true
  },
}
const rows = [
  ...vars('rowNum:integer'),
  variable('outputList', 'list', { schema: { type: 'object', schema: vars('id:integer', 'name', 'age:integer') } }),
]
const database = (answer: Values[] = [{ id: '1', name: 'a' }]): DatabasePort => {
  const reply = (kind: string) => (request: unknown) => {
    asked = { kind, ...(request as object) }
    return { rows: answer, rowNum: answer.length }
  }
  return {
    sql: reply('sql'),
    select: reply('select'),
    insert: reply('insert'),
    update: reply('update'),
    remove: reply('remove'),
  }
}
const onTable = (type: string, inputs: Values) =>
  chain(
    start('a', 'n:integer'),
    node(type, '10', { databaseInfoList: [{ databaseInfoID: '77' }], ...inputs }, rows),
    end({ n: ref('10.rowNum', 'integer') }),
  )
const sql = (text: string) =>
  onTable('12', { sql: text, inputParameters: params({ a: ref('s.a'), n: ref('s.n', 'integer') }) })
const condition = (left: string, operation: string, right?: ReturnType<typeof ref>) => [
  { name: 'left', input: str(left) },
  { name: 'operation', input: str(operation) },
  ...(right ? [{ name: 'right', input: right }] : []),
]
const fieldInfo = (...pairs: [string, ReturnType<typeof ref>][]) =>
  pairs.map(([id, value]) => [
    { name: 'fieldID', input: str(id) },
    { name: 'fieldValue', input: value },
  ])
const query = (name: string, canvas: unknown, expected: Values, input: Values = { a: "O'Hara", n: 18 }): Case => ({
  name,
  canvas,
  input,
  world: { ports: { database: database() } },
  expect: { output: { n: 1 }, asked: () => expect(asked).toEqual(expected) },
})

export const dataNodes: Case[] = [
  {
    name: 'knowledge: passages are returned',
    canvas: retrieve(),
    input: { q: 'cats' },
    world: { ports: { knowledge } },
    expect: { output: { r: [{ documentId: '1', output: 'about cats' }] } },
  },
  {
    name: 'knowledge: every setting reaches the search',
    canvas: retrieve(
      params({
        topK: int('5'),
        useRerank: bool('true'),
        useRewrite: bool('true'),
        rerankModel: str('44'),
        useNl2sql: bool('true'),
        minScore: float('0.5'),
        strategy: int('1'),
      }),
    ),
    input: { q: 'x' },
    world: { ports: { knowledge } },
    expect: {
      asked: () =>
        expect(asked).toEqual({
          knowledgeIds: ['7', '8'],
          query: 'x',
          topK: 5,
          minScore: 0.5,
          strategy: 'hybrid',
          useRerank: true,
          rerankModel: '44',
          useRewrite: true,
          useNl2sql: true,
          history: [],
        }),
    },
  },
  {
    name: 'knowledge: a node without a knowledge base is refused',
    canvas: chain(start(), node('6', '10', { datasetParam: [] }, found), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'knowledge: write a file under its real name',
    canvas: chain(
      start(variable('f', 'string', { assistType: 3 })),
      node(
        '27',
        '10',
        {
          inputParameters: params({ knowledge: ref('s.f', 'string', { assistType: 3 }) }),
          datasetParam: params({ datasetList: listOf('string', '["7"]') }),
          strategyParam: { chunkStrategy: { chunkType: 'default' } },
        },
        vars('documentId', 'fileName', 'fileUrl'),
      ),
      end(),
    ),
    input: { f: 'https://h/x?x-wf-file_name=doc.pdf' },
    world: { ports: { knowledge } },
    expect: {
      nodes: { '10': { documentId: '9', fileName: 'doc.pdf', fileUrl: 'https://h/x' } },
      asked: () =>
        expect(asked).toEqual({
          knowledgeId: '7',
          fileUrl: 'https://h/x',
          fileName: 'doc.pdf',
          strategy: { chunkStrategy: { chunkType: 'default' } },
        }),
    },
  },
  {
    name: 'knowledge: delete a document',
    canvas: chain(
      start('d'),
      node(
        '60',
        '10',
        {
          inputParameters: params({ documentID: ref('s.d') }),
          datasetParam: params({ datasetList: listOf('string', '["7"]') }),
        },
        vars('isSuccess:boolean'),
      ),
      end({ ok: ref('10.isSuccess', 'boolean') }),
    ),
    input: { d: '42' },
    world: { ports: { knowledge } },
    expect: { output: { ok: true }, asked: () => expect(asked).toEqual({ knowledgeId: '7', documentId: '42' }) },
  },
  query('SQL: a quoted placeholder is bound', sql("select * from t where name = '{{a}}' and age > {{n}}"), {
    kind: 'sql',
    databaseId: '77',
    sql: 'select * from t where name = ? and age > 18',
    params: ["O'Hara"],
  }),
  query('SQL: a placeholder inside a longer quoted text is bound as a whole', sql("select 1 where x like '%{{a}}%'"), {
    kind: 'sql',
    databaseId: '77',
    sql: 'select 1 where x like ?',
    params: ["%O'Hara%"],
  }),
  query('SQL: a quoted text without placeholders stays', sql("select 'it''s' where a = {{n}}"), {
    kind: 'sql',
    databaseId: '77',
    sql: "select 'it''s' where a = 18",
    params: [],
  }),
  {
    name: 'rows are cast to their columns, missing ones are null',
    canvas: sql('select'),
    world: { ports: { database: database([{ id: '7', name: 5, extra: true }]) } },
    expect: { nodes: { '10': { rowNum: 1, outputList: [{ id: 7, name: '5', age: null, extra: true }] } } },
  },
  query(
    'query: conditions, order, fields and limit',
    onTable('43', {
      selectParam: {
        condition: {
          logic: 'OR',
          conditionList: [condition('1001', 'EQUAL', ref('s.a')), condition('1002', 'IS_NULL')],
        },
        orderByList: [{ fieldID: '1001', isAsc: false }],
        fieldList: [{ fieldID: '1001', isDistinct: true }],
        limit: 20,
      },
    }),
    {
      kind: 'select',
      databaseId: '77',
      filter: {
        logic: 'OR',
        conditions: [
          { field: '1001', operation: 'EQUAL', value: "O'Hara" },
          { field: '1002', operation: 'IS_NULL', value: null },
        ],
      },
      fields: [{ field: '1001', distinct: true }],
      orderBy: [{ field: '1001', ascending: false }],
      limit: 20,
    },
  ),
  query('query: without conditions', onTable('43', { selectParam: { fieldList: [], limit: 1 } }), {
    kind: 'select',
    databaseId: '77',
    filter: undefined,
    fields: [],
    orderBy: [],
    limit: 1,
  }),
  {
    name: 'query: the limit must be positive',
    canvas: onTable('43', { selectParam: { limit: 0 } }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'query: an unknown operation is refused',
    canvas: onTable('43', {
      selectParam: { limit: 1, condition: { conditionList: [condition('1', 'RESEMBLES', str('x'))] } },
    }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  ...[
    'NOT_EQUAL',
    'GREATER_THAN',
    'LESS_THAN',
    'GREATER_EQUAL',
    'LESS_EQUAL',
    'IN',
    'NOT_IN',
    'IS_NOT_NULL',
    'LIKE',
    'NOT_LIKE',
  ].map((operation) =>
    query(
      `query: ${operation}`,
      onTable('43', {
        selectParam: { limit: 1, condition: { logic: 'AND', conditionList: [condition('1', operation, int('3'))] } },
      }),
      {
        kind: 'select',
        databaseId: '77',
        filter: { logic: 'AND', conditions: [{ field: '1', operation, value: 3 }] },
        fields: [],
        orderBy: [],
        limit: 1,
      },
    ),
  ),
  query(
    'insert',
    onTable('46', { insertParam: { fieldInfo: fieldInfo(['1', ref('s.a')], ['2', ref('s.n', 'integer')]) } }),
    { kind: 'insert', databaseId: '77', values: { 1: "O'Hara", 2: 18 } },
  ),
  query(
    'update',
    onTable('42', {
      updateParam: {
        fieldInfo: fieldInfo(['1', ref('s.a')]),
        condition: { logic: 'AND', conditionList: [condition('2', 'EQUAL', ref('s.n', 'integer'))] },
      },
    }),
    {
      kind: 'update',
      databaseId: '77',
      values: { 1: "O'Hara" },
      filter: { logic: 'AND', conditions: [{ field: '2', operation: 'EQUAL', value: 18 }] },
    },
  ),
  query(
    'delete',
    onTable('44', {
      deleteParam: { condition: { logic: 'AND', conditionList: [condition('2', 'IN', listOf('integer', '[1,2]'))] } },
    }),
    {
      kind: 'remove',
      databaseId: '77',
      filter: { logic: 'AND', conditions: [{ field: '2', operation: 'IN', value: [1, 2] }] },
    },
  ),
  {
    name: 'a node without a database is refused',
    canvas: chain(start(), node('12', '10', { sql: 'select 1' }, rows), end()),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
]
