import { EncapsulateHost } from './encapsulate-dialog.tsx'
import { RenameHost } from './rename-dialog.tsx'

/** Dialogs that menus of the canvas open. */
export function CanvasHosts() {
  return (
    <>
      <RenameHost />
      <EncapsulateHost />
    </>
  )
}
