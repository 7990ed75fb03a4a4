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
  /** An icon or a word before the text. */
  before?: ReactNode
  /** Buttons or key caps after it. */
  after?: ReactNode
  /** Shows how many visible characters of how many; going over turns it red and stays possible, the form refuses it. */
  limit?: number
  mono?: boolean
  /** For the frame, not for the text field inside it. */
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
