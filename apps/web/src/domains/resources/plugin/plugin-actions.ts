import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { libraryLists } from '#lib/library-lists.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { creatingPlugin } from './create-plugin.ts'

const CreatePluginDialog = lazy(() =>
  import('./create/create-plugin-dialog.tsx').then((module) => ({ default: module.CreatePluginDialog })),
)

/** Registers the create action, the list and the palette entries of plugins. */
export function addPluginActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'plugin',
    kind: 'plugin',
    keys: 'p',
    label: () => t('create.plugin'),
    description: () => t('create.pluginText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space, where) => creatingPlugin.set(space ? { ...where, space } : null),
  })
  studioDialogs.add({ id: 'create-plugin', useOpen: () => creatingPlugin.use() !== null, Content: CreatePluginDialog })
  libraryLists.add({
    id: 'plugin',
    kind: 'plugin',
    label: () => t('create.plugin'),
    text: () => t('create.pluginText'),
    to: '/space/$space_id/library/plugin',
  })
}
