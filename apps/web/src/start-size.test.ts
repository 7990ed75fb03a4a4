import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterEach, expect, it, vi } from 'vitest'

const config = fileURLToPath(new URL('../vite.config.ts', import.meta.url))
const budget = 200_000

/** Everything the entry imports before anything can be shown: chunks fetched later do not count. */
function startOf(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const start = new Set<Rolldown.OutputChunk>()
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || start.has(chunk)) return
    start.add(chunk)
    for (const name of chunk.imports) take(byName.get(name))
  }
  for (const chunk of chunks) if (chunk.isEntry) take(chunk)
  return [...start]
}

afterEach(() => vi.unstubAllEnvs())

it('starts with at most 200 kB of script, and without the schemas of the contract', { timeout: 120_000 }, async () => {
  // Tests run as such; the libraries then bring their development halves along.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({ configFile: config, mode: 'production', logLevel: 'error', build: { write: false } })
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const start = startOf(chunks.filter((chunk) => chunk.type === 'chunk'))
  const sizes = start.map((chunk) => ({ name: chunk.fileName, size: gzipSync(chunk.code).length }))
  expect(sizes.length).toBeGreaterThan(0)
  expect(
    sizes.reduce((sum, { size }) => sum + size, 0),
    JSON.stringify(sizes, null, 1),
  ).toBeLessThan(budget)
  const modules = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? Object.keys(chunk.modules) : []))
  expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
})
