import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { readStored, writeStored } from '#lib/local-store.ts'
import { copyText } from '#ui/copy-button.tsx'
import { toast } from '#ui/toast-store.ts'
import { bodyOf, CLIP, messagesOf, withPasted } from './clip.ts'
import type { Message } from './detail.ts'
import type { DraftStore } from './draft-store.ts'

export type PasteNote = Awaited<ReturnType<typeof api.promptShelf.paste>>['notes'][number]

/** Copies messages or a whole prompt, and pastes them into a prompt of this or another space. */
export function useClip(store: DraftStore, { spaceId, promptId }: { spaceId: string; promptId: string }) {
  const t = useT('prompts')
  const [notes, setNotes] = useState<readonly PasteNote[]>([])
  async function save(content: string): Promise<void> {
    try {
      const { content_key: key } = await api.promptShelf.saveClip({ space_id: spaceId, prompt_id: promptId, content })
      writeStored(CLIP, key)
      // Also copy the key to the system clipboard, so that it can be pasted in another browser.
      await copyText(key)
      toast.ok(t('clip.copied'))
    } catch (error) {
      toast.error(t('clip.copyFailed'), { error })
    }
  }
  async function paste(key = readStored(CLIP, '')): Promise<void> {
    if (!key) {
      toast.info(t('clip.none'))
      return
    }
    try {
      const pasted = await api.promptShelf.paste({ space_id: spaceId, prompt_id: promptId, content_key: key })
      store.edit(withPasted(store.current().detail, pasted.prompt))
      setNotes(pasted.notes)
    } catch (error) {
      toast.error(t('clip.pasteFailed'), { error })
    }
  }
  return {
    notes,
    forget: () => setNotes([]),
    copyAll: () => save(bodyOf(store.current().detail)),
    copyOne: (message: Message) => save(messagesOf(store.current().detail, [message])),
    paste,
  }
}
