import { lazy } from 'react'
import { cloningVoice } from '#lib/clone-voice.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'

const CloneHere = lazy(() => import('./components/clone-here.tsx').then((module) => ({ default: module.CloneHere })))

/** Registers the dialog that clones a voice, so that other pages can open it. */
export function addVoiceActions(): void {
  studioDialogs.add({ id: 'clone-voice', useOpen: () => cloningVoice.use() !== null, Content: CloneHere })
}
