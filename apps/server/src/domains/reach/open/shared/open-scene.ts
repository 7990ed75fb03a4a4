/** The scene of conversations that are held from outside the studio. */
export const OPEN_SCENE = 70
