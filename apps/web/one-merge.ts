import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const own = fileURLToPath(new URL('src/lib/merge-classes.ts', import.meta.url))

/**
 * The library that renders Markdown merges class names with all groups of Tailwind. With ours, every page is spared the
 * long list.
 */
export function oneMerge(): Plugin {
  return {
    name: 'one-merge',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) => (id === 'tailwind-merge' && importer?.includes('/streamdown/') ? own : null),
  }
}
