import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { Icon, type IconType } from './icon.tsx'

interface FilterBarProps {
  /** Kind (Segmented), then selects with a prefix, then chips. */
  children?: ReactNode
  /** The search, at the right end. */
  search?: ReactNode
}

/** Filters apply at once and are part of the address; there is no button to apply them. */
export function FilterBar({ children, search }: FilterBarProps) {
  return (
    <div className="flex min-h-13 shrink-0 flex-wrap items-center gap-2 px-5 py-2.5">
      {children}
      {search && (
        <div className="ml-auto max-w-66 min-w-44 flex-1 basis-44 max-sm:max-w-none max-sm:basis-full">{search}</div>
      )}
    </div>
  )
}

interface FilterChipProps {
  icon?: IconType
  children: ReactNode
  onRemove: () => void
  /** Name of the removed item, for screen readers. */
  name: string
}

/** An active filter. */
export function FilterChip({ icon, children, onRemove, name }: FilterChipProps) {
  const t = useT('ui')
  return (
    <span className="inline-flex h-7 items-center gap-1.5 rounded-md bg-brand-soft pr-1 pl-2 text-small text-brand">
      {icon && <Icon of={icon} size={14} />}
      {children}
      <button
        type="button"
        aria-label={t('filter.remove', { name })}
        onClick={onRemove}
        className="hit-area flex size-5 items-center justify-center rounded-sm hover:bg-brand/10"
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  )
}
