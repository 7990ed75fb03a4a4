import { NodeType } from '@orrery/engine/node-type'
import { type CanvasNode, inputsOf, isComment, isComposite } from './canvas.ts'

/** A port at which edges begin. The plain port has an empty id. */
export interface SourcePort {
  id: string
  /** Whether it represents one of several branches, with its own row on the card. */
  kind: 'plain' | 'branch' | 'error'
}

export const innerStart: ReadonlySet<string> = new Set(['loop-function-inline-output', 'batch-function-inline-output'])
export const innerEnd: ReadonlySet<string> = new Set(['loop-function-inline-input', 'batch-function-inline-input'])

/** Ids of the inner ports of a loop or batch, and of the port after it. */
export function compositePorts(type: string): { first: string; last: string; out: string } {
  const word = type === NodeType.Batch ? 'batch' : 'loop'
  return { first: `${word}-function-inline-output`, last: `${word}-function-inline-input`, out: `${word}-output` }
}

const endsHere = new Set<string>([NodeType.End, NodeType.Break, NodeType.Continue])
const loopOnly = new Set<string>([NodeType.Break, NodeType.LoopSetVariable, NodeType.Continue])
/** "Break", "continue" and "set variable" make sense only inside a loop. */
export const isLoopOnly = (node: Pick<CanvasNode, 'type'>): boolean => loopOnly.has(node.type)

const plain: SourcePort[] = [{ id: '', kind: 'plain' }]
const none: SourcePort[] = []

/** All output ports of a node, in the order in which the card shows them. */
export function sourcePortsOf(node: CanvasNode): readonly SourcePort[] {
  if (isComment(node) || endsHere.has(node.type)) return none
  if (isComposite(node)) return [{ id: compositePorts(node.type).out, kind: 'plain' }]
  const own = branchesOf(node)
  if (!hasErrorBranch(node)) return own?.map(asBranch) ?? plain
  return [...(own?.map(asBranch) ?? [{ id: 'default', kind: 'plain' as const }]), { id: 'branch_error', kind: 'error' }]
}
const asBranch = (id: string): SourcePort => ({ id, kind: 'branch' })

export const takesLines = (node: CanvasNode): boolean => !isComment(node) && node.type !== NodeType.Start

export function hasErrorBranch(node: CanvasNode): boolean {
  const inputs = inputsOf(node)
  const setting = fields(inputs['settingOnError'])
  return Number(setting['processType']) === 3 && fields(inputs['batch'])['batchEnable'] !== true
}

function branchesOf(node: CanvasNode): string[] | undefined {
  const inputs = inputsOf(node)
  if (node.type === NodeType.If) return [...list(inputs['branches']).map((_, i) => (i ? `true_${i}` : 'true')), 'false']
  if (node.type === NodeType.Intent) return [...list(inputs['intents']).map((_, i) => `branch_${i}`), 'default']
  if (node.type !== NodeType.Question || inputs['answer_type'] !== 'option') return undefined
  const options = inputs['option_type'] === 'dynamic' ? [0] : list(inputs['options'])
  return [...options.map((_, i) => `branch_${i}`), 'default']
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
