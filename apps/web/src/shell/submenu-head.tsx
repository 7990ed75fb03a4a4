import { PanelLeftClose } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'

/** The key that folds and unfolds the submenu. */
export const foldKey = '['

export interface SubmenuProps {
  /** Absent in the drawer of a small screen, which has its own close button. */
  onFold?: () => void
}

/** The top strip of a submenu: its title, and the button that folds it. */
export function SubmenuHead({ onFold, children }: SubmenuProps & { children: ReactNode }) {
  const t = useT('shell')
  return (
    <div className="flex h-14 shrink-0 items-center pr-1.5 pl-2">
      <div className="min-w-0 flex-1">{children}</div>
      {onFold && (
        <IconButton size="sm" icon={PanelLeftClose} label={t('submenu.fold')} keys={foldKey} onClick={onFold} />
      )}
    </div>
  )
}

export function SubmenuTitle({ children }: { children: ReactNode }) {
  return <div className="truncate px-2 text-title font-semibold">{children}</div>
}
