import { Field } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { cn } from '#lib/class-names.ts'
import { controlStyle } from './control-style.ts'
import { Counter } from './counter.tsx'
import { useTextLength } from './use-text-length.ts'

export interface TextareaProps extends Omit<ComponentProps<'textarea'>, 'style'> {
  /** Shows the number of visible characters and the limit. */
  limit?: number
  mono?: boolean
  /** Grows with its text up to this number of rows. */
  maxRows?: number
}

/** The height of rows of 22 px plus the padding. */
const height = (rows: number): string => `${rows * 1.375 + 0.75}rem`

export function Textarea({ limit, mono, rows = 3, maxRows = 12, className, ...rest }: TextareaProps) {
  const [length, onChange] = useTextLength<HTMLTextAreaElement>(rest, limit !== undefined)
  return (
    <span className={controlStyle(cn('flex w-full min-w-0 flex-col', className))}>
      <Field.Control
        render={
          <textarea
            {...rest}
            rows={rows}
            onChange={onChange}
            style={{ minHeight: height(rows), maxHeight: height(maxRows) }}
            className={cn(
              'field-sizing-content w-full resize-none overflow-y-auto bg-transparent px-2.5 py-1.5 text-prose outline-none disabled:cursor-not-allowed',
              mono && 'font-mono text-code',
            )}
          />
        }
      />
      {limit !== undefined && <Counter length={length} limit={limit} className="self-end px-2.5 pb-1" />}
    </span>
  )
}
