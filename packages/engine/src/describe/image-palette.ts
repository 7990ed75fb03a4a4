import { NodeType } from '#node-type.ts'
import { descriptions } from './describe.ts'
import type { NodeDescription } from './description.ts'

/** What prepares pictures or decides about them. An image flow neither talks to people nor keeps anything. */
const besides = new Set<string>([
  NodeType.LLM,
  NodeType.Api,
  NodeType.SubWorkflow,
  NodeType.Code,
  NodeType.If,
  NodeType.Loop,
  NodeType.Batch,
  NodeType.Break,
  NodeType.Continue,
  NodeType.LoopSetVariable,
  NodeType.VariableAggregator,
  NodeType.Http,
  NodeType.Text,
  NodeType.ToJSON,
  NodeType.FromJSON,
  NodeType.Comment,
])

/** The node types that an image flow is made of, those for pictures first. */
export const imagePalette: readonly NodeDescription[] = [
  ...descriptions.filter(({ group }) => group === 'image'),
  ...descriptions.filter(({ type }) => besides.has(type)),
]
