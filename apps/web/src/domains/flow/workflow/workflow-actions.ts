import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { libraryLists } from '#lib/library-lists.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { creatingWorkflow, type FlowKind, flowKinds } from './create-workflow.ts'

const CreateWorkflowDialog = lazy(() =>
  import('./pages/create-workflow-dialog.tsx').then((module) => ({ default: module.CreateWorkflowDialog })),
)
const keys: Record<FlowKind, string> = { workflow: 'w', chatflow: 'f', imageflow: 'g' }

/** Registers the create actions, the list and the palette entries of workflows. */
export function addWorkflowActions(): void {
  const t = textOf('shell')
  for (const kind of flowKinds) {
    createActions.add({
      id: kind,
      kind,
      keys: keys[kind],
      label: () => t(`create.${kind}`),
      description: () => t(`create.${kind}Text`),
      may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
      open: (space, where) => creatingWorkflow.set(space ? { ...where, space, kind } : null),
    })
  }
  studioDialogs.add({
    id: 'create-workflow',
    useOpen: () => creatingWorkflow.use() !== null,
    Content: CreateWorkflowDialog,
  })
  libraryLists.add({
    id: 'workflow',
    kind: 'workflow',
    label: () => t('library.workflows'),
    text: () => t('create.workflowText'),
    to: '/space/$space_id/library/workflow',
  })
}
