import type { ComponentProps } from 'react'
import { cn } from '#lib/class-names.ts'

interface CardProps extends ComponentProps<'div'> {
  /** The card opens something: on hover it gets an edge and a soft shadow. */
  pressable?: boolean
  selected?: boolean
  /** The resource is being processed (for example copied), or this failed. */
  tone?: 'plain' | 'pending' | 'failed'
}

export function Card({ pressable, selected, tone = 'plain', className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={cn(
        'group/card relative rounded-lg border border-line bg-card p-4 transition-[border-color,box-shadow]',
        pressable && 'cursor-pointer hover:border-line-strong hover:shadow-float',
        tone === 'pending' && 'border-dashed border-line-strong',
        tone === 'failed' && 'border-err-solid/50',
        selected && 'border-focus ring-1 ring-focus hover:border-focus',
        className,
      )}
    />
  )
}
