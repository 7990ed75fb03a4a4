import { cn } from '#lib/class-names.ts'

export type ControlSize = 'sm' | 'md' | 'lg'

const heights: Record<ControlSize, string> = { sm: 'h-7', md: 'h-8', lg: 'h-10' }

/** The shared frame of inputs and selects: border, focus ring, and red when invalid. */
export function controlStyle(className?: string): string {
  return cn(
    'rounded-md border border-line bg-card text-ink transition-colors hover:border-line-strong',
    'data-invalid:border-err-solid has-data-invalid:border-err-solid has-aria-invalid:border-err-solid',
    'data-disabled:opacity-50 has-disabled:opacity-50 has-disabled:hover:border-line',
    'focus-visible:border-focus focus-visible:outline-offset-0 has-[input:focus-visible,textarea:focus-visible]:border-focus',
    'has-[input:focus-visible,textarea:focus-visible]:outline-2 has-[input:focus-visible,textarea:focus-visible]:outline-focus',
    className,
  )
}

export function controlHeight(size: ControlSize): string {
  return cn(heights[size], size === 'sm' ? 'text-small' : 'text-body')
}
