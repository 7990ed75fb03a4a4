import { Check, LoaderCircle, TriangleAlert } from 'lucide-react'
import { describeError } from '#lib/describe-error.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { SaveState } from './tool-store.ts'

/** Everything saves itself, and says so. */
export function SaveNote({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  const t = useT('plugin')
  const isBad = state.is === 'blocked' || state.is === 'failed' || state.is === 'conflict'
  const icon = state.is === 'saved' ? Check : isBad ? TriangleAlert : LoaderCircle
  const text = {
    saved: () => t('saved.at', { time: formatTime((state as { at: number }).at) }),
    pending: () => t('saved.saving'),
    saving: () => t('saved.saving'),
    blocked: () => t(`saved.blocked.${(state as { fault: 'name' }).fault}`),
    failed: () => describeError((state as { error: unknown }).error).message || t('saved.failed'),
    conflict: () => t('conflict.title'),
  }[state.is]()
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
