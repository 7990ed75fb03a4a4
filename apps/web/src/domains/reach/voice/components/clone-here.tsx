import { cloningVoice } from '#lib/clone-voice.ts'
import { queryClient } from '#lib/query.ts'
import { CloneDialog } from './clone-dialog.tsx'

/** Clones a voice on the page where it will be used. */
export function CloneHere() {
  const wanted = cloningVoice.use()
  if (!wanted) return null
  const close = () => {
    cloningVoice.set(null)
    // The lists of available voices are part of the models.
    void queryClient.invalidateQueries({ queryKey: ['models', 'list'] })
  }
  return <CloneDialog spaceId={wanted.spaceId} voice={undefined} onClose={close} />
}
