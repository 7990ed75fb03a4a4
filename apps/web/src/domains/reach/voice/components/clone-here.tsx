import { cloningVoice } from '#lib/clone-voice.ts'
import { queryClient } from '#lib/query.ts'
import { CloneDialog } from './clone-dialog.tsx'

/** Clones a voice where it is to be used. */
export function CloneHere() {
  const wanted = cloningVoice.use()
  if (!wanted) return null
  const close = () => {
    cloningVoice.set(null)
    // The lists of voices to choose from come with the models.
    void queryClient.invalidateQueries({ queryKey: ['models', 'list'] })
  }
  return <CloneDialog spaceId={wanted.spaceId} voice={undefined} onClose={close} />
}
