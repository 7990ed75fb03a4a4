import type { IntelligenceData } from '@orrery/contract'
import { createValueState } from '#lib/value-state.ts'

/** The project whose name and description are being changed; null: none. */
export const editedProject = createValueState<IntelligenceData['basic_info'] | null>(null)
