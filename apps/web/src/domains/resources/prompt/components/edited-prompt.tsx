import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { editedPrompt } from '../edit-prompt.ts'
import { PromptFormDialog } from './prompt-form-dialog.tsx'

/** Opened from the library and the create menu, for a new or an existing prompt. */
export function EditedPrompt() {
  const edited = editedPrompt.use()
  const id = edited?.promptId
  const { data: prompt } = useQuery({
    queryKey: ['prompts', 'one', id],
    enabled: id !== undefined,
    gcTime: 0,
    queryFn: ({ signal }) => api.promptLibrary.get({ prompt_resource_id: id! }, { signal, toast: true }),
  })
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
