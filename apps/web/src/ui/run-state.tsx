import { CircleCheck, CircleDashed, CircleSlash, CircleX, LoaderCircle } from 'lucide-react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from './icon.tsx'

const looks = {
  waiting: { icon: CircleDashed, style: 'text-mute', textStyle: '' },
  running: { icon: LoaderCircle, style: 'text-info', textStyle: 'text-info' },
  done: { icon: CircleCheck, style: 'text-ok', textStyle: 'text-mute' },
  failed: { icon: CircleX, style: 'text-err', textStyle: 'text-err' },
  skipped: { icon: CircleSlash, style: 'text-mute', textStyle: 'text-mute' },
} as const
export type RunStateName = keyof typeof looks

interface RunStateProps {
  state: RunStateName
  /** Replaces the name of the state: a short cause, a time. */
  text?: string
  /** Shows only the icon, with the name for screen readers. */
  iconOnly?: boolean
  size?: number
  className?: string
}

/** The state of a run, a step or a node: the same icon, colour and name on every screen. */
export function RunState({ state, text, iconOnly, size = 14, className }: RunStateProps) {
  const t = useT('ui')
  const { icon, style, textStyle } = looks[state]
  const word = text ?? t(`run.${state}`)
  return (
    <span className={cn('inline-flex min-w-0 items-center gap-1.5 text-small', className)}>
      <Icon of={icon} size={size} className={cn('shrink-0', style, state === 'running' && 'animate-spin')} />
      <span className={cn('truncate', textStyle, iconOnly && 'sr-only')}>{word}</span>
    </span>
  )
}
