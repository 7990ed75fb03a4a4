import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type ChunkingContext = Rolldown.ChunkingContext

const entry = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url))
const inPackage = (...names: string[]) => new RegExp(`/node_modules/(?:${names.join('|')})/`)

/** A module that this many pages use is put into a common file. Left alone, a page would fetch over 200 small ones. */
const commonFrom = 16

/** What an entry imports at once, directly or not. */
function importsOf(first: string, context: ChunkingContext): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  visit(first)
  return found
}

/** Four files, so that the chat page fetches nothing of the studio, and the studio starts without what only its pages use. */
function createCommonName(): (id: string, context: ChunkingContext) => string {
  let chat: Set<string> | undefined
  let start: Set<string> | undefined
  return (id, context) => {
    chat ??= importsOf(entry('chat-main.tsx'), context)
    start ??= importsOf(entry('main.tsx'), context)
    if (chat.has(id)) return start.has(id) ? 'base' : 'chatting'
    return start.has(id) ? 'start' : 'pages'
  }
}

export const chunkGroups: Group[] = [
  { name: 'react', test: inPackage('react', 'react-dom', 'scheduler', 'use-sync-external-store'), priority: 4 },
  // Apart: the chat page of visitors asks the server too, but has no router.
  { name: 'query', test: inPackage('@tanstack/query-core', '@tanstack/react-query'), priority: 3 },
  { name: 'router', test: inPackage('@tanstack'), priority: 2 },
  { name: 'i18n', test: inPackage('i18next', 'react-i18next'), priority: 2 },
  // By the pages that use them: the start needs a little of them only.
  { name: 'popups', test: inPackage('@base-ui', '@floating-ui'), entriesAware: true, priority: 2 },
  {
    name: createCommonName(),
    debugName: 'common',
    minShareCount: commonFrom,
    // What a common module imports is common as well, and has a name of its own.
    includeDependenciesRecursively: false,
    priority: 1,
  },
]
