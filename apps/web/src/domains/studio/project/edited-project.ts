import type { IntelligenceData } from '@orrery/contract'
import { createStore } from '#lib/store.ts'

/** The project whose name and description are being edited, or null. */
export const editedProject = createStore<IntelligenceData['basic_info'] | null>(null)
