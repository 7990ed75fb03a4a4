import { lazy } from 'react'
import { addingToDataset } from '#lib/add-to-dataset.ts'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { creatingDataset } from './create-dataset.ts'

const CreateDatasetDialog = lazy(() =>
  import('./components/create-dataset-dialog.tsx').then((module) => ({ default: module.CreateDatasetDialog })),
)

const AddRowDialog = lazy(() =>
  import('./components/add-row-dialog.tsx').then((module) => ({ default: module.AddRowDialog })),
)

/** Registers the create action of datasets, and the dialog that adds rows from other pages. */
export function addDatasetActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'dataset',
    kind: 'dataset',
    label: () => t('create.dataset'),
    description: () => t('create.datasetText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space, where) => creatingDataset.set(space ? { ...where, space } : null),
  })
  studioDialogs.add({
    id: 'create-dataset',
    useOpen: () => creatingDataset.use() !== null,
    Content: CreateDatasetDialog,
  })
  studioDialogs.add({ id: 'add-to-dataset', useOpen: () => addingToDataset.use() !== null, Content: AddRowDialog })
}
