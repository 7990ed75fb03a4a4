/** Loads the rail, menus and dialogs of the studio. They are a separate chunk that the sign-in page does not load. */
export const loadStudioFrame = () => import('./studio-frame.tsx')
