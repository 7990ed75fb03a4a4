import { createStore } from '#lib/store.ts'

/** Whether the dialog that creates a team space is open. */
export const createTeam = createStore(false)
