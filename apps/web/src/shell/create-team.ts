import { createStore } from '#lib/store.ts'

/** The dialog that makes a team space. */
export const createTeam = createStore(false)
