import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const own = fileURLToPath(new URL('src/lib/merge-classes.ts', import.meta.url))

/**
 * Replaces the class merging of the Markdown library, which knows all groups of Tailwind, with ours. This saves every
 * page the long list.
 */
export function oneMerge(): Plugin {
  return {
    name: 'one-merge',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) => (id === 'tailwind-merge' && importer?.includes('/streamdown/') ? own : null),
  }
}
