import { cn } from '#lib/class-names.ts'

export type ButtonKind = 'solid' | 'plain' | 'ghost' | 'soft' | 'quiet' | 'danger' | 'danger-quiet'
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg'

const kinds: Record<ButtonKind, string> = {
  solid:
    'bg-brand-solid text-on-brand hover:bg-brand-solid-hover aria-expanded:bg-brand-solid-hover aria-busy:bg-brand-soft aria-busy:text-brand',
  plain: 'border border-line bg-card text-ink shadow-card hover:bg-hover aria-expanded:bg-hover',
  ghost: 'text-brand hover:bg-hover aria-expanded:bg-hover',
  soft: 'bg-brand-soft text-brand',
  quiet: 'text-ink hover:bg-hover aria-expanded:bg-hover',
  danger: 'bg-danger-solid text-on-brand hover:brightness-92',
  'danger-quiet': 'text-err hover:bg-err-soft',
}

const sizes: Record<ButtonSize, string> = {
  xs: 'h-6 gap-1 px-1.5 text-small',
  sm: 'h-7 gap-1.5 px-2 text-small',
  md: 'h-8 gap-1.5 px-3 text-body',
  lg: 'h-10 gap-2 px-4 text-body',
}

const wide = new Set<ButtonKind>(['solid', 'danger'])

/** The style of a button, for links that look like one. */
export function buttonStyle(kind: ButtonKind = 'plain', size: ButtonSize = 'md', className?: string): string {
  return cn(
    'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap transition-colors select-none',
    'data-disabled:pointer-events-none not-aria-busy:data-disabled:opacity-50',
    kinds[kind],
    sizes[size],
    wide.has(kind) && size === 'md' && 'px-4',
    className,
  )
}
