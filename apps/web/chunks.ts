import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type ChunkingContext = Rolldown.ChunkingContext

const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url))
const entries = {
  chat: source('chat-main.tsx'),
  start: source('main.tsx'),
  sign: source('domains/ground/passport/pages/sign-page.tsx'),
  frame: source('shell/studio-frame.tsx'),
}
const inPackage = (...names: string[]) => new RegExp(`/node_modules/(?:${names.join('|')})/`)
const icon = /\/lucide-react\//
/** A module with at least this many users belongs to all pages. */
const common = 12

/** What an entry imports at once, directly or not. The package of icons names all of them, so it leads nowhere. */
function importsOf(entry: string, context: ChunkingContext): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id) || icon.test(id)) return
    found.add(id)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  visit(entry)
  return found
}

type Layers = Record<keyof typeof entries, Set<string>>
/** The files of a group, named by which of the entries need a module. */
function named(name: (id: string, layers: Layers, context: ChunkingContext) => string | null) {
  let layers: Layers | undefined
  return (id: string, context: ChunkingContext): string | null => {
    layers ??= {
      chat: importsOf(entries.chat, context),
      start: importsOf(entries.start, context),
      sign: importsOf(entries.sign, context),
      frame: importsOf(entries.frame, context),
    }
    return Object.values(entries).includes(id) ? null : name(id, layers, context)
  }
}

/** Of the libraries these are on every page; a module that leads to another one is fetched with whoever needs it. */
const light = inPackage(
  'react',
  'react-dom',
  'scheduler',
  'use-sync-external-store',
  '@base-ui',
  '@floating-ui',
  '@tanstack',
  'lucide-react',
  'i18next',
  'react-i18next',
  'clsx',
  'tailwind-merge',
  'reselect',
  'tabbable',
  '@babel',
  'void-elements',
  'html-parse-stringify',
)
function createIsLight(): (id: string, context: ChunkingContext) => boolean {
  const known = new Map<string, boolean>()
  const isLight = (id: string, context: ChunkingContext): boolean => {
    const seen = known.get(id)
    if (seen !== undefined) return seen
    known.set(id, true)
    const own = !id.includes('/node_modules/') || light.test(id)
    const all =
      own && (icon.test(id) || (context.getModuleInfo(id)?.importedIds ?? []).every((next) => isLight(next, context)))
    known.set(id, all)
    return all
  }
  return isLight
}
const isLight = createIsLight()

/** The district of a module, or what lies below all of them. */
const partOf = (id: string): string =>
  /\/src\/domains\/(\w+)\//.exec(id)?.[1] ?? (id.includes('/packages/engine/') ? 'engine' : 'parts')
const popup = inPackage('@base-ui', '@floating-ui')
const notPopup = (id: string): boolean => !popup.test(id)

/**
 * A page is a few files and not a few hundred: one for what every page of the product needs, one for the studio's frame,
 * one for what most pages share, one for each district. What visitors of the chat page need is kept apart from the studio.
 */
export const chunkGroups: Group[] = [
  { name: 'react', test: inPackage('react', 'react-dom', 'scheduler', 'use-sync-external-store'), priority: 9 },
  { name: 'icons', test: icon, minShareCount: common, priority: 8 },
  { name: 'more-icons', test: icon, minShareCount: 2, priority: 7 },
  // By how many use them: the whole library is large, and the start needs little of it.
  { name: 'controls', test: popup, minShareCount: 60, includeDependenciesRecursively: false, priority: 8 },
  { name: 'popups', test: popup, minShareCount: common, includeDependenciesRecursively: false, priority: 7 },
  { name: 'more-popups', test: popup, minShareCount: 2, includeDependenciesRecursively: false, priority: 6 },
  {
    name: named((id, { chat, start }) => (start.has(id) === chat.has(id) ? 'base' : start.has(id) ? 'start' : null)),
    debugName: 'start',
    test: notPopup,
    tags: ['$initial'],
    includeDependenciesRecursively: false,
    priority: 6,
  },
  {
    name: named((id, { chat, sign, frame }) =>
      chat.has(id) ? null : sign.has(id) ? 'forms' : frame.has(id) ? 'frame' : null,
    ),
    debugName: 'frame',
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  {
    name: named((id, { chat }, context) => (!isLight(id, context) ? null : chat.has(id) ? 'chatting' : 'pages')),
    debugName: 'pages',
    minShareCount: common,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  {
    name: named((id, { chat }, context) =>
      !isLight(id, context) ? null : chat.has(id) ? 'chat-parts' : `shared-${partOf(id)}`,
    ),
    debugName: 'shared',
    minShareCount: 2,
    maxModuleSize: 6_000,
    includeDependenciesRecursively: false,
    priority: 3,
  },
]
