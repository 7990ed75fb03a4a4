import { cn } from '#lib/class-names.ts'

/** The style of everything that floats above the page: menus, option lists, popovers. */
export function popupStyle(className?: string): string {
  return cn('pop-motion rounded-lg border border-line bg-raised text-ink shadow-float outline-none', className)
}

/** A row of a popup that can be highlighted. */
export function optionStyle(className?: string): string {
  return cn(
    'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-body outline-none select-none',
    'data-highlighted:bg-hover data-disabled:opacity-50',
    className,
  )
}
