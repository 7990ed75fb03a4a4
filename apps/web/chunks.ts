import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type ChunkingContext = Rolldown.ChunkingContext

const chatEntry = fileURLToPath(new URL('src/chat-main.tsx', import.meta.url))
const inPackage = (...names: string[]) => new RegExp(`/node_modules/(?:${names.join('|')})/`)

/** A module that this many pages use is fetched once, at the start. Left alone, a page would fetch over 200 small files. */
const commonFrom = 16

/** What the chat page of visitors imports: it stays free of what only the studio needs. */
function chatModules(context: ChunkingContext): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  visit(chatEntry)
  return found
}

let ofChat: Set<string> | undefined
export const chunkGroups: Group[] = [
  { name: 'react', test: inPackage('react', 'react-dom', 'scheduler', 'use-sync-external-store'), priority: 4 },
  // Apart: the chat page of visitors asks the server too, but has no router.
  { name: 'query', test: inPackage('@tanstack/query-core', '@tanstack/react-query'), priority: 3 },
  { name: 'router', test: inPackage('@tanstack'), priority: 2 },
  { name: 'i18n', test: inPackage('i18next', 'react-i18next'), priority: 2 },
  {
    name: (id, context) => ((ofChat ??= chatModules(context)).has(id) ? 'base' : 'studio'),
    debugName: 'common',
    minShareCount: commonFrom,
    priority: 1,
  },
]
