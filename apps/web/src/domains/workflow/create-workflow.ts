import type { Space } from '@orrery/contract'
import { createValueState } from '../../lib/value-state.ts'

export const flowModes = { workflow: 0, chatflow: 3 } as const
export type FlowKind = keyof typeof flowModes
export const kindOf = (flowMode: number): FlowKind => (flowMode === flowModes.chatflow ? 'chatflow' : 'workflow')

/** The space in which a workflow is about to be made; null: nobody is making one. */
export const creatingIn = createValueState<{ space: Space; kind: FlowKind } | null>(null)
