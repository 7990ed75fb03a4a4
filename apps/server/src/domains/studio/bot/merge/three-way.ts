import { mergeTexts } from '#kit/merge.ts'
import {
  byIdentity,
  childPath,
  type Fields,
  isBranched,
  isEqual,
  isFields,
  isList,
  isLongText,
  isPlace,
  isWhole,
  itemPath,
} from './shape.ts'

/** A conflict: both sides changed the same part differently, or one changed what the other removed. */
export interface Conflict {
  path: string
  key: string
  base: unknown
  theirs: unknown
  mine: unknown
  isItem?: boolean
  /** For texts: the result of merging by lines, with mine where both changed the same lines. */
  proposal?: string
}
export type Choice = 'mine' | 'theirs' | { value: unknown }
export interface MergedTree {
  tree: Fields
  /** Conflicts without a choice. The tree contains mine for them. */
  conflicts: Conflict[]
}
interface MergeState {
  choices: ReadonlyMap<string, Choice>
  conflicts: Conflict[]
  /** Agents to which one of the sides added a handover. */
  newHandovers: { mine: Set<string>; theirs: Set<string> }
}

/** Merges two trees with a common ancestor. A change of only one side is applied. */
export function mergeTrees(
  base: Fields,
  theirs: Fields,
  mine: Fields,
  choices: ReadonlyMap<string, Choice> = new Map(),
): MergedTree {
  const known = handoverTargetsOf(base)
  const addedTargets = (tree: Fields) => new Set([...handoverTargetsOf(tree)].filter((id) => !known.has(id)))
  const state: MergeState = {
    choices,
    conflicts: [],
    newHandovers: { mine: addedTargets(mine), theirs: addedTargets(theirs) },
  }
  return { tree: mergeFields(state, '$', base, theirs, mine), conflicts: state.conflicts }
}
const handoverTargetsOf = (tree: Fields): Set<string> => {
  const agents = Array.isArray(tree.agents) ? (tree.agents as Fields[]) : []
  const intents = agents.flatMap((agent) => (Array.isArray(agent.intents) ? (agent.intents as Fields[]) : []))
  return new Set(intents.map((intent) => String(intent.next_agent_id as string)))
}

function mergeFields(state: MergeState, path: string, base: Fields, theirs: Fields, mine: Fields): Fields {
  const merged: Fields = {}
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs), ...Object.keys(base)])) {
    const value = mergeAt(state, childPath(path, key), key, base[key], theirs[key], mine[key])
    if (value !== undefined) merged[key] = value
  }
  return merged
}
function mergeAt(state: MergeState, path: string, key: string, base: unknown, theirs: unknown, mine: unknown): unknown {
  if (isList(key)) return mergeLists(state, path, key, base, theirs, mine)
  if (isEqual(theirs, mine) || isEqual(base, theirs)) return mine
  if (isEqual(base, mine) || isPlace(key)) return theirs
  if (!isWhole(key) && isFields(theirs) && isFields(mine))
    return mergeFields(state, path, isFields(base) ? base : {}, theirs, mine)
  if (isLongText(key, base, theirs, mine)) {
    const { text, hasConflict } = mergeTexts(base as string, theirs as string, mine as string)
    return hasConflict ? settle(state, { path, key, base, theirs, mine, proposal: text }) : text
  }
  return settle(state, { path, key, base, theirs, mine })
}
function settle(state: MergeState, conflict: Conflict): unknown {
  const choice = state.choices.get(conflict.path)
  if (choice === undefined) state.conflicts.push(conflict)
  if (choice === undefined || choice === 'mine') return conflict.mine
  return choice === 'theirs' ? conflict.theirs : choice.value
}

function mergeLists(
  state: MergeState,
  path: string,
  key: string,
  base: unknown,
  theirs: unknown,
  mine: unknown,
): unknown {
  if (isEqual(theirs, mine) || isEqual(base, theirs)) return mine
  if (isEqual(base, mine)) return theirs
  const [old, their, my] = [byIdentity(key, base), byIdentity(key, theirs), byIdentity(key, mine)]
  const merged = new Map<string, unknown>()
  for (const id of new Set([...old.keys(), ...their.keys(), ...my.keys()])) {
    const value = mergeItem(state, itemPath(path, id), key, id, [old.get(id), their.get(id), my.get(id)])
    if (value !== undefined) merged.set(id, value)
  }
  return orderOf([...old.keys()], [...their.keys()], [...my.keys()])
    .filter((id) => merged.has(id))
    .map((id) => merged.get(id))
}
function mergeItem(
  state: MergeState,
  path: string,
  key: string,
  id: string,
  sides: [unknown, unknown, unknown],
): unknown {
  const [base, theirs, mine] = sides
  const conflict = { path, key, base, theirs, mine, isItem: true }
  // One side removed an agent to which the other side added a handover.
  const isHandoverTarget =
    key === 'agents' &&
    ((theirs === undefined && state.newHandovers.mine.has(id)) ||
      (mine === undefined && state.newHandovers.theirs.has(id)))
  if (isHandoverTarget && base !== undefined && !isEqual(theirs, mine)) return settle(state, conflict)
  if (isEqual(theirs, mine) || isEqual(base, theirs)) return mine
  if (isEqual(base, mine)) return theirs
  if (isBranched(key) && isFields(base) && isFields(theirs) && isFields(mine))
    return mergeFields(state, path, base, theirs, mine)
  return settle(state, conflict)
}

/**
 * The order of the side that changed it, or theirs if both did. Items that only the other side added follow their
 * neighbour.
 */
function orderOf(base: string[], theirs: string[], mine: string[]): string[] {
  const [inBase, inTheirs, inMine] = [new Set(base), new Set(theirs), new Set(mine)]
  const common = (ids: string[]) => ids.filter((id) => inBase.has(id) && inTheirs.has(id) && inMine.has(id))
  const isMoved = !isEqual(common(base), common(theirs))
  const [first, second] = isMoved ? [theirs, mine] : [mine, theirs]
  const order = [...first]
  const placed = new Set(order)
  const rest = [...second, ...base]
  for (const [at, id] of rest.entries()) {
    if (placed.has(id)) continue
    const neighbour = at > 0 && at !== second.length ? rest[at - 1]! : undefined
    order.splice(neighbour === undefined ? (at === 0 ? 0 : order.length) : order.indexOf(neighbour) + 1, 0, id)
    placed.add(id)
  }
  return order
}
