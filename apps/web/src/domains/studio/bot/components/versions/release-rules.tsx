import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import {
  type BotReview,
  channelsQuery,
  storedState,
  channelState,
  type BotRef,
  refreshVersions,
  releaseSettingsQuery,
  reviewsQuery,
} from '../../versions/version.queries.ts'
import { CompareDialog } from './compare-dialog.tsx'

const choices = ['0', '1', '2'] as const
const tones = { 1: 'warn', 2: 'ok', 3: 'err', 4: 'grey' } as const
type StatusKey = '1' | '2' | '3' | '4'

/** Release settings of the space: whether another person must approve, and whether the guard is active. */
export function ReleaseRules({ of, mayPublish }: { of: BotRef; mayPublish: boolean }) {
  const t = useT('version')
  const { data } = useQuery(releaseSettingsQuery(of.space_id))
  const save = useMutation({
    mutationFn: (change: { review?: number; guard?: boolean; guard_min_turns?: number; white_list?: string[] }) => {
      const { may_change: _, ...before } = data!
      return api.botVersion.saveSettings({ space_id: of.space_id, ...before, ...change })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: releaseSettingsQuery(of.space_id).queryKey }),
  })
  if (!data) return null
  const isFree = data.white_list.includes(of.bot_id)
  const isDisabled = !data.may_change || save.isPending
  return (
    <Card role="group" aria-label={t('release.title')}>
      <h2 className="font-semibold">{t('release.title')}</h2>
      <p className="mb-3 text-small text-mute">{t('release.text')}</p>
      <div className="flex flex-col items-start gap-3">
        <Segmented
          label={t('release.review')}
          disabled={isDisabled}
          items={choices.map((value) => ({ value, label: t(`release.review.${value}`) }))}
          value={String(data.review) as (typeof choices)[number]}
          onChange={(next) => save.mutate({ review: Number(next) })}
        />
        {data.review > 0 && (
          <Switch
            checked={isFree}
            disabled={isDisabled}
            onChange={(isOn) =>
              save.mutate({
                white_list: isOn ? [...data.white_list, of.bot_id] : data.white_list.filter((id) => id !== of.bot_id),
              })
            }
          >
            {t('release.free')}
          </Switch>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Switch checked={data.guard} disabled={isDisabled} onChange={(guard) => save.mutate({ guard })}>
            {t('release.guard')}
          </Switch>
          {data.guard && (
            <NumberInput
              className="w-32"
              label={t('release.turns')}
              unit={t('release.turns.unit')}
              value={data.guard_min_turns}
              min={10}
              max={10_000}
              disabled={isDisabled}
              onChange={(next) => next !== null && save.mutate({ guard_min_turns: next })}
            />
          )}
        </div>
        {save.error && <ErrorPanel error={save.error} />}
      </div>
      {data.review > 0 && <Reviews of={of} canAsk={mayPublish && !isFree} />}
    </Card>
  )
}

function Reviews({ of, canAsk }: { of: BotRef; canAsk: boolean }) {
  const t = useT('version')
  const { data = [] } = useQuery(reviewsQuery(of))
  const { data: channels = [] } = useQuery(channelsQuery(of))
  const [compared, setCompared] = useState<BotReview | null>(null)
  const served = channels.filter((one) => one.has_published).map(({ id }) => id)
  const refresh = () => refreshVersions(of)
  const ask = useMutation({
    mutationFn: () =>
      api.botVersion.askReview({
        ...of,
        connector_ids: served.length ? served : channels.slice(0, 1).map(({ id }) => id),
      }),
    onSuccess: refresh,
  })
  const decide = useMutation({
    mutationFn: ({ id, approve }: { id: string; approve: boolean }) =>
      api.botVersion.decideReview({ space_id: of.space_id, review_id: id, approve }),
    onSuccess: async (_, { approve }) => {
      await refresh()
      toast.ok(t(approve ? 'review.approved' : 'review.rejected'))
    },
  })
  const withdraw = useMutation({
    mutationFn: (id: string) => api.botVersion.withdrawReview({ ...of, review_id: id }),
    onSuccess: refresh,
  })
  const error = ask.error ?? decide.error ?? withdraw.error
  const isWaiting = data.some((one) => one.status === 1)
  return (
    <section aria-label={t('review.title')} className="mt-4 border-t border-line pt-3">
      <div className="mb-2 flex items-center gap-3">
        <h3 className="flex-1 font-medium">{t('review.title')}</h3>
        {canAsk && !isWaiting && (
          <Button size="sm" busy={ask.isPending} onClick={() => ask.mutate()}>
            {t('review.ask')}
          </Button>
        )}
      </div>
      {data.length === 0 && <p className="text-small text-mute">{t('review.none')}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {data.map((one) => (
          <li key={one.review_id} className="flex flex-wrap items-center gap-2 py-2">
            <Tag tone={tones[one.status as keyof typeof tones] ?? 'grey'}>
              {t(`review.status.${String(one.status) as StatusKey}`)}
            </Tag>
            <span className="min-w-0 flex-1 truncate text-small">
              {[one.asker.name, formatTime(fromSeconds(one.create_time)), one.remark, one.comment]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Button size="sm" kind="quiet" onClick={() => setCompared(one)}>
              {t('compare.open')}
            </Button>
            {one.may_decide && (
              <>
                <Button
                  size="sm"
                  busy={decide.isPending}
                  onClick={() => decide.mutate({ id: one.review_id, approve: false })}
                >
                  {t('review.reject')}
                </Button>
                <Button
                  size="sm"
                  kind="solid"
                  busy={decide.isPending}
                  onClick={() => decide.mutate({ id: one.review_id, approve: true })}
                >
                  {t('review.approve')}
                </Button>
              </>
            )}
            {one.status === 1 && !one.may_decide && (
              <Button size="sm" kind="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate(one.review_id)}>
                {t('review.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {error && <ErrorPanel error={error} className="mt-2" />}
      {compared && (
        <CompareDialog
          of={of}
          left={channelState(compared.connector_ids[0] ?? '')}
          right={storedState(compared.version)}
          onClose={() => setCompared(null)}
        />
      )}
    </section>
  )
}
