import { globSync } from 'node:fs'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { AppError, type ErrorSpec } from '#kit/errors.ts'

/**
 * Blocks of codes that clients already know as classes of errors. Every other code belongs to one error of this server.
 */
const fixed = new Set<string>(['engine', 'publicApi', 'platform'])
const blocks = Object.entries<Readonly<Record<string, number>>>(ErrorCode)
const fixedCodes = new Set(blocks.flatMap(([name, codes]) => (fixed.has(name) ? Object.values(codes) : [])))

const specs: (ErrorSpec & { name: string })[] = []
beforeAll(async () => {
  for (const file of globSync('**/{*.errors,*-errors,errors}.ts', { cwd: import.meta.dirname })) {
    const module = (await import(`./${file}`)) as Record<string, unknown>
    for (const group of Object.values(module)) {
      if (typeof group !== 'object' || group === null) continue
      for (const [name, make] of Object.entries(group)) {
        const error: unknown = typeof make === 'function' ? make({}) : undefined
        if (error instanceof AppError) specs.push({ ...error.spec, name: `${file} ${name}` })
      }
    }
  }
})

test('every code is unique across all domains and the engine', () => {
  const all = blocks.flatMap(([block, codes]) =>
    Object.entries(codes).map(([name, code]) => [code, `${block}.${name}`] as const),
  )
  const twice = all.filter(([code], index) => all.findIndex(([other]) => other === code) !== index)
  expect(twice).toEqual([])
})

test('every code of a domain is defined once on the server, and no error has a code from elsewhere', () => {
  const own = blocks.flatMap(([name, codes]) => (fixed.has(name) ? [] : Object.values(codes)))
  const defined = specs.map((spec) => spec.code).filter((code) => !fixedCodes.has(code))
  expect(defined.toSorted()).toEqual(own.toSorted())
})

test('every error has a text in both languages, with the same placeholders', () => {
  // A reason in both languages has one placeholder per language.
  const blanks = (text: string, language: 'en' | 'zh') =>
    new Set([...text.matchAll(/\{(\w+?)(?:Zh)?\}/g)].map(([, name]) => (name === language ? 'reason' : name)))
  for (const { name, en, zh } of specs) {
    expect([en.trim(), zh.trim()], name).not.toContain('')
    expect(blanks(zh, 'zh'), name).toEqual(blanks(en, 'en'))
  }
})
