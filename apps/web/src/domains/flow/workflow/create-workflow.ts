import { FlowMode } from '@orrery/contract/shared/flow-mode'
import type { Creating } from '#lib/creating.ts'
import { createStore } from '#lib/store.ts'

export const flowModes = { workflow: FlowMode.workflow, chatflow: FlowMode.chatFlow } as const
export type FlowKind = keyof typeof flowModes
export const kindOf = (flowMode: number): FlowKind => (flowMode === flowModes.chatflow ? 'chatflow' : 'workflow')

/** The space in which a workflow is being created, or null. */
export const creatingWorkflow = createStore<(Creating & { kind: FlowKind }) | null>(null)
