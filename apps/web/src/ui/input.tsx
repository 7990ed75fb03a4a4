import { Input as BaseInput } from '@base-ui/react/input'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { controlHeight, controlStyle, type ControlSize } from './control-style.ts'
import { Counter } from './counter.tsx'
import { useTextLength } from './use-text-length.ts'

export interface InputProps extends Omit<ComponentProps<'input'>, 'size' | 'style' | 'value' | 'defaultValue'> {
  value?: string | number
  defaultValue?: string | number
  size?: ControlSize
  /** An icon or text before the input. */
  before?: ReactNode
  /** Buttons or key caps after the input. */
  after?: ReactNode
  /** Shows the number of visible characters and the limit. Longer text turns it red; the form rejects it. */
  limit?: number
  mono?: boolean
  /** Applies to the frame, not to the text field inside it. */
  className?: string
}

export function Input({ size = 'md', before, after, limit, mono, className, ref, ...rest }: InputProps) {
  const [length, onChange] = useTextLength<HTMLInputElement>(rest, limit !== undefined)
  return (
    <span className={controlStyle(cn('flex w-full min-w-0 items-center gap-2 px-2.5', controlHeight(size), className))}>
      {before && <span className="flex shrink-0 items-center text-mute">{before}</span>}
      <BaseInput
        ref={ref}
        {...rest}
        onChange={onChange}
        className={cn(
          'h-full min-w-0 flex-1 bg-transparent outline-none disabled:cursor-not-allowed',
          mono && 'font-mono text-code',
        )}
      />
      {limit !== undefined && <Counter length={length} limit={limit} />}
      {after && <span className="-mr-1 flex shrink-0 items-center gap-1">{after}</span>}
    </span>
  )
}
