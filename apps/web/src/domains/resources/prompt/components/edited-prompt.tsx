import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#lib/api.ts'
import { writeQuery } from '#lib/query-string.ts'
import { queryClient } from '#lib/query.ts'
import { rememberRecent } from '#lib/recent.ts'
import { editedPrompt } from '../edit-prompt.ts'
import { PromptFormDialog } from './prompt-form-dialog.tsx'

/** The form for a new or an existing prompt, opened from the library and the create menu. */
export function EditedPrompt() {
  const edited = editedPrompt.use()
  const id = edited?.promptId
  const { data: prompt } = useQuery({
    queryKey: ['prompts', 'one', id],
    enabled: id !== undefined,
    gcTime: 0,
    queryFn: ({ signal }) => api.promptLibrary.get({ prompt_resource_id: id! }, { signal, toast: true }),
  })
  const spaceId = edited?.spaceId
  const name = prompt?.name
  // A prompt has no page of its own, so its recent entry links to the list.
  useEffect(() => {
    if (!spaceId || !id || !name) return
    const href = `/space/${spaceId}/library${writeQuery({ kind: 'prompt', word: name })}`
    rememberRecent(spaceId, { id, kind: 'prompt', name, href })
  }, [spaceId, id, name])
  if (!edited || (id !== undefined && !prompt)) return null
  return (
    <PromptFormDialog
      spaceId={edited.spaceId}
      prompt={prompt}
      start=""
      onSaved={() => {
        editedPrompt.set(null)
        void queryClient.invalidateQueries({ queryKey: ['library'] })
      }}
      onClose={() => editedPrompt.set(null)}
    />
  )
}
