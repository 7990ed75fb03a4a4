import type { Frame, PlanNode } from '#model.ts'
import { keyOf } from '#node-type.ts'
import type { NodeRef } from './events.ts'

export function nodeRef(frame: Frame, node: PlanNode): NodeRef {
  return {
    nodeId: node.id,
    nodeType: keyOf(node.kind.type),
    title: node.title,
    path: frame.path + node.id,
    index: frame.index,
    depth: frame.depth,
    workflowId: frame.plan.workflowId,
    at: frame.run.clock.now(),
  }
}
