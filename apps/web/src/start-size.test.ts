import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type BuiltChunk, chunkListFile } from '../chunk-list.ts'

/** The served build: `npm test` repeats it when it is older than its sources. */
const dist = path.resolve(import.meta.dirname, '../dist')
const budget = 200_000

const packedSize = (fileName: string) => gzipSync(readFileSync(path.join(dist, fileName))).length

/** All files that a page imports statically: chunks loaded later do not count. */
function startOf(chunks: readonly BuiltChunk[], ...pages: string[]): BuiltChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const start = new Set<BuiltChunk>()
  const visit = (chunk: BuiltChunk | undefined) => {
    if (!chunk || start.has(chunk)) return
    start.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  for (const chunk of chunks) if (pages.some((page) => chunk.facadeModuleId?.endsWith(page))) visit(chunk)
  return [...start]
}

/** Import cycles between files. */
function circlesIn(chunks: readonly BuiltChunk[]): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (name: string, way: readonly string[]) => {
    if (way.includes(name)) circles.push([...way.slice(way.indexOf(name)), name].join(' → '))
    if (done.has(name)) return
    done.add(name)
    for (const next of byName.get(name)?.imports ?? []) visit(next, [...way, name])
  }
  for (const { fileName } of chunks) visit(fileName, [])
  return circles
}

it('starts with at most 200 kB of script, and without the schemas of the contract', () => {
  const chunks = JSON.parse(readFileSync(chunkListFile, 'utf8')) as BuiltChunk[]
  const visited = ['web/chat.html', '/visitor-interface.tsx', '/form-input.tsx', '/data-table.tsx']
  // The last one is a page of a project with a form and a table, as visitors load it.
  for (const pages of [['web/index.html'], ['web/chat.html'], visited]) {
    const start = startOf(chunks, ...pages)
    const sizes = start.map((chunk) => ({ name: chunk.fileName, size: packedSize(chunk.fileName) }))
    expect(sizes.length).toBeGreaterThan(0)
    expect(
      sizes.reduce((sum, { size }) => sum + size, 0),
      JSON.stringify(sizes, null, 1),
    ).toBeLessThan(budget)
  }
  // A page must load few files: the browser loads only six at a time, and each batch costs a round trip.
  const filesOf = (...pages: string[]) => startOf(chunks, 'web/index.html', ...pages).map((chunk) => chunk.fileName)
  expect(filesOf().length, filesOf().join('\n')).toBeLessThanOrEqual(12)
  expect(filesOf('/sign-page.tsx').length, filesOf('/sign-page.tsx').join('\n')).toBeLessThanOrEqual(22)
  const develop = filesOf('/studio-frame.tsx', '/develop-page.tsx')
  expect(develop.length, develop.join('\n')).toBeLessThanOrEqual(40)
  // Import cycles would make the order of execution arbitrary.
  expect(circlesIn(chunks)).toEqual([])
  // An entry runs once and awaits its texts, so no other file may import and thus await it.
  const begins = chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName)
  expect(chunks.filter((chunk) => chunk.imports.some((name) => begins.includes(name))).map((one) => one.name)).toEqual(
    [],
  )
  // The page of visitors must not contain the studio: neither its router nor any of its pages.
  const chat = startOf(chunks, ...visited).flatMap((chunk) => chunk.modules)
  expect(
    chat.filter((id) => /src\/(router|routes|shell|main)|domains\/(bot|workflow|account)\/|\/editor\//.test(id)),
  ).toEqual([])
  // The widget runs on pages of other sites: it must be small and a single file.
  const widget = readFileSync(path.join(dist, 'widget.js'), 'utf8')
  expect(gzipSync(widget).length).toBeLessThan(6_000)
  expect(widget).not.toMatch(/\bimport\b|zod/)
  const modules = chunks.flatMap((chunk) => chunk.modules)
  expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
})
