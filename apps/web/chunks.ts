import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type ChunkingContext = Rolldown.ChunkingContext

const source = (name: string) => fileURLToPath(new URL(`src/${name}`, import.meta.url))
const entries = {
  chat: source('chat-main.tsx'),
  /** Pages of a project for visitors: loaded after the start of the chat page, without code of the studio. */
  visit: source('domains/reach/public-chat/components/visitor-interface.tsx'),
  start: source('main.tsx'),
  sign: source('domains/ground/passport/pages/sign-page.tsx'),
  frame: source('shell/studio-frame.tsx'),
  develop: source('domains/studio/home/pages/develop-page.tsx'),
}
/** The most frequent components of visitor pages. Only pages that use them load them. */
const onPages = {
  form: source('domains/studio/interface/runtime/form-input.tsx'),
  table: source('domains/studio/interface/runtime/data-table.tsx'),
}
/** Loaded early on every page, because it reports a lost connection. */
const banner = source('ui/banner.tsx')
/** Loaded right after the first paint. Their few icons are in the first icon file, not in the shared one. */
const hosts = source('ui/ui-hosts.tsx')
const templates = source('domains/market/explore/components/template-row.tsx')
/** Parts of the control library that the start needs, and then any form. All of them are large. */
const baseUi = (name: string) =>
  fileURLToPath(new URL(`../../node_modules/@base-ui/react/${name}.mjs`, import.meta.url))
const controls = {
  core: ['button/Button', 'csp-provider/CSPProvider', 'toast/createToastManager'],
  hints: ['tooltip/provider/TooltipProvider', 'tooltip/trigger/TooltipTrigger', 'tooltip/store/TooltipHandle'],
  fields: [
    'radio/root/RadioRoot',
    'radio-group/RadioGroup',
    'input/Input',
    ...['Root', 'Image', 'Fallback'].map((part) => `avatar/${part.toLowerCase()}/Avatar${part}`),
    ...['Root', 'Label', 'Control', 'Description', 'Error'].map((part) => `field/${part.toLowerCase()}/Field${part}`),
  ],
}
const inPackage = (...names: string[]) => new RegExp(`/node_modules/(?:${names.join('|')})/`)
const icon = inPackage('lucide-react')
const iconList = fileURLToPath(new URL('../../node_modules/lucide-react/dist/esm/lucide-react.mjs', import.meta.url))
/** A list of exports also imports these modules, but only popups use them. */
const onlyPopups = /\/(FloatingFocusManager|useListNavigation|useTypeahead|useDismiss|markOthers)\.mjs$/
const popup = inPackage('@base-ui', '@floating-ui')
/** Libraries that most pages use. A module that imports any other library is loaded only by the pages that need it. */
const commonLibraries =
  /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|lucide-react|@base-ui|@floating-ui|@tanstack|i18next|react-i18next|clsx|tailwind-merge|reselect|tabbable)\//
/** Number of importing modules from which a module belongs to the file shared by all pages. */
const minUsersOfCommon = 12

/** All modules that an entry imports statically, directly or not. Icons and popup code are left out. */
function importsOf(entry: string, context: ChunkingContext): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id) || icon.test(id) || onlyPopups.test(id)) return
    found.add(id)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) visit(next)
  }
  visit(entry)
  return found
}

const isLightById = new Map<string, boolean>()
function isLight(id: string, context: ChunkingContext): boolean {
  const known = isLightById.get(id)
  if (known !== undefined) return known
  // Preliminary value, because modules may import each other.
  isLightById.set(id, true)
  const isOwn = !id.includes('/node_modules/') || commonLibraries.test(id)
  const imported = icon.test(id) ? [] : (context.getModuleInfo(id)?.importedIds ?? [])
  const found = isOwn && imported.every((next) => isLight(next, context))
  isLightById.set(id, found)
  return found
}

/** The file of each icon, by each of its names. */
const iconFiles = new Map(
  [...readFileSync(iconList, 'utf8').matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g)].flatMap(
    ([, names, file]) => (names!.match(/(?<= as )\w+/g) ?? []).map((name) => [name, file!] as const),
  ),
)
/** The icons that the modules import by name from the package. */
function iconsOf(modules: Iterable<string>, context: ChunkingContext): Set<string> {
  const imports = [...modules].flatMap((id) => [
    ...(context.getModuleInfo(id)?.code ?? '').matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g),
  ])
  const names = imports.flatMap(([, list]) => list!.match(/\w+/g) ?? [])
  return new Set(names.flatMap((name) => iconFiles.get(name) ?? []))
}
const fileName = (id: string) => path.basename(id, path.extname(id))

type Layers = Record<
  | Exclude<keyof typeof entries, 'visit'>
  | keyof typeof onPages
  | keyof typeof controls
  | 'firstIcons'
  | 'frameIcons'
  | 'chatIcons',
  Set<string>
>
type ChunkName = (id: string, layers: Layers, context: ChunkingContext) => string | null
/** Assigns modules to files by the entries that need them. The entries and HTML pages keep their own files. */
function chunkNamer(name: ChunkName) {
  let layers: Layers | undefined
  return (id: string, context: ChunkingContext): string | null => {
    layers ??= layersOf(context)
    return id.endsWith('.html') || Object.values(entries).includes(id) ? null : name(id, layers, context)
  }
}

function layersOf(context: ChunkingContext): Layers {
  const all = (files: readonly string[]) => new Set(files.flatMap((file) => [...importsOf(file, context)]))
  const { chat, visit, start, sign, frame, develop } = entries
  return {
    chat: all([chat, visit]),
    form: all([onPages.form]),
    table: all([onPages.table]),
    start: all([start]),
    sign: all([sign]),
    frame: all([frame]),
    develop: all([develop]),
    core: all(controls.core.map(baseUi)),
    hints: all(controls.hints.map(baseUi)),
    fields: all(controls.fields.map(baseUi)),
    firstIcons: iconsOf(all([start, sign, banner, hosts]), context),
    frameIcons: iconsOf(all([frame, develop, templates]), context),
    chatIcons: iconsOf(all([chat, visit, ...Object.values(onPages)]), context),
  }
}

/** The district of a module, or `parts`. The engine and interfaces stay with the pages that use them. */
const partOf = (id: string): string | null =>
  /\/packages\/engine\/|\/studio\/interface\//.test(id) ? null : (/\/src\/domains\/(\w+)\//.exec(id)?.[1] ?? 'parts')

const withoutDependencies = { includeDependenciesRecursively: false } as const
/**
 * A page loads a few files instead of a few hundred: one that every page of the product needs, one for the frame of the
 * studio and its first page, one that most pages share, and one for each district. Files for visitors of the chat page
 * are separate from those of the studio.
 */
export const chunkGroups: Group[] = [
  { name: 'react', test: inPackage('react', 'react-dom', 'scheduler', 'use-sync-external-store'), priority: 9 },
  {
    name: chunkNamer((id, { firstIcons, frameIcons, chatIcons }) => {
      const file = fileName(id)
      if (!id.includes('/icons/') || firstIcons.has(file)) return 'icons'
      return chatIcons.has(file) ? 'chat-icons' : frameIcons.has(file) ? 'frame-icons' : null
    }),
    debugName: 'icons',
    test: icon,
    ...withoutDependencies,
    priority: 8,
  },
  { name: 'more-icons', test: icon, minShareCount: 2, ...withoutDependencies, priority: 7 },
  {
    name: chunkNamer((id, { core, hints, fields }) =>
      core.has(id) || (hints.has(id) && fields.has(id))
        ? 'base'
        : fields.has(id)
          ? 'fields'
          : hints.has(id)
            ? 'hints'
            : null,
    ),
    debugName: 'controls',
    test: popup,
    ...withoutDependencies,
    priority: 8,
  },
  { name: 'popups', test: popup, minShareCount: minUsersOfCommon, ...withoutDependencies, priority: 7 },
  { name: 'more-popups', test: popup, minShareCount: 2, ...withoutDependencies, priority: 6 },
  {
    name: chunkNamer((id, { chat, start }) =>
      start.has(id) === chat.has(id) ? 'base' : start.has(id) ? 'start' : null,
    ),
    debugName: 'start',
    test: (id) => !popup.test(id) && !icon.test(id),
    tags: ['$initial'],
    ...withoutDependencies,
    priority: 6,
  },
  {
    name: chunkNamer((id, { chat, form, table, sign, frame, develop }) =>
      chat.has(id) || form.has(id) || table.has(id)
        ? null
        : sign.has(id)
          ? 'forms'
          : frame.has(id) || develop.has(id)
            ? 'frame'
            : null,
    ),
    debugName: 'frame',
    minShareCount: 2,
    ...withoutDependencies,
    priority: 5,
  },
  {
    name: chunkNamer((id, { chat, form, table, sign }, context) => {
      if (!isLight(id, context)) return null
      if (chat.has(id)) return sign.has(id) ? 'basics' : 'chatting'
      return form.has(id) ? 'typing' : table.has(id) ? 'hinting' : 'pages'
    }),
    debugName: 'pages',
    minShareCount: minUsersOfCommon,
    ...withoutDependencies,
    priority: 4,
  },
  {
    name: chunkNamer((id, { chat, form, table }, context) => {
      const part = isLight(id, context) ? partOf(id) : null
      if (!part) return null
      if (chat.has(id)) return 'chat-parts'
      return form.has(id) ? 'form-parts' : table.has(id) ? 'table-parts' : `shared-${part}`
    }),
    debugName: 'shared',
    minShareCount: 2,
    maxModuleSize: 6_000,
    ...withoutDependencies,
    priority: 3,
  },
]
