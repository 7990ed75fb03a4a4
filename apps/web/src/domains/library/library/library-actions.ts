import { lazy } from 'react'
import { studioDialogs } from '#lib/studio-dialogs.ts'
import { transferring } from './transfer.ts'

const TransferDialog = lazy(() =>
  import('./components/transfer-dialog.tsx').then((module) => ({ default: module.TransferDialog })),
)

/** Registers the dialog for copying and moving, which the library and projects share. */
export function addLibraryActions(): void {
  studioDialogs.add({ id: 'transfer', useOpen: () => transferring.use() !== null, Content: TransferDialog })
}
