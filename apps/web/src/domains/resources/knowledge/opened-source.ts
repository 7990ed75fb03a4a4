import type { OpenedSource } from '#lib/source-openers.ts'
import { createValueState } from '#lib/value-state.ts'

/** The source somebody looks at; null: nobody does. */
export const openedSource = createValueState<OpenedSource | null>(null)
