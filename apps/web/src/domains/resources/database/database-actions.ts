import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { libraryLists } from '#lib/library-lists.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { creatingDatabase } from './create-database.ts'

const CreateDatabaseDialog = lazy(() =>
  import('./components/create-database-dialog.tsx').then((module) => ({ default: module.CreateDatabaseDialog })),
)

/** Registers the create action, the list and the palette entries of databases. */
export function addDatabaseActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'database',
    kind: 'database',
    keys: 'd',
    label: () => t('create.database'),
    description: () => t('create.databaseText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space, where) => creatingDatabase.set(space ? { ...where, space } : null),
  })
  studioDialogs.add({
    id: 'create-database',
    useOpen: () => creatingDatabase.use() !== null,
    Content: CreateDatabaseDialog,
  })
  libraryLists.add({
    id: 'database',
    kind: 'database',
    label: () => t('create.database'),
    text: () => t('create.databaseText'),
    to: '/space/$space_id/library/database',
  })
}
