/** Rail, menus and dialogs of the studio: a chunk of its own, which the sign-in page does without. */
export const loadStudioFrame = () => import('./studio-frame.tsx')
