import { lazy } from 'react'
import { createActions } from '#lib/create-actions.ts'
import { textOf } from '#lib/i18n.ts'
import { mayInSpace } from '#lib/spaces.ts'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { exporting, importing } from './bundle-state.ts'

const ImportBundleDialog = lazy(() =>
  import('./components/import-bundle-dialog.tsx').then((module) => ({ default: module.ImportBundleDialog })),
)
const ExportDialog = lazy(() =>
  import('./components/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
)

/** Registers import and export in the create menu and the palette, with their dialogs. */
export function addBundleActions(): void {
  const t = textOf('shell')
  createActions.add({
    id: 'import',
    kind: 'other',
    keys: 'i',
    label: () => t('create.import'),
    description: () => t('create.importText'),
    may: (space) => space !== undefined && mayInSpace(space, 'createResource'),
    open: (space) => space && importing.set({ spaceId: space.id }),
  })
  studioDialogs.add({ id: 'import-bundle', useOpen: () => importing.use() !== null, Content: ImportBundleDialog })
  studioDialogs.add({ id: 'export-bundle', useOpen: () => exporting.use() !== null, Content: ExportDialog })
}
