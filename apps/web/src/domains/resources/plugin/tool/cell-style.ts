import { cn } from '#lib/class-names.ts'

/** The style of an input in a table that looks like text until it is hovered or focused. */
export const cellStyle = (className?: string): string =>
  cn(
    'h-7 w-full min-w-0 rounded-sm border border-transparent bg-transparent px-1 outline-none placeholder:text-mute',
    'hover:border-line read-only:hover:border-transparent focus:border-focus focus:bg-card',
    className,
  )
