import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { readCsv } from './csv-reader.ts'

async function* cut(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
async function rowsOf(text: string, size = 7): Promise<string[][]> {
  const rows: string[][] = []
  for await (const row of readCsv(cut(text, size))) rows.push(row)
  return rows
}

test('cells with quotation marks, delimiters and line breaks are read, no matter how the text is split', async () => {
  const text = 'a,b\r\n"x, ""y""","two\r\nlines"\r\n\r\nlast,'
  for (const size of [1, 2, 3, 100])
    expect(await rowsOf(text, size)).toEqual([
      ['a', 'b'],
      ['x, "y"', 'two\r\nlines'],
      ['last', ''],
    ])
})
test('tabs and semicolons are recognised as delimiters', async () => {
  expect(await rowsOf('a;b\n1;2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(await rowsOf('a\tb\n1\t2', 100)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})
test('the delimiter is taken from the first line that is not empty, no matter how the text is split', async () => {
  for (const delimiter of [',', ';', '\t'])
    for (const size of [1, 3, 100])
      expect(await rowsOf(`\r\n\nname${delimiter}age\nAda${delimiter}36`, size)).toEqual([
        ['name', 'age'],
        ['Ada', '36'],
      ])
  expect(await rowsOf('name;age', 1)).toEqual([['name', 'age']])
})
test('a first line without end is not collected in memory', async () => {
  let taken = 0
  async function* endless() {
    for (; ; taken += 1) yield `${'x'.repeat(999)},`
  }
  await expect(readCsv(endless()).next()).rejects.toThrow(/columns/)
  expect(taken).toBeLessThan(1000)
})
test('written rows are read back equal', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '中', "'") })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const lines = [['first', 'second'], ...rows]
        expect(await rowsOf(Papa.unparse(lines, { quotes: true }), size)).toEqual(lines)
      },
    ),
  )
})
test('an unclosed quotation mark, an endless cell and too many columns are refused', async () => {
  await expect(rowsOf('a,b\n"open')).rejects.toThrow(/quotation mark/)
  await expect(rowsOf(`a\n"${'x'.repeat(2_200_000)}`, 65_536)).rejects.toThrow(/2 MB/)
  await expect(rowsOf(`${'x,'.repeat(600)}\n`, 65_536)).rejects.toThrow(/columns/)
})
