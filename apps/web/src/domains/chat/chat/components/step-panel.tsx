import { ChevronDown, CircleAlert, CircleCheck, CirclePause, ListTree, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { isFailure, type MessageGroup, type PanelState, panelState } from '../message-groups.ts'
import { StepRow } from './step-row.tsx'

const looks = {
  loading: { icon: LoaderCircle, style: 'text-info', frame: '' },
  default: { icon: ListTree, style: 'text-mute', frame: '' },
  fail: { icon: CircleAlert, style: 'text-err', frame: 'border-err-solid/50' },
  interrupt: { icon: CirclePause, style: 'text-warn', frame: '' },
  success: { icon: CircleCheck, style: 'text-ok', frame: '' },
} as const

interface StepPanelProps {
  group: MessageGroup
  isRunning: boolean
  hasFault: boolean
}

/** Steps behind a reply. Older replies show only their number. */
export function StepPanel({ group, isRunning, hasFault }: StepPanelProps) {
  const t = useT('chat')
  const state = panelState(group, isRunning, hasFault)
  const [isOpen, setOpen] = useState<boolean>()
  const title = usePanelTitle(group, state)
  const { icon, style, frame } = looks[state]
  const open = isOpen ?? state !== 'default'
  const total = group.steps.reduce((sum, step) => sum + (step.milliseconds ?? 0), 0)
  return (
    <div className={cn('overflow-hidden rounded-lg border border-line bg-card', frame)} data-panel-state={state}>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="focus-inset flex h-9 w-full items-center gap-2 px-3 text-left"
      >
        <Icon of={icon} size={14} className={cn('shrink-0', style, state === 'loading' && 'animate-spin')} />
        <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
        <span className="shrink-0 text-small text-mute tabular-nums">
          {[
            state === 'success' && t('panel.default', { count: group.steps.length }),
            total > 0 && formatDuration(total),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Icon
          of={ChevronDown}
          size={14}
          className={cn('shrink-0 text-mute transition-transform', !open && '-rotate-90')}
        />
      </button>
      {open && (
        <ul className="border-t border-line py-1">
          {group.steps.map((step) => (
            <StepRow key={step.id} step={step} />
          ))}
        </ul>
      )}
    </div>
  )
}

function usePanelTitle({ steps }: MessageGroup, state: PanelState): string {
  const t = useT('chat')
  const done = steps.filter((step) => step.state !== 'running').length
  const failed = steps.findIndex(isFailure)
  const titles: Record<PanelState, string> = {
    loading: t('panel.loading', { number: Math.min(done + 1, steps.length), count: steps.length }),
    default: t('panel.default', { count: steps.length }),
    fail: failed < 0 ? t('panel.failed') : t('panel.fail', { number: failed + 1 }),
    interrupt: t('panel.interrupt'),
    success: t('panel.success'),
  }
  return titles[state]
}
