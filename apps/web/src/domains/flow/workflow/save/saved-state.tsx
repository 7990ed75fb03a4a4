import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import { describeError } from '#lib/describe-error.ts'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon, type IconType } from '#ui/icon.tsx'
import { Tooltip } from '#ui/tooltip.tsx'
import { useReadOnly } from '../document/document-context.tsx'
import { useSaved, useSaverStore } from './saver-context.ts'

/** The save state. Everything is saved automatically. */
export function SavedState() {
  const t = useT('workflow')
  const saver = useSaverStore()
  const isReadOnly = useReadOnly()
  const state = useSaved((saved) => saved.state)
  const time = formatTime(useSaved((saved) => saved.savedAt))
  if (isReadOnly) return <span>{t('saved.edited', { time })}</span>
  const again = (
    <Button size="xs" kind="ghost" onClick={() => void saver.flush()}>
      {t('saved.retry')}
    </Button>
  )
  return (
    <span role="status" aria-live="polite" className="flex min-w-0 items-center gap-1.5">
      {state.is === 'saved' && <Line icon={Check} look="text-ok" text={t('saved.at', { time })} />}
      {(state.is === 'pending' || state.is === 'saving') && (
        <Line icon={LoaderCircle} look="animate-spin text-mute" text={t('saved.saving', { time })} />
      )}
      {state.is === 'conflict' && <Line icon={TriangleAlert} look="text-warn" text={t('saved.conflict')} />}
      {state.is === 'offline' && (
        <>
          <Line icon={CloudOff} look="text-warn" text={t('saved.offline')} />
          {again}
        </>
      )}
      {state.is === 'failed' && (
        <>
          <Tooltip text={describeError(state.error).message}>
            <span className="flex min-w-0 items-center gap-1.5 text-err">
              <Line
                icon={TriangleAlert}
                look="text-err"
                text={describeError(state.error).message || t('saved.failed')}
              />
            </span>
          </Tooltip>
          {again}
        </>
      )}
    </span>
  )
}

function Line({ icon, look, text }: { icon: IconType; look: string; text: string }) {
  return (
    <>
      <Icon of={icon} size={14} className={`shrink-0 ${look}`} />
      <span className="truncate">{text}</span>
    </>
  )
}
