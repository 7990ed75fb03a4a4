import { cn } from '#lib/class-names.ts'

/** Style of everything that floats over the page: menus, option lists, popovers. */
export function popupStyle(className?: string): string {
  return cn('pop-motion rounded-lg border border-line bg-raised text-ink shadow-float outline-none', className)
}

/** A row in it that can be pointed at. */
export function optionStyle(className?: string): string {
  return cn(
    'flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 py-1.5 text-body outline-none select-none',
    'data-highlighted:bg-hover data-disabled:opacity-50',
    className,
  )
}
