import { FieldType } from '@orrery/contract/shared/bot-enums'
import { describe, expect, it } from 'vitest'
import { cellFault, type CellType, showValue, suggestValue } from './cell-rules.ts'
import { readBlock, writeBlock, writeCsv } from './clipboard.ts'
import type { GridColumn } from './grid-columns.ts'
import { plainText } from './plain-text.ts'
import { createRowStore, pageRows, type Row } from './row-store.ts'
import { createUndoStack } from './undo-stack.ts'

describe('values of a cell', () => {
  it.each([
    [FieldType.number, '1,450', null],
    [FieldType.number, '51o', 'number'],
    [FieldType.number, '1.5', 'number'],
    [FieldType.number, '9223372036854775808', 'range'],
    [FieldType.float, '1.5', null],
    [FieldType.float, 'abc', 'float'],
    [FieldType.date, '2026-06-14 08:30', null],
    [FieldType.date, '2026-02-31', 'date'],
    [FieldType.boolean, 'maybe', 'boolean'],
    [FieldType.boolean, '是', null],
    [FieldType.text, 'anything', null],
  ] as const)('type %s with %s has the fault %s', (type, text, fault) => {
    expect(cellFault(type, text, false)).toBe(fault)
  })
  it('requires a value only in required fields', () => {
    expect(cellFault(FieldType.text, '', true)).toBe('required')
    expect(cellFault(FieldType.number, ' ', true)).toBe('required')
    expect(cellFault(FieldType.text, '', false)).toBeNull()
  })
  it('suggests the likely intended number', () => {
    expect(suggestValue(FieldType.number, '51o')).toBe('510')
    expect(suggestValue(FieldType.float, '€ 12.5')).toBe('12.5')
    expect(suggestValue(FieldType.number, 'none')).toBeNull()
    expect(suggestValue(FieldType.text, '51o')).toBeNull()
  })
  it('formats numbers and times for people', () => {
    expect(showValue(FieldType.number, '1450')).toBe('1,450')
    expect(showValue(FieldType.date, '2026-06-14 08:30:00')).toBe('2026-06-14 08:30')
  })
})

describe('blocks from spreadsheets', () => {
  it('reads quotes, tabs and lines inside cells', () => {
    expect(readBlock('a\t"b\nc"\r\n"say ""hi"""\t\r\n')).toEqual([
      ['a', 'b\nc'],
      ['say "hi"', ''],
    ])
  })
  it('reads its own output unchanged', () => {
    const block = [
      ['a\tb', 'c"d'],
      ['', 'e\nf'],
    ]
    expect(readBlock(writeBlock(block))).toEqual(block)
  })
  it('escapes formulas in CSV and leaves numbers unchanged', () => {
    expect(writeCsv([['=1+1', '-5', 'a,b']])).toBe(`'=1+1,-5,"a,b"`)
  })
})

describe('rows of a long table', () => {
  const all: Row[] = Array.from({ length: 250 }, (_, n) => ({ bstudio_id: String(n + 1), name: `n${n}` }))
  const open = () => {
    const asked: number[] = []
    const store = createRowStore((offset, limit) => {
      asked.push(offset)
      return Promise.resolve({ rows: all.slice(offset, offset + limit), total: all.length })
    })
    return { store, asked }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))

  it('fetches each visible page once', async () => {
    const { store, asked } = open()
    store.ensure(0, 30)
    store.ensure(0, 30)
    await settled()
    expect(asked).toEqual([0])
    expect(store.current()).toMatchObject({ total: 250, loaded: pageRows })
    store.ensure(210, 260)
    await settled()
    expect(asked).toEqual([0, 200])
    expect(store.at(249)).toEqual(all[249])
    expect(store.at(150)).toBeUndefined()
  })
  it('patches loaded rows by id', async () => {
    const { store } = open()
    store.ensure(0, 1)
    await settled()
    store.patch(new Map([['2', { name: 'new' }]]))
    expect(store.at(1)).toEqual({ bstudio_id: '2', name: 'new' })
    expect(store.at(0)).toEqual(all[0])
  })
  it('ignores responses to requests sent before a reload', async () => {
    const answers: ((rows: Row[]) => void)[] = []
    const store = createRowStore(
      () => new Promise((resolve) => answers.push((rows) => resolve({ rows, total: rows.length }))),
    )
    store.ensure(0, 0)
    const reloaded = store.reload(0, 0)
    answers[1]!([{ bstudio_id: '2' }])
    await reloaded
    answers[0]!([{ bstudio_id: '1' }])
    await settled()
    expect(store.at(0)).toEqual({ bstudio_id: '2' })
  })
})

it('undo reverts the latest step first and skips deleted rows', () => {
  const stack = createUndoStack()
  stack.push({ before: [{ id: '1', values: { a: 'x' } }], added: [] })
  stack.push({ before: [{ id: '2', values: { a: 'y' } }], added: ['3'] })
  stack.forget(new Set(['2']))
  expect(stack.pop()).toEqual({ before: [], added: ['3'] })
  expect(stack.pop()).toEqual({ before: [{ id: '1', values: { a: 'x' } }], added: [] })
  expect(stack.pop()).toBeUndefined()
})

describe('a plain-text cell', () => {
  const column = (type: CellType, more: Partial<GridColumn> = {}): GridColumn => ({
    key: 'a',
    label: 'a',
    type,
    isRequired: false,
    isSystem: false,
    width: 100,
    ...more,
  })
  it.each([
    [column(FieldType.text), 'word', 'word'],
    [column(FieldType.number), '12345', '12,345'],
    [column(FieldType.date), '2026-01-02 10:00:00', '2026-01-02 10:00'],
    [
      column(FieldType.date, { isSystem: true, key: 'bstudio_create_time' }),
      '2026-01-02 10:00:00.123',
      '2026-01-02 10:00:00',
    ],
  ])('shows %o formatted as text', (given, value, text) =>
    expect(plainText(given, { [given.key]: value })?.text).toBe(text),
  )
  it.each([
    ['a switch', column(FieldType.boolean), 'true'],
    ['nothing', column(FieldType.text), ''],
    ['a channel, which has a name', column(FieldType.text, { isSystem: true, key: 'bstudio_connector_id' }), '1024'],
  ])('%s needs more than text', (_, given, value) => expect(plainText(given, { [given.key]: value })).toBeUndefined())
})
