import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterEach, expect, it, vi } from 'vitest'

const config = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
const budget = 200_000

/** Everything a page imports before anything can be shown: chunks fetched later do not count. */
function startOf(chunks: readonly Rolldown.OutputChunk[], page: string): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const start = new Set<Rolldown.OutputChunk>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || start.has(chunk)) return
    start.add(chunk)
    for (const name of chunk.imports) visit(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry && chunk.facadeModuleId?.endsWith(page)) visit(chunk)
  return [...start]
}

afterEach(() => vi.unstubAllEnvs())

it('starts with at most 200 kB of script, and without the schemas of the contract', { timeout: 120_000 }, async () => {
  // Tests run as such; the libraries then bring their development halves along.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({ configFile: config, mode: 'production', logLevel: 'error', build: { write: false } })
  const files = [built].flat().flatMap((item) => ('output' in item ? item.output : []))
  const chunks = files.filter((file) => file.type === 'chunk')
  for (const page of ['index.html', 'chat.html']) {
    const start = startOf(chunks, page)
    const sizes = start.map((chunk) => ({ name: chunk.fileName, size: gzipSync(chunk.code).length }))
    expect(sizes.length).toBeGreaterThan(0)
    expect(
      sizes.reduce((sum, { size }) => sum + size, 0),
      JSON.stringify(sizes, null, 1),
    ).toBeLessThan(budget)
  }
  // Visitors get a document in which there is no studio: neither its router nor any of its pages.
  const chat = startOf(chunks, 'chat.html').flatMap((chunk) => Object.keys(chunk.modules))
  expect(chat.filter((id) => /src\/(router|routes|shell|main)|domains\/(bot|workflow|account)\//.test(id))).toEqual([])
  // The widget runs on pages of others: small, and in one piece.
  const widget = files.find((file) => file.fileName === 'widget.js')
  expect(widget?.type).toBe('asset')
  const code = String(widget?.type === 'asset' && widget.source)
  expect(gzipSync(code).length).toBeLessThan(6_000)
  expect(code).not.toMatch(/\bimport\b|zod/)
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules))
  expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
})
