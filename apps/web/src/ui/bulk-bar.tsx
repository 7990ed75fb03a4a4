import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { useKeys } from '#lib/keys.ts'
import { Button } from './button.tsx'

interface BulkBarProps {
  /** Number of selected items; the bar is hidden at zero. */
  count: number
  /** A more specific text than "2 selected". */
  label?: string
  onClear: () => void
  /** Quiet buttons of size sm, the destructive one last. */
  children: ReactNode
}

/** Floats above the bottom edge of its (relative) parent and never moves the list. */
export function BulkBar({ count, label, onClear, children }: BulkBarProps) {
  const t = useT('ui')
  useKeys('Escape', onClear, count > 0)
  if (count === 0) return null
  return (
    <div
      role="toolbar"
      aria-label={t('bulk.label')}
      className="absolute bottom-4 left-1/2 z-sheet flex h-10 max-w-[calc(100%-2rem)] -translate-x-1/2 items-center gap-1 rounded-lg border border-line bg-raised px-3 shadow-float"
    >
      <span role="status" className="mr-2 font-medium whitespace-nowrap">
        {label ?? t('bulk.selected', { count })}
      </span>
      {children}
      <span className="mx-1 h-4 w-px bg-line" />
      <Button size="xs" kind="quiet" keys="Escape" onClick={onClear}>
        <span className="sr-only">{t('bulk.clear')}</span>
      </Button>
    </div>
  )
}
