import { describe, expect, it } from 'vitest'
import { toCsv } from './members-csv.ts'

describe('a list for spreadsheets', () => {
  it('begins with the mark of UTF-8 and ends every line as spreadsheets do', () => {
    expect(toCsv([['a', 'b'], ['林']])).toBe('\uFEFFa,b\r\n林\r\n')
  })

  it('quotes what would break a line or a cell', () => {
    expect(toCsv([['a,b', 'say "hi"', 'two\nlines']])).toBe('\uFEFF"a,b","say ""hi""","two\nlines"\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('keeps %j from being taken for a formula', (name) => {
    expect(toCsv([[name]])).toBe(`\uFEFF'${name}\r\n`)
  })
})
