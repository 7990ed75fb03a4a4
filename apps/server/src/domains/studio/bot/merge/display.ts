import type { Locale } from '#kit/errors.ts'
import { sha256 } from '#kit/secrets.ts'
import { compareTrees, DiffAction, type Difference } from './compare.ts'
import { byIdentity, type Fields, isLongText } from './shape.ts'
import type { Conflict } from './three-way.ts'
import { blocks, changedText, fieldName, groupName, itemName, orderName, pick, valueText } from './words.ts'

/** A difference in wire format. */
interface ShownAction {
  action: DiffAction
  display_left: string
  display_right: string
  origin_left: string
  origin_right: string
  json_path: string
  diff_style: number
}
export interface ShownNode {
  display_name: string
  diff_res?: ShownAction
  /** Our extension: the resource that the difference concerns, if it can be opened. */
  resource_kind?: string
  resource_id?: string
  sub_nodes?: ShownNode[]
}
export interface ShownNode3 {
  display_name: string
  diff_res_current?: ShownAction
  diff_res_target?: ShownAction
  is_conflict: boolean
  /** Our extension: a proposal for the text, merged by lines. */
  proposal?: string
  sub_nodes?: ShownNode3[]
}
const Style = { plain: 0, text: 1 } as const
const isSecret = (path: string) => path.includes('.hook_info')
const oneLine = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\n', 'template_NewLine')

/** The value as JSON inside JSON, which clients send back as a choice. A secret is replaced by its hash. */
export function originOf(value: unknown, path: string): string {
  if (value === undefined) return ''
  const json = JSON.stringify(value)
  return JSON.stringify({ OriginStr: isSecret(path) ? JSON.stringify(sha256(json)) : json })
}
function shownAction({ path, key, action, left, right, isItem }: Difference, locale: Locale): ShownAction {
  const secret = isSecret(path)
  const isText = !secret && isLongText(key, left ?? '', right ?? '')
  const shown = (value: unknown, other: unknown) =>
    isItem
      ? action === DiffAction.modify && !secret
        ? changedText(value, other, locale)
        : itemName(value)
      : valueText(value, locale, secret)
  return {
    action,
    display_left: oneLine(shown(left, right)),
    display_right: oneLine(shown(right, left)),
    origin_left: originOf(left, path),
    origin_right: originOf(right, path),
    json_path: path,
    diff_style: isText ? Style.text : Style.plain,
  }
}

const resourceKinds: Record<string, [kind: string, field: string]> = {
  plugin_info_list: ['plugin', 'plugin_id'],
  workflow_info_list: ['workflow', 'workflow_id'],
  knowledge_info: ['knowledge', 'id'],
  database_list: ['database', 'table_id'],
}
const topOf = (path: string) => /^\$\.([^.[]+)/.exec(path)?.[1] ?? ''
/** The name of the agent that contains the path, or an empty string. */
function ownerName(path: string, trees: readonly Fields[]): string {
  const id = /^\$\.agents\[([^\]]*)\]\./.exec(path)?.[1]
  if (id === undefined) return ''
  for (const tree of trees) {
    const found = byIdentity('agents', tree.agents).get(id)
    if (found) return itemName(found)
  }
  return ''
}
function nameOf({ path, key, left, right, isItem }: Difference, trees: readonly Fields[], locale: Locale): string {
  const own = isItem
    ? itemName(right) || itemName(left)
    : path.endsWith('.order')
      ? orderName(locale)
      : fieldName(key, locale)
  const owner = ownerName(path, trees)
  return owner ? `${owner} · ${own}` : own
}
function resourceOf({ key, left, right, isItem }: Difference) {
  const [kind, field] = (isItem && resourceKinds[key]) || []
  const id = field && ((right ?? left) as Fields)[field]
  return kind && typeof id === 'string' && id ? { resource_kind: kind, resource_id: id } : {}
}

/** Groups differences as block, group and item. The form for older clients has no groups. */
function grouped<Node extends { display_name: string; sub_nodes?: Node[] }>(
  leaves: { path: string; node: Node }[],
  locale: Locale,
  empty: Omit<Node, 'display_name' | 'sub_nodes'>,
  hasGroups: boolean,
): Node[] {
  const block = (display_name: string, sub_nodes: Node[]) => ({ ...empty, display_name, sub_nodes }) as unknown as Node
  return blocks.flatMap(({ name, keys }) => {
    const groups = keys.flatMap((key) => {
      const own = leaves.filter(({ path }) => topOf(path) === key).map(({ node }) => node)
      return own.length ? [block(groupName(key, locale), own)] : []
    })
    if (!groups.length) return []
    return [block(pick(name, locale), hasGroups ? groups : groups.flatMap(({ sub_nodes }) => sub_nodes ?? []))]
  })
}

/** Whether all channels show this part alike, no matter which version they serve. */
const isOnAllChannels = ({ path }: Difference) => topOf(path) === 'icon_uri'

/** `isOfChannels` leaves out differences that all channels of a version share. */
export function diffTree(
  left: Fields,
  right: Fields,
  locale: Locale,
  hasGroups: boolean,
  isOfChannels = false,
): ShownNode[] {
  const trees = [right, left]
  const found = compareTrees(left, right).filter((one) => !isOfChannels || !isOnAllChannels(one))
  const leaves = found.map((one) => ({
    path: one.path,
    node: { display_name: nameOf(one, trees, locale), diff_res: shownAction(one, locale), ...resourceOf(one) },
  }))
  return grouped<ShownNode>(leaves, locale, {}, hasGroups)
}

/** What each side changed since the common ancestor, and where the changes conflict. */
export function diffTree3(
  base: Fields,
  theirs: Fields,
  mine: Fields,
  conflicts: readonly Conflict[],
  locale: Locale,
): ShownNode3[] {
  const [my, their] = [compareTrees(base, mine), compareTrees(base, theirs)]
  const trees = [mine, theirs, base]
  const inConflict = (path: string) =>
    conflicts.some((one) => path !== one.path && (path.startsWith(`${one.path}.`) || path.startsWith(`${one.path}[`)))
  const sides = new Map<string, { current?: Difference; target?: Difference; conflict?: Conflict }>()
  for (const conflict of conflicts) {
    const { path, key, isItem } = conflict
    const side = (right: unknown): Difference => ({
      path,
      key,
      left: conflict.base,
      right,
      action:
        right === undefined ? DiffAction.remove : conflict.base === undefined ? DiffAction.add : DiffAction.modify,
      ...(isItem && { isItem }),
    })
    sides.set(path, { conflict, current: side(conflict.mine), target: side(conflict.theirs) })
  }
  const put = (one: Difference, side: 'current' | 'target') => {
    if (inConflict(one.path) || sides.get(one.path)?.conflict) return
    sides.set(one.path, { ...sides.get(one.path), [side]: one })
  }
  for (const one of my) put(one, 'current')
  for (const one of their) put(one, 'target')
  const leaves = [...sides].map(([path, { current, target, conflict }]) => ({
    path,
    node: {
      display_name: nameOf((current ?? target)!, trees, locale),
      ...(current && { diff_res_current: shownAction(current, locale) }),
      ...(target && { diff_res_target: shownAction(target, locale) }),
      is_conflict: conflict !== undefined,
      ...(conflict?.proposal !== undefined && { proposal: conflict.proposal }),
    },
  }))
  return grouped<ShownNode3>(leaves, locale, { is_conflict: false }, true)
}
