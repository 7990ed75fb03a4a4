import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Outside of what is served: it names every source. */
export const chunkListFile = fileURLToPath(new URL('../../.cache/web-chunks.json', import.meta.url))

/** A script of the build: what it was made of, and what it fetches before it runs. */
export interface BuiltChunk {
  fileName: string
  name: string
  isEntry: boolean
  facadeModuleId: string | null
  imports: string[]
  modules: string[]
}

/** Says what the build put where, for `start-size.test.ts`: to find out, it would have to build everything once more. */
export function chunkList(): Plugin {
  return {
    name: 'chunk-list',
    apply: 'build',
    async writeBundle(_, bundle) {
      const chunks = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .map(({ fileName, name, isEntry, facadeModuleId, imports, modules }): BuiltChunk => {
          return { fileName, name, isEntry, facadeModuleId, imports, modules: Object.keys(modules) }
        })
      await mkdir(path.dirname(chunkListFile), { recursive: true })
      await writeFile(chunkListFile, JSON.stringify(chunks))
    },
  }
}
