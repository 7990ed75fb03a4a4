/** Rail, menus and dialogs of the studio, as a chunk that the sign-in page does not load. */
export const loadStudioFrame = () => import('./studio-frame.tsx')
