import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { creatingProject } from './create-project.ts'
import { editedProject } from './edited-project.ts'

const CreateProjectDialog = lazy(() =>
  import('./dialogs/create-project-dialog.tsx').then((module) => ({ default: module.CreateProjectDialog })),
)

const EditedProjectDialog = lazy(() =>
  import('./dialogs/project-dialog.tsx').then((module) => ({ default: module.EditedProjectDialog })),
)

/** Registers the create action and the dialogs of projects. */
export function addProjectActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'project',
    kind: 'project',
    label: () => t('create.project'),
    description: () => t('create.projectText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space) => creatingProject.set(space ?? null),
  })
  studioDialogs.add({
    id: 'create-project',
    useOpen: () => creatingProject.use() !== null,
    Content: CreateProjectDialog,
  })
  studioDialogs.add({ id: 'edit-project', useOpen: () => editedProject.use() !== null, Content: EditedProjectDialog })
}
