import { FlowMode } from '@orrery/contract/shared/flow-mode'
import type { Creating } from '#lib/creating.ts'
import { createStore } from '#lib/store.ts'

export const flowModes = {
  workflow: FlowMode.workflow,
  chatflow: FlowMode.chatFlow,
  imageflow: FlowMode.imageflow,
} as const
export type FlowKind = keyof typeof flowModes
export const flowKinds = Object.keys(flowModes) as FlowKind[]
export const kindOf = (flowMode: number): FlowKind =>
  flowKinds.find((kind) => flowModes[kind] === flowMode) ?? 'workflow'

/** The space in which the person is creating a workflow, or null. */
export const creatingWorkflow = createStore<(Creating & { kind: FlowKind }) | null>(null)
