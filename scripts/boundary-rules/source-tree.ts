import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ParseResult, parseSync } from 'rolldown/utils'
import { type Import, importsOf } from './imports.ts'
import { isTest } from './place.ts'

export interface SourceFile {
  path: string
  text: string
  imports: Import[]
  /** The syntax tree, which is decoded on first access. Most rules do not need it. */
  readonly program: ParseResult['program']
}
/** Every source file except tests, by its path from the root. */
export type SourceTree = ReadonlyMap<string, SourceFile>

export function parseTree(texts: Iterable<[file: string, text: string]>): SourceTree {
  return new Map(Array.from(texts, ([file, text]) => [file, parseFile(file, text)]))
}

export function readTree(root: string): SourceTree {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !isTest(file))
    .toSorted()
  return parseTree(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

function parseFile(file: string, text: string): SourceFile {
  const parsed = parseSync(file, text)
  const [problem] = parsed.errors
  if (problem) throw new Error(`${file}: ${problem.message}`)
  return {
    path: file,
    text,
    imports: importsOf(file, text, parsed),
    get program() {
      return parsed.program
    },
  }
}
