/** The scene of conversations outside the studio. */
export const OPEN_SCENE = 70
