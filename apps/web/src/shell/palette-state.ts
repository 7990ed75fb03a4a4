import { createOpenState } from '#lib/open-state.ts'

export const palette = createOpenState()
export const shortcutSheet = createOpenState()
