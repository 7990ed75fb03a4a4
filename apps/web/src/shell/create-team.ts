import { createOpenState } from '#lib/open-state.ts'

/** The dialog that makes a team space. */
export const createTeam = createOpenState()
