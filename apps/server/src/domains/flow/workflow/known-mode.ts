import { FlowMode } from '@orrery/contract'

const known = new Set<number>([FlowMode.workflow, FlowMode.imageflow, FlowMode.chatFlow])

/** The mode of an imported workflow. An unknown mode becomes a plain workflow. */
export const knownMode = (mode: number): number => (known.has(mode) ? mode : FlowMode.workflow)
