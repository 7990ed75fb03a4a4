import type { ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { Icon, type IconType } from './icon.tsx'

const tones = {
  grey: 'bg-hover text-mute',
  brand: 'bg-brand-soft text-brand',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  err: 'bg-err-soft text-err',
  info: 'bg-info-soft text-info',
  outline: 'border border-line text-mute',
}
export type Tone = keyof typeof tones

interface TagProps {
  tone?: Tone
  icon?: IconType
  /** Spins the icon while work is running. */
  spin?: boolean
  /** Uses the code font, for types and versions. */
  mono?: boolean
  title?: string
  className?: string
  children: ReactNode
}

export function Tag({ tone = 'grey', icon, spin, mono, title, className, children }: TagProps) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex h-4.5 align-middle max-w-full shrink-0 items-center gap-1 rounded-sm px-1.5 text-caption font-medium whitespace-nowrap',
        mono && 'font-mono text-code-caption font-normal',
        tones[tone],
        className,
      )}
    >
      {icon && <Icon of={icon} size={12} className={cn('shrink-0', spin && 'animate-spin')} />}
      <span className="truncate">{children}</span>
    </span>
  )
}
