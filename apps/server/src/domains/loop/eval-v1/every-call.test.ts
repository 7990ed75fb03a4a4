import { contract } from '@orrery/contract'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const here = path.resolve(import.meta.dirname, '..')

test('every call of the evaluation APIs is used in a test', () => {
  const files = globSync(['**/*.test.ts', '**/testing/*.ts'], { cwd: here }).filter(
    (name) => !name.endsWith('every-call.test.ts'),
  )
  const tests = files.map((name) => readFileSync(path.join(here, name), 'utf8')).join('\n')
  const isCalled = (group: string, name: string) => new RegExp(`\\.${group}\\s*\\.${name}\\b`).test(tests)
  const missing = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).flatMap(([name, { routes }]: [string, { routes: { path: string }[] }]) =>
      routes.some((route) => /\/evaluation\b/.test(route.path)) && !isCalled(group, name) ? [`${group}.${name}`] : [],
    ),
  )
  expect(missing).toEqual([])
})
