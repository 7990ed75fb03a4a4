import type { PortName } from '#ports.ts'
import type { Category } from './node-kind.ts'
import { kinds } from './registry.ts'

export interface NodeTypeInfo {
  type: string
  /** NodeType of run results. */
  key: string
  name: string
  category: Category
  needs: readonly PortName[]
  /** Acts on the world outside. */
  effect: boolean
}

const comment: NodeTypeInfo = { type: '31', key: 'Comment', name: 'Comment', category: '', needs: [], effect: false }

/** What node panels and result views need to know of every type. */
export const nodeTypes: readonly NodeTypeInfo[] = [
  ...[...kinds.values()].map(({ type, key, name, category, needs, effect }) => ({
    type,
    key,
    name,
    category,
    needs,
    effect: effect === true,
  })),
  comment,
]
