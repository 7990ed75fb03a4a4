import { type BlockInput, describe, readSlot, type RefContent, shownFields } from '@orrery/engine/describe'
import { NodeType } from '@orrery/engine/node-type'
import { blocksOf, type Canvas, type CanvasEdge, type CanvasNode, edgesOf } from '../document/canvas.ts'
import { indexOf } from '../document/canvas-index.ts'
import { findValue } from '../scope/find-value.ts'
import { isBatchMode, type ScopeSource } from '../scope/scope-sources.ts'
import { type ScopeGroup, scopeTree } from '../scope/scope-tree.ts'

export interface ReferenceFault {
  /** Deleted, from a later node, or from a node on another branch, which may not have run. */
  kind: 'broken' | 'behind' | 'beside'
  ref: RefContent
  name: string
  /** The referenced node, if it exists. */
  target: CanvasNode | undefined
}

const groupCache = new WeakMap<object, Map<string, ScopeGroup[]>>()

/** Outputs of a node in one of its modes, cached by the data of the node. */
function groupOf(source: ScopeSource): ScopeGroup[] {
  const data = source.node.data ?? {}
  const known = groupCache.get(data) ?? new Map<string, ScopeGroup[]>()
  groupCache.set(data, known)
  const key = `${source.as}/${source.node.id}`
  const made = known.get(key) ?? scopeTree([source])
  known.set(key, made)
  return made
}

/** Ids of all nodes before a node, on the same level. */
function ancestors(edges: readonly CanvasEdge[], nodeId: string): ReadonlySet<string> {
  const into = intoOf(edges)
  const seen = new Set<string>([nodeId])
  for (const id of seen) for (const source of into.get(id) ?? []) seen.add(source)
  seen.delete(nodeId)
  return seen
}

const incomingCache = new WeakMap<readonly CanvasEdge[], ReadonlyMap<string, string[]>>()

function intoOf(edges: readonly CanvasEdge[]): ReadonlyMap<string, string[]> {
  const known = incomingCache.get(edges)
  if (known) return known
  const into = new Map<string, string[]>()
  for (const { sourceNodeID, targetNodeID } of edges) {
    const list = into.get(targetNodeID)
    if (list) list.push(sourceNodeID)
    else into.set(targetNodeID, [sourceNodeID])
  }
  incomingCache.set(edges, into)
  return into
}

/** References of a node to deleted values, or to nodes that do not come before it. */
export function referenceFaults(canvas: Canvas, node: CanvasNode): ReferenceFault[] {
  const index = indexOf(canvas)
  const parent = index.get(node.id)?.parent
  const refs = referencesIn(node.data)
  if (!refs.length) return []
  const own = ancestors(edgesOf(parent ?? canvas), node.id)
  const outer = parent ? ancestors(edgesOf(canvas), parent.id) : undefined
  const inside = new Set(blocksOf(node).map((block) => block.id))
  return refs.flatMap((ref): ReferenceFault[] => {
    const target = index.get(ref.blockID)?.node
    const fault = (kind: ReferenceFault['kind']) => [{ kind, ref, name: ref.name || ref.blockID, target }]
    if (!target) return fault('broken')
    const as =
      target.id === parent?.id || (target.id === node.id && node.type === NodeType.Loop)
        ? 'round'
        : target.id === node.id
          ? 'items'
          : 'outputs'
    if (as === 'items' && !isBatchMode(node)) return fault('broken')
    const isBefore = as !== 'outputs' || own.has(target.id) || outer?.has(target.id) || inside.has(target.id)
    if (ref.name && !findValue(groupOf({ as, node: target }), ref)) return fault('broken')
    if (isBefore) return []
    const level = index.get(target.id)?.parent ?? canvas
    return fault(ancestors(edgesOf(level), target.id).has(node.id) ? 'behind' : 'beside')
  })
}

const maxDepth = 40

/** The references in a value, without empty ones, which the form reports. */
function referencesIn(value: unknown, found: RefContent[] = [], depth = 0): RefContent[] {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return found
  if (Array.isArray(value)) {
    for (const item of value) referencesIn(item, found, depth + 1)
    return found
  }
  const { type, content } = value as { type?: unknown; content?: RefContent }
  if (type === 'ref' && typeof content === 'object' && content !== null) {
    const isOwn = content.source === undefined || content.source === 'block-output'
    if (isOwn && content.blockID) found.push({ ...content, source: 'block-output', name: content.name ?? '' })
    return found
  }
  for (const item of Object.values(value)) referencesIn(item, found, depth + 1)
  return found
}

const placeholder = /\{\{\s*([A-Za-z_][\w]*)[^{}\n]*\}\}/g

/** Placeholders in the prompts of a node that match none of its inputs: runs would leave them unreplaced. */
export function unknownNames(node: CanvasNode): { field: string; name: string }[] {
  if (!describe(node.type)) return []
  const names = new Set<string>()
  for (const path of ['inputParameters', 'batch'] as const) {
    const raw = node.data?.inputs?.[path]
    const list = Array.isArray(raw) ? raw : ((raw as { inputLists?: unknown[] } | undefined)?.inputLists ?? [])
    for (const found of list as { name?: string; input?: BlockInput }[]) if (found?.name) names.add(found.name)
  }
  return shownFields(node).flatMap(({ field }) => {
    if (field.kind !== 'prompt' && field.kind !== 'sql') return []
    const text = readSlot(node.data, field.slot)
    if (typeof text !== 'string') return []
    const found = [...text.matchAll(placeholder)].map((match) => match[1]!)
    return [...new Set(found)].filter((name) => !names.has(name)).map((name) => ({ field: field.id, name }))
  })
}
