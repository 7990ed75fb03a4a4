import type { IntelligenceData } from '@orrery/contract'
import { createStore } from '#lib/store.ts'

/** The project whose settings dialog is open, or null. */
export const editedProject = createStore<IntelligenceData['basic_info'] | null>(null)
