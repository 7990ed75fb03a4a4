import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../../..')
const sources = globSync(['apps/server/src/**/*.ts', 'packages/*/src/**/*.ts'], { cwd: root }).filter(
  (file) => !/\.test\.ts$|\/testing\//.test(file),
)
const usesOf = (pattern: RegExp) => sources.filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))
const outside = (files: string[], ...folders: string[]) =>
  files.filter((file) => !folders.some((folder) => file.startsWith(`apps/server/src/${folder}/`)))

test('no part of the server runs user code outside of the sandbox', () => {
  expect(sources.length).toBeGreaterThan(500)
  expect(outside(usesOf(/from 'isolated-vm'|from 'pyodide/), 'kit/sandbox')).toEqual([])
  const evaluating = usesOf(/from '(?:node:)?vm'|\beval\(|new Function\(|\bsetTimeout\(['"`]/)
  // This file evaluates one fixed word: the name of the garbage collector, which only a new context knows.
  expect(outside(evaluating, 'kit/sandbox')).toEqual(['apps/server/src/kit/keep-memory-small.ts'])
  const collector = readFileSync(path.join(root, 'apps/server/src/kit/keep-memory-small.ts'), 'utf8')
  expect(collector.match(/\brunIn\w+\(.*/g)).toEqual(["runInNewContext('gc') as NodeJS.GCFunction"])
})

test('only the kit starts processes: the sandbox, the database, the browser, speech and the sound decoder', () => {
  const starters = ['kit/sandbox', 'kit/postgres', 'kit/browser', 'kit/speech/offline', 'kit/audio']
  expect(outside(usesOf(/from '(?:node:)?child_process'/), ...starters)).toEqual([])
})
