import { ChevronRight } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import type { TreeLine } from '#lib/tree.ts'
import { Icon } from './icon.tsx'

interface TreeRowProps {
  line: TreeLine<unknown>
  label: ReactNode
  tile?: ReactNode
  /** Counts, types and marks, shown at the right. */
  after?: ReactNode
  /** Buttons, shown on hover or focus. */
  actions?: ReactNode
  strong?: boolean
  indent?: number
  selected: boolean
  focusable: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => void
  onPress: () => void
}

export function TreeRow(props: TreeRowProps) {
  const {
    line,
    label,
    tile,
    after,
    actions,
    strong,
    indent = 16,
    selected,
    focusable,
    onFocus,
    onKeyDown,
    onPress,
  } = props
  return (
    <div
      role="treeitem"
      data-node={line.node.id}
      aria-level={line.level}
      aria-expanded={line.open}
      aria-selected={selected}
      aria-posinset={line.place}
      aria-setsize={line.siblings}
      tabIndex={focusable ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const target = event.target as Element
        // Menus of the row are portalled elsewhere, but their clicks bubble through React to here.
        if (event.currentTarget.contains(target) && !target.closest('button, a, input')) onPress()
      }}
      style={{ paddingLeft: 8 + (line.level - 1) * indent }}
      className={cn(
        'group/row focus-inset flex h-7 cursor-pointer items-center gap-1.5 rounded-md pr-1.5 select-none focus-visible:outline-2!',
        selected ? 'bg-brand-soft text-brand' : 'hover:bg-hover',
      )}
    >
      <Icon
        of={ChevronRight}
        size={14}
        className={cn(
          'shrink-0 text-mute transition-transform',
          line.open && 'rotate-90',
          line.open === undefined && 'invisible',
          line.open === undefined && line.level > 1 && 'hidden',
        )}
      />
      {tile}
      <span className={cn('min-w-0 flex-1 truncate', strong && 'font-medium', selected && 'font-medium')}>{label}</span>
      {actions && (
        <span className="hidden items-center group-focus-within/row:flex group-hover/row:flex has-aria-expanded:flex pointer-coarse:flex">
          {actions}
        </span>
      )}
      {after}
    </div>
  )
}
