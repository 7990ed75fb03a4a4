import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'

interface FirstStepProps {
  number: number
  state: 'done' | 'now' | 'next'
  title: ReactNode
  text: ReactNode
  action?: ReactNode
  children?: ReactNode
}

/** One of the steps to the first working bot. */
export function FirstStep({ number, state, title, text, action, children }: FirstStepProps) {
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className="flex gap-3.5 border-b border-line p-5 last:border-b-0"
    >
      <span
        aria-hidden
        className={cn(
          'flex size-6 shrink-0 items-center justify-center rounded-full text-small font-semibold',
          state === 'done' && 'bg-ok-soft text-ok',
          state === 'now' && 'bg-brand-solid text-on-brand',
          state === 'next' && 'border border-line-strong text-mute',
        )}
      >
        {state === 'done' ? <Icon of={Check} size={14} strokeWidth={2.5} /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <h3 className="flex min-w-0 items-center gap-2 font-semibold">{title}</h3>
          <span className="ml-auto">{action}</span>
        </div>
        <p className="text-small text-mute">{text}</p>
        {children}
      </div>
    </li>
  )
}
