import { NodeType } from '@orrery/engine/node-type'
import type { CanvasFacts } from '@orrery/engine/canvas-facts'
import { flatten } from '@orrery/engine/canvas-facts'
import { nodeTypeOf } from './node-catalog.ts'

/** Wire numbers of workflow categories. */
export const tags = [
  { type: 1, en: 'All', zh: '全部' },
  { type: 3, en: 'Knowledge', zh: '资讯阅读' },
  { type: 5, en: 'Images', zh: '图像' },
  { type: 6, en: 'Tools', zh: '实用工具' },
  { type: 9, en: 'Network', zh: '网络' },
  { type: 12, en: 'Data and office', zh: '办公' },
  { type: 15, en: 'Conversation', zh: '社交' },
] as const
const knowledge = new Set<string>([NodeType.Dataset, NodeType.DatasetWrite, NodeType.KnowledgeDelete])
const byCategory: Record<string, number> = {
  image: 5,
  database: 12,
  conversation_management: 15,
  conversation_history: 15,
  message: 15,
}

/** Categories of a workflow, derived from its nodes. */
export function tagsOf({ nodes }: Pick<CanvasFacts, 'nodes'>): Set<number> {
  const found = new Set<number>([1])
  for (const { type } of flatten(nodes)) {
    if (knowledge.has(type)) found.add(3)
    else if (type === NodeType.Http) found.add(9)
    else if (type === NodeType.Code || type === NodeType.Text) found.add(6)
    const tag = byCategory[nodeTypeOf.get(type)?.category ?? '']
    if (tag) found.add(tag)
  }
  return found
}
