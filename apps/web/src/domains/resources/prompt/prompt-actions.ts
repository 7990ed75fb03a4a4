import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { resourceDialogs } from '#lib/resource-dialogs.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { editedPrompt } from './edit-prompt.ts'

const EditedPrompt = lazy(() =>
  import('./components/edited-prompt.tsx').then((module) => ({ default: module.EditedPrompt })),
)

/** Registers the create action and the dialog of prompts. */
export function addPromptActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'prompt',
    kind: 'prompt',
    label: () => t('create.prompt'),
    description: () => t('create.promptText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space) => space && editedPrompt.set({ spaceId: space.id }),
  })
  resourceDialogs.add({ id: 'prompt', open: (spaceId, promptId) => editedPrompt.set({ spaceId, promptId }) })
  studioDialogs.add({ id: 'edit-prompt', useOpen: () => editedPrompt.use() !== null, Content: EditedPrompt })
}
