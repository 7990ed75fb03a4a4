import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { describeError } from '#lib/describe-error.ts'
import { useDraft, useEditor } from '../../draft/draft-context.ts'

/** The save state. Everything is saved automatically. */
export function SavedState() {
  const t = useT('bot')
  const { store, isReadOnly } = useEditor()
  const state = useDraft((draft) => draft.state)
  const savedAt = useDraft((draft) => draft.savedAt)
  const time = formatTime(savedAt)
  const again = (
    <Button size="xs" kind="ghost" onClick={() => void store.flush()}>
      {t('retry')}
    </Button>
  )
  if (isReadOnly) return <span>{t('saved.edited', { time })}</span>
  return (
    <span role="status" aria-live="polite" className="flex min-w-0 items-center gap-1.5">
      {(state.is === 'saved' || state.is === 'conflict') && (
        <>
          <Icon
            of={state.is === 'saved' ? Check : TriangleAlert}
            size={14}
            className={state.is === 'saved' ? 'text-ok' : 'text-warn'}
          />
          <span className="truncate">{state.is === 'saved' ? t('saved.at', { time }) : t('saved.conflict')}</span>
        </>
      )}
      {(state.is === 'pending' || state.is === 'saving') && (
        <>
          <Icon of={LoaderCircle} size={14} className="animate-spin text-mute" />
          <span className="truncate">{t('saved.saving', { time })}</span>
        </>
      )}
      {state.is === 'offline' && (
        <>
          <Icon of={CloudOff} size={14} className="text-warn" />
          <span className="truncate text-warn">{t('saved.offline')}</span>
          {again}
        </>
      )}
      {(state.is === 'failed' || state.is === 'refused') && (
        <>
          <Icon of={TriangleAlert} size={14} className="shrink-0 text-err" />
          <Tooltip text={state.is === 'refused' ? state.reason : describeError(state.error).message}>
            <span className="truncate text-err">
              {state.is === 'refused'
                ? state.reason || t('saved.refused')
                : describeError(state.error).message || t('saved.failed')}
            </span>
          </Tooltip>
          {again}
        </>
      )}
    </span>
  )
}
