import type { Space } from '@orrery/contract'
import { openTabs } from '#domains/ground/space/member-rights.ts'
import type { TabName } from '#domains/ground/space/members-address.ts'
import type { InstanceInfo } from '#lib/instance.ts'
import { accountGroups, adminGroups, type SettingsGroup, shownGroups } from '#lib/settings-pages.ts'
import type { TextKey } from '#locales/namespaces.ts'
import { isShown, spaceGroups, type SpacePage, spacePages, tabsOf } from '../space-pages.ts'

type Name = TextKey<'shell'>
export interface PageEntry {
  name: Name
  /** Shown beside the name, because several sections have a page for models or knowledge. */
  section?: Name
  href: string
}

const library: Record<string, Name> = {
  workflow: 'nav.workflows',
  plugin: 'nav.plugins',
  knowledge: 'nav.knowledge',
  database: 'nav.databases',
  mcp: 'nav.mcp',
  bin: 'nav.bin',
}
const tabs: Partial<Record<TabName, Name>> = {
  invitations: 'nav.invitations',
  models: 'nav.models',
  settings: 'nav.spaceSettings',
  keys: 'nav.apiAccess',
  activity: 'nav.activity',
}
const explore: Record<string, Name> = {
  plugin: 'nav.plugins',
  template: 'nav.templates',
  favourites: 'nav.favourites',
  mine: 'nav.listings',
  arena: 'nav.arena',
  'arena/leaderboard': 'nav.leaderboard',
}

/** Every page that the user can open, in the order of the menus. */
export function pageList(who: { space: Space | undefined; isOwner: boolean; instance?: InstanceInfo }): PageEntry[] {
  return [
    ...(who.space ? pagesOfSpace(who.space) : []),
    ...entries(explore, 'nav.explore', (id) => `/explore/${id}`),
    { name: 'nav.inbox', href: '/inbox' },
    ...settings(accountGroups, 'nav.account', '/account'),
    ...(who.isOwner ? settings(shownGroups(adminGroups, who.instance), 'nav.admin', '/admin') : []),
    { name: 'nav.guide', href: '/docs' },
    { name: 'nav.api', href: '/open/docs' },
  ]
}

function pagesOfSpace(space: Space): PageEntry[] {
  const at = (path: string) => `/space/${space.id}/${path}`
  const isOpen = openTabs(space)
  const shown = Object.fromEntries(Object.entries(tabs).filter(([tab]) => isOpen[tab as TabName]))
  return [
    ...spacePages
      .filter((page) => isShown(page, space))
      .flatMap((page: SpacePage) => [
        { name: page.name, ...(page.group && { section: spaceGroups[page.group].name }), href: at(page.path) },
        ...tabsOf(page)
          .filter((tab) => isShown(tab, space))
          .map(({ name, path }) => ({ name, section: page.name, href: at(path) })),
      ]),
    ...entries(library, 'nav.library', (id) => at(`library/${id}`)),
    ...entries(shown, 'nav.members', (tab) => at(`members?tab=${tab}`)),
  ]
}

const entries = (names: Readonly<Record<string, Name>>, section: Name, href: (id: string) => string): PageEntry[] =>
  Object.entries(names).map(([id, name]) => ({ name, section, href: href(id) }))

const settings = (groups: readonly SettingsGroup[], section: Name, root: string): PageEntry[] =>
  groups.flatMap((group) => group.pages.map(({ id, name }) => ({ name, section, href: `${root}/${id}` })))
