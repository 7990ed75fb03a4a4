import { NodeType } from '#node-type.ts'
import { descriptions } from './describe.ts'
import type { NodeDescription } from './description.ts'

/** Node types that prepare pictures or decide about them. An image flow neither talks to people nor stores anything. */
const supportingTypes = new Set<string>([
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

/** The node types for image flows, picture nodes first. */
export const imagePalette: readonly NodeDescription[] = [
  ...descriptions.filter(({ group }) => group === 'image'),
  ...descriptions.filter(({ type }) => supportingTypes.has(type)),
]
