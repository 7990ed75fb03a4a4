import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { EngineError, toEngineError } from './errors.ts'

/** The text between the brackets of each call, including nested brackets. */
function callsOf(source: string, opening: string): string[] {
  const calls: string[] = []
  for (let at = source.indexOf(opening); at >= 0; at = source.indexOf(opening, at + 1)) {
    let depth = 1
    let end = at + opening.length
    while (depth > 0 && end < source.length) {
      if (source[end] === '(') depth++
      if (source[end] === ')') depth--
      end++
    }
    calls.push(source.slice(at, end))
  }
  return calls
}

test('every error that can end a run has a Chinese message', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !/test|^errors\.ts$/.test(file))
  const untranslated = sources.flatMap((file) =>
    callsOf(readFileSync(path.join(import.meta.dirname, file), 'utf8'), 'new EngineError(')
      // Calls with these names pass a message in both languages.
      .filter((call) => !/\bzh\b|whatIsWrong|\blate\b/.test(call))
      .map((call) => `${file}: ${call}`),
  )
  expect(untranslated).toEqual([])
})

test('an error of a port keeps its message in both languages', () => {
  const own = Object.assign(new Error('refused'), { code: 7, text: (locale: string) => `${locale}: 拒绝` })
  expect(toEngineError(own)).toMatchObject({ code: 7, message: 'refused', zh: 'zh-CN: 拒绝' })
  expect(toEngineError(new Error('plain')).zh).toBeUndefined()
  const known = new EngineError(1, 'known', { zh: '已知' })
  expect(toEngineError(known)).toBe(known)
})
