import {
  elementOf,
  fieldsOf,
  paramsOf,
  type RefContent,
  typeOnly,
  type ValueType,
  type VariableShape,
} from '@orrery/engine/describe'
import type { CanvasNode } from '../document/canvas.ts'
import type { ScopeSource } from './scope-sources.ts'

/** A value that can be referenced, with its nested fields. */
export interface ScopeValue {
  id: string
  name: string
  type: ValueType
  ref: RefContent
  /** True inside an array: the reference uses the first element. */
  isFirstItem: boolean
  note: string
  children: readonly ScopeValue[]
}

export type GlobalKind = 'app' | 'user' | 'system'

export interface ScopeGroup {
  id: string
  /** The node that produces the values; undefined for persistent variables. */
  node: CanvasNode | undefined
  as: ScopeSource['as'] | GlobalKind
  values: readonly ScopeValue[]
}

export interface GlobalVariable extends VariableShape {
  kind: GlobalKind
}

const maxDepth = 8

export function scopeTree(sources: readonly ScopeSource[], globals: readonly GlobalVariable[] = []): ScopeGroup[] {
  const groups = sources.flatMap(({ node, as }): ScopeGroup[] => {
    const values = shapesOf(node, as).map((shape) => valueOf(shape, node.id, [], false))
    return values.length ? [{ id: `${as}:${node.id}`, node, as, values }] : []
  })
  const kinds: GlobalKind[] = ['user', 'app', 'system']
  return [
    ...groups,
    ...kinds.flatMap((kind): ScopeGroup[] => {
      const values = globals.filter((global) => global.kind === kind).map((global) => globalValue(global, kind))
      return values.length ? [{ id: kind, node: undefined, as: kind, values }] : []
    }),
  ]
}

/** The named and typed values of a source. */
function shapesOf(node: CanvasNode, as: ScopeSource['as']): VariableShape[] {
  if (as === 'outputs') return outputsOf(node)
  if (as === 'items') return namedInputs(node, 'inputs.batch.inputLists').map(asItem)
  const items = namedInputs(node, 'inputs.inputParameters').filter((namedInput) => namedInput.type === 'list')
  const isCounting = node.data?.inputs?.['loopType'] === 'count' || node.data?.inputs?.['loopType'] === 'infinite'
  return [
    ...(isCounting ? [] : items.map(asItem)),
    { name: 'index', type: 'integer' },
    ...namedInputs(node, 'inputs.variableParameters'),
  ]
}

/** Outputs of loops and batches carry their type inside `input`. */
function outputsOf(node: CanvasNode): VariableShape[] {
  return paramsOf(node.data, 'outputs').flatMap((param) => {
    if (typeof param !== 'object' || param === null) return []
    const { input, ...rest } = param as VariableShape & { input?: ValueType }
    return typeof rest.name === 'string' && rest.name ? [{ ...(input ? typeOnly(input) : {}), ...rest }] : []
  })
}

function namedInputs(node: CanvasNode, path: string): VariableShape[] {
  return paramsOf(node.data, path).flatMap((param) => {
    const { name, input } = (param ?? {}) as { name?: unknown; input?: ValueType }
    return typeof name === 'string' && name ? [{ name, ...typeOnly(input ?? {}) }] : []
  })
}

const asItem = (list: VariableShape): VariableShape => ({ name: list.name, ...(elementOf(list) ?? { type: 'string' }) })

function valueOf(shape: VariableShape, blockID: string, above: readonly string[], isFirstItem: boolean): ScopeValue {
  const path = [...above, shape.name]
  const name = path.join('.')
  return {
    id: `${blockID}/${name}`,
    name: shape.name,
    type: typeOnly(shape),
    ref: { source: 'block-output', blockID, name },
    isFirstItem,
    note: shape.description ?? '',
    children: childrenOf(shape, path.length, isFirstItem, (child, first) => valueOf(child, blockID, path, first)),
  }
}

function globalValue(shape: VariableShape, kind: GlobalKind, above: readonly string[] = [], first = false): ScopeValue {
  const path = [...above, shape.name]
  return {
    id: `${kind}/${path.join('.')}`,
    name: shape.name,
    type: typeOnly(shape),
    ref: globalRef(kind, path),
    isFirstItem: first,
    note: shape.description ?? '',
    children: childrenOf(shape, path.length, first, (child, isFirst) => globalValue(child, kind, path, isFirst)),
  }
}

export const globalRef = (kind: GlobalKind, path: string[]): RefContent => ({
  source: `global_variable_${kind}`,
  blockID: '',
  name: '',
  path,
})

/** Fields of a value; inside an array they refer to its first element. */
function childrenOf(
  shape: ValueType,
  depth: number,
  isFirstItem: boolean,
  make: (child: VariableShape, isFirstItem: boolean) => ScopeValue,
): ScopeValue[] {
  if (depth >= maxDepth) return []
  const element = elementOf(shape)
  const inner = element ?? shape
  return fieldsOf(inner).map((child) => make(child, isFirstItem || element !== undefined))
}
