import { Check, LoaderCircle, TriangleAlert } from 'lucide-react'
import { describeError } from '#lib/describe-error.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ToolState } from './tool-store.ts'

interface SaveNoteProps {
  state: ToolState
  savedAt: number
  onRetry: () => void
}

/** The state of automatic saving. */
export function SaveNote({ state, savedAt, onRetry }: SaveNoteProps) {
  const t = useT('plugin')
  const isBad = state.is === 'refused' || state.is === 'failed' || state.is === 'conflict'
  const icon = state.is === 'saved' ? Check : isBad ? TriangleAlert : LoaderCircle
  const text = textOf()
  function textOf(): string {
    if (state.is === 'saved') return t('saved.at', { time: formatTime(savedAt) })
    if (state.is === 'refused') return t(`saved.blocked.${state.reason}`)
    if (state.is === 'failed') return describeError(state.error).message || t('saved.failed')
    return state.is === 'conflict' ? t('conflict.title') : t('saved.saving')
  }
  return (
    <span role="status" aria-live="polite" className="flex max-w-90 min-w-0 items-center gap-1.5 text-small text-mute">
      <Icon
        of={icon}
        size={14}
        className={state.is === 'saved' ? 'shrink-0 text-ok' : isBad ? 'shrink-0 text-warn' : 'shrink-0 animate-spin'}
      />
      <span className="truncate" title={isBad ? text : undefined}>
        {text}
      </span>
      {state.is === 'failed' && (
        <Button size="xs" kind="ghost" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </span>
  )
}
