import { NodeType } from '@orrery/engine/node-type'
import { createStore } from '#lib/store.ts'
import { blocksOf, type Canvas, type CanvasNode } from '../../document/canvas.ts'

/** The bot or project whose variables, memories and conversations a test run uses. */
export interface RunTarget {
  kind: 'bot' | 'project'
  id: string
  /** Empty while only the id from the URL is known. */
  name: string
}

export const createTargetStore = (first: RunTarget | null) => createStore<RunTarget | null>(first)
export type TargetStore = ReturnType<typeof createTargetStore>

/** Parameters for the calls that start a run. */
export const targetInput = (target: RunTarget | null): { bot_id?: string; project_id?: string } =>
  !target ? {} : target.kind === 'bot' ? { bot_id: target.id } : { project_id: target.id }

const owned = new Set<string>([
  NodeType.SubWorkflow,
  NodeType.LTM,
  NodeType.MessageList,
  NodeType.ClearConversationHistory,
  NodeType.CreateConversation,
  NodeType.ConversationUpdate,
  NodeType.ConversationDelete,
  NodeType.ConversationList,
  NodeType.ConversationHistory,
  NodeType.CreateMessage,
  NodeType.EditMessage,
  NodeType.DeleteMessage,
])
const maxDepth = 40
const all = (canvas: Canvas): CanvasNode[] => canvas.nodes.flatMap((node) => [node, ...blocksOf(node)])

/** Whether the canvas, or possibly a workflow that it calls, uses data of a bot or project. */
export const mayUseTarget = (canvas: Canvas): boolean =>
  needsTarget(canvas) || all(canvas).some((node) => owned.has(node.type))

/** Whether the canvas reads or sets variables, which requires a bot or project that owns them. */
export const needsTarget = (canvas: Canvas): boolean =>
  all(canvas).some((node) => node.type === NodeType.Variable || readsVariables(node.data))

function readsVariables(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return false
  const { source } = value as { source?: unknown }
  if (typeof source === 'string' && source.startsWith('global_variable_')) return true
  return Object.values(value).some((item) => readsVariables(item, depth + 1))
}
