import { createValueState } from '#lib/value-state.ts'

/** The prompt that is being written, or changed when it has an id; null: nobody is at it. */
export const editedPrompt = createValueState<{ spaceId: string; promptId?: string } | null>(null)
