import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Brain } from 'lucide-react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { consentQuery, refreshMemory } from '../memory.queries.ts'

interface WhyEmptyProps {
  spaceId: string
  botId: string
  /** The setting in the editor, which is newer than that on the server. */
  isOn?: boolean
  /** For narrow places: one line instead of a page, and no link to the editor. */
  compact?: boolean
}

/** Why there are no memories: the feature is off, the person has not consented, or nothing was remembered yet. */
export function WhyEmpty({ spaceId, botId, isOn, compact }: WhyEmptyProps) {
  const t = useT('memory')
  const consent = useQuery(consentQuery(botId))
  const agree = useMutation({
    mutationFn: () => api.memory.setConsent({ bot_id: botId, is_given: true }),
    onSuccess: () => refreshMemory(botId),
  })
  if (!consent.data) return consent.error ? <ErrorPanel error={consent.error} /> : null
  const isAllowed = consent.data.is_given
  const isSwitchedOn = isOn ?? consent.data.is_on
  const text = t(!isSwitchedOn ? 'noneSwitchedOff' : isAllowed ? 'noneOn' : 'noneOff')
  const action = !isSwitchedOn ? (
    !compact && (
      <Link
        to="/space/$space_id/bot/$bot_id"
        params={{ space_id: spaceId, bot_id: botId }}
        className={buttonStyle('plain')}
      >
        {t('toBot')}
      </Link>
    )
  ) : isAllowed ? null : (
    <Button kind="solid" size={compact ? 'sm' : 'md'} busy={agree.isPending} onClick={() => agree.mutate()}>
      {t('consent')}
    </Button>
  )
  if (compact)
    return (
      <div className="flex flex-col items-start gap-2">
        <p className="text-small text-mute">{text}</p>
        {action}
        {agree.error && <ErrorPanel error={agree.error} />}
      </div>
    )
  return (
    <>
      <EmptyState icon={Brain} title={t('none')} text={text} action={action || undefined} />
      {agree.error && <ErrorPanel error={agree.error} />}
    </>
  )
}
