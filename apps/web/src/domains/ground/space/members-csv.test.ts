import { describe, expect, it } from 'vitest'
import { toCsv } from './members-csv.ts'

describe('a CSV file', () => {
  it('begins with a byte order mark and ends lines with CRLF', () => {
    expect(toCsv([['a', 'b'], ['林']])).toBe('\uFEFFa,b\r\n林\r\n')
  })

  it('quotes cells with separators, quotes or line breaks', () => {
    expect(toCsv([['a,b', 'say "hi"', 'two\nlines']])).toBe('\uFEFF"a,b","say ""hi""","two\nlines"\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('keeps %j from being interpreted as a formula', (name) => {
    expect(toCsv([[name]])).toBe(`\uFEFF'${name}\r\n`)
  })
})
