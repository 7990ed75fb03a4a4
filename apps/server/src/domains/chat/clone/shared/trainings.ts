/** How often one voice may be trained. */
export const TRAININGS = 10
