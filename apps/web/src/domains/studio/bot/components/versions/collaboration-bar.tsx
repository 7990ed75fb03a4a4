import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Switch } from '#ui/switch.tsx'
import { collaborationQuery, type BotRef, refreshVersions } from '../../versions/version.queries.ts'
import { SubmitDialog } from './submit-dialog.tsx'

/** Polling interval: another editor may submit at any time. */
const POLL_MS = 20_000

interface CollaborationBarProps {
  of: BotRef
  saved?: string
  /** Saves pending edits. */
  flush?: () => Promise<unknown>
  onSubmitted?: () => void
}
/** State of the person's own draft and the next action. Hidden if all editors share one draft. */
export function CollaborationBar({ of, saved, flush, onSubmitted }: CollaborationBarProps) {
  const t = useT('version')
  const { data } = useQuery({
    ...collaborationQuery(of, saved),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  })
  const [isOpen, setOpen] = useState(false)
  if (!data || data.develop_mode !== 1) return null
  const others = data.drafts.map(({ user }) => user.name).join(', ')
  return (
    <>
      <Banner
        tone={data.is_behind ? 'warn' : 'info'}
        action={
          data.is_behind ? (
            <Link to="/space/$space_id/bot/$bot_id/merge" params={of} className={buttonStyle('plain', 'sm')}>
              {t('merge.open')}
            </Link>
          ) : (
            data.has_own_draft && (
              <Button size="sm" onClick={() => void (flush?.() ?? Promise.resolve()).then(() => setOpen(true))}>
                {t('submit.open')}
              </Button>
            )
          )
        }
      >
        {data.is_behind
          ? t('bar.behind', { name: data.base_committer?.name ?? '' })
          : data.has_own_draft
            ? t('bar.own')
            : t('bar.base')}
        {others && ` ${t('bar.others', { names: others })}`}
      </Banner>
      {isOpen && (
        <SubmitDialog
          of={of}
          onDone={() => {
            setOpen(false)
            onSubmitted?.()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Switches whether each editor has a separate draft. */
export function CollaborationSwitch({ of, mayChange }: { of: BotRef; mayChange: boolean }) {
  const t = useT('version')
  const { data } = useQuery(collaborationQuery(of))
  const change = useMutation({
    mutationFn: (mode: 0 | 1) => api.bot.switchMode({ ...of, target_develop_mode: mode }),
    onSuccess: () => refreshVersions(of),
  })
  if (!data) return null
  const isOn = data.develop_mode === 1
  return (
    <>
      <Switch
        checked={isOn}
        disabled={!mayChange || change.isPending}
        onChange={(next) =>
          next
            ? change.mutate(1)
            : confirm({
                title: t('mode.off.title'),
                text: t('mode.off.text'),
                action: t('mode.off.action'),
                onConfirm: async () => void (await change.mutateAsync(0)),
              })
        }
      >
        {t('mode.label')}
      </Switch>
      {change.error && <ErrorPanel error={change.error} />}
    </>
  )
}
