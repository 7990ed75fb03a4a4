import { Check, LoaderCircle, TriangleAlert } from 'lucide-react'
import { describeError } from '#lib/describe-error.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCardEditor } from '../card-context.ts'

/** The state of automatic saving. */
export function SaveNote() {
  const t = useT('card')
  const { store } = useCardEditor()
  const state = store.use((now) => now.state)
  const savedAt = store.use((now) => now.savedAt)
  const isBad = state.is === 'failed' || state.is === 'conflict' || state.is === 'offline'
  const icon = state.is === 'saved' ? Check : isBad ? TriangleAlert : LoaderCircle
  const text = {
    saved: t('saved.at', { time: formatTime(savedAt) }),
    pending: t('saved.saving'),
    saving: t('saved.saving'),
    offline: t('saved.offline'),
    conflict: t('conflict.title'),
    refused: t('saved.failed'),
    failed: (state.is === 'failed' && describeError(state.error).message) || t('saved.failed'),
  }[state.is]
  return (
    <span role="status" aria-live="polite" className="flex min-w-0 items-center gap-1.5">
      <Icon
        of={icon}
        size={14}
        className={state.is === 'saved' ? 'shrink-0 text-ok' : isBad ? 'shrink-0 text-warn' : 'shrink-0 animate-spin'}
      />
      <span className="truncate">{text}</span>
      {state.is === 'failed' && (
        <Button size="xs" kind="ghost" onClick={() => void store.flush()}>
          {t('retry')}
        </Button>
      )}
    </span>
  )
}
