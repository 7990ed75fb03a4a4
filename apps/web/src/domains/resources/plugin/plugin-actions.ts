import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { libraryLists } from '#lib/library-lists.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { creatingIn } from './create-plugin.ts'

const CreateDialog = lazy(() =>
  import('./create/create-dialog.tsx').then((module) => ({ default: module.CreateDialog })),
)

/** What plugins add to the whole studio: something to make, a list of them, and things to jump to. */
export function addPluginActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'plugin',
    kind: 'plugin',
    keys: 'p',
    label: () => t('create.plugin'),
    description: () => t('create.pluginText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space) => creatingIn.set(space ? { space } : null),
  })
  studioDialogs.add({ id: 'create-plugin', useOpen: () => creatingIn.use() !== null, Content: CreateDialog })
  libraryLists.add({
    id: 'plugin',
    kind: 'plugin',
    label: () => t('create.plugin'),
    text: () => t('create.pluginText'),
    to: '/space/$space_id/library/plugin',
  })
}
