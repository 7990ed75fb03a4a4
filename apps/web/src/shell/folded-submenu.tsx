import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'

/** The submenu above the page, in a window that is too narrow for both. */
export function FoldedSubmenu({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const t = useT('shell')
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal className="relative z-dialog">
        <Dialog.Backdrop className="fade-motion fixed inset-0 bg-scrim" />
        <Dialog.Popup
          aria-label={t('menu.title')}
          className="fade-motion fixed inset-y-0 left-14 flex w-53 flex-col border-r border-line bg-card outline-none"
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
