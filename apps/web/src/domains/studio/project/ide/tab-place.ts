import { isId } from '@orrery/contract/shared/is-id'
import { hostedKinds, isHosted } from '@orrery/contract/shared/resource-kinds'
import { parseQuery, writeQuery } from '#lib/query-string.ts'

/** Identifies a tab by its content: `workflow/12`, `database/7`, `variables`. */
export type TabKey = string

/** A location within a tab. */
export interface TabPlace {
  key: TabKey
  /** Path of a subpage of the resource: a tool of a plugin, the upload of a knowledge base. */
  below: string
  search: Record<string, string>
}

/** The paths of resource pages, except workflows, whose URL has another form. */
const pagePath = new RegExp(`^/space/\\d+/((?:${hostedKinds.filter((kind) => kind !== 'workflow').join('|')})/.+)$`)
const own = ['variables', 'conversations'] as const
export type OwnTab = (typeof own)[number]

export const isOwnTab = (key: TabKey): key is OwnTab => own.some((item) => item === key)
export const idOf = (key: TabKey): string => key.split('/')[1] ?? ''

/** Reads the part of the URL after the project id. */
export function readPlace(path: string, search: Record<string, string> = {}): TabPlace | null {
  const [kind = '', id = '', ...below] = path.split('/').filter(Boolean)
  if (isOwnTab(kind) && id === '') return { key: kind, below: '', search: {} }
  if (!isHosted(kind) || !isId(id)) return null
  return { key: `${kind}/${id}`, below: below.join('/'), search }
}

export const writePlace = ({ key, below }: Pick<TabPlace, 'key' | 'below'>): string => (below ? `${key}/${below}` : key)

/** The URL of the page in a tab, as it is outside of the project. */
export function pageHref(spaceId: string, { key, below, search }: TabPlace): string {
  if (key.startsWith('workflow/'))
    return `/work_flow${writeQuery({ space_id: spaceId, workflow_id: idOf(key), ...search })}`
  return `/space/${spaceId}/${writePlace({ key, below })}${writeQuery(search)}`
}

/** The reverse of `pageHref`; null for URLs that no tab can show. */
export function placeOfHref(href: string): TabPlace | null {
  const url = new URL(href, 'http://page')
  const search = parseQuery(url.search)
  if (url.pathname === '/work_flow') {
    const { workflow_id: id = '', space_id: _, ...rest } = search
    return readPlace(`workflow/${id}`, rest)
  }
  const path = pagePath.exec(url.pathname)?.[1]
  return path === undefined ? null : readPlace(path, search)
}
