import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Stored outside the served folder because it names every source file. */
export const chunkListFile = fileURLToPath(new URL('../../.cache/web-chunks.json', import.meta.url))

/** A script of the build: the modules in it, and the scripts it loads before it runs. */
export interface BuiltChunk {
  fileName: string
  name: string
  isEntry: boolean
  facadeModuleId: string | null
  imports: string[]
  modules: string[]
}

/** Records the content of each script for `start-size.test.ts`, which would otherwise have to repeat the build. */
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
