import { lazy } from 'react'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { transferring } from './transfer.ts'

const TransferDialog = lazy(() =>
  import('./components/transfer-dialog.tsx').then((module) => ({ default: module.TransferDialog })),
)

/** Copying and moving is asked for from the library and from projects: one dialog for both. */
export function addLibraryActions(): void {
  studioDialogs.add({ id: 'transfer', useOpen: () => transferring.use() !== null, Content: TransferDialog })
}
