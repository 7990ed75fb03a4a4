import { useMutation, useQuery } from '@tanstack/react-query'
import { GitCompare, Percent, Plus, Power, Rocket } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatDuration, formatNumber, formatPercent, formatTime, fromSeconds } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { newUuid } from '#lib/new-uuid.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/toast-store.ts'
import {
  channelState,
  currentQuery,
  figuresQuery,
  storedState,
  type BotRef,
  refreshVersions,
  type ServedVersion,
  type State,
} from '../../versions/version.queries.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { ReleaseRules } from './release-rules.tsx'
import { ServeDialog } from './serve-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

type Opened =
  | { what: 'serve' }
  | { what: 'share'; rule: ServedVersion }
  | { what: 'compare'; left: State; right: State }

/** The version that each channel serves: the official one, and the version rules beside it. */
export function ServingPanel({
  of,
  mayPublish,
  mayRollBack,
}: {
  of: BotRef
  mayPublish: boolean
  mayRollBack: boolean
}) {
  const t = useT('version')
  const { data, error } = useQuery(currentQuery(of))
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const channels = Map.groupBy(data ?? [], (one) => one.connector_info.id)
  return (
    <div className="flex flex-col gap-4 overflow-y-auto p-5">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-mute">{t('serving.text')}</p>
        {mayPublish && data && data.length > 0 && (
          <Button kind="solid" icon={Plus} onClick={() => setOpened({ what: 'serve' })}>
            {t('serve.open')}
          </Button>
        )}
      </div>
      {error && <ErrorPanel error={error} />}
      {!data && !error && <Skeleton className="h-32" />}
      {data?.length === 0 && <EmptyState icon={Rocket} title={t('serving.empty')} text={t('serving.empty.text')} />}
      {[...channels].map(([id, versions]) => (
        <Card key={id} role="group" aria-label={versions[0]!.connector_info.name}>
          <h2 className="mb-2 font-semibold">{versions[0]!.connector_info.name}</h2>
          <ul className="flex flex-col divide-y divide-line">
            {versions.map((version) => (
              <Served
                key={version.rule_id || 'official'}
                of={of}
                version={version}
                mayPublish={mayPublish}
                mayRollBack={mayRollBack}
                onOpen={setOpened}
              />
            ))}
          </ul>
        </Card>
      ))}
      <ReleaseRules of={of} mayPublish={mayPublish} />
      {opened?.what === 'serve' && <ServeDialog of={of} onClose={close} />}
      {opened?.what === 'share' && <ShareDialog of={of} rule={opened.rule} onClose={close} />}
      {opened?.what === 'compare' && <CompareDialog of={of} left={opened.left} right={opened.right} onClose={close} />}
    </div>
  )
}

interface ServedProps {
  of: BotRef
  version: ServedVersion
  mayPublish: boolean
  mayRollBack: boolean
  onOpen: (opened: Opened) => void
}
function Served({ of, version, mayPublish, mayRollBack, onOpen }: ServedProps) {
  const t = useT('version')
  const isOfficial = version.publish_version_type === 1
  const isGray = version.publish_version_type === 3
  const channel = version.connector_info
  const refresh = () => refreshVersions(of)
  const offline = () =>
    confirm({
      title: t('offline.title', { version: version.version_name }),
      text: t('offline.text'),
      action: t('offline.action'),
      danger: true,
      onConfirm: async () => {
        await api.botVersion.inactivate({ ...of, rule_id: version.rule_id })
        await refresh()
        toast.ok(t('offline.done'))
      },
    })
  const promote = () =>
    confirm({
      title: t('promote.title', { version: version.version_name, channel: channel.name }),
      text: t('promote.text'),
      action: t('promote.action'),
      onConfirm: async () => {
        await api.botVersion.rollback({ ...of, connector_ids: [channel.id], bot_version: version.bot_version })
        await refresh()
        toast.ok(t('promote.done', { version: version.version_name }))
      },
    })
  const toGray = useMutation({
    mutationFn: () =>
      api.botVersion.publish({
        ...of,
        connector_ids: [channel.id],
        version_type: 3,
        publish_id: newUuid(),
        bot_version: version.bot_version,
        gray_config: { bucket: { field: { type: 1 }, in_gray: 500 } },
      }),
    onSuccess: refresh,
    onError: (cause) => toast.error(cause.message),
  })
  return (
    <li className="flex flex-col gap-2 py-2.5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-2">
        <Tag tone={isOfficial ? 'ok' : isGray ? 'warn' : 'brand'}>{labelOf(t, version)}</Tag>
        <span className="font-medium tabular-nums">{version.version_name}</span>
        <span className="min-w-0 flex-1 truncate text-small text-mute">
          {[version.creator.name, formatTime(fromSeconds(version.create_time)), version.remark]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Button
          size="sm"
          kind="quiet"
          icon={GitCompare}
          onClick={() =>
            onOpen({
              what: 'compare',
              left: channelState(channel.id),
              right: isOfficial ? { branch: 2 } : storedState(version.bot_version),
            })
          }
        >
          {t('compare.open')}
        </Button>
        {isGray && mayPublish && (
          <Button size="sm" kind="quiet" icon={Percent} onClick={() => onOpen({ what: 'share', rule: version })}>
            {t('share.open')}
          </Button>
        )}
        {!isOfficial && !isGray && mayPublish && (
          <Button size="sm" kind="quiet" icon={Percent} busy={toGray.isPending} onClick={() => toGray.mutate()}>
            {t('toGray')}
          </Button>
        )}
        {!isOfficial && mayRollBack && (
          <Button size="sm" kind="quiet" icon={Rocket} onClick={promote}>
            {t('promote.open')}
          </Button>
        )}
        {!isOfficial && mayPublish && (
          <Button size="sm" kind="quiet" icon={Power} onClick={offline}>
            {t('offline.open')}
          </Button>
        )}
      </div>
      {version.pause_reason && (
        <Banner tone="warn" inset>
          {version.pause_reason}
        </Banner>
      )}
      {isGray && <Figures of={of} ruleId={version.rule_id} />}
    </li>
  )
}
type T = ReturnType<typeof useT<'version'>>
function labelOf(
  t: T,
  version: Pick<ServedVersion, 'publish_version_type' | 'x_tt_env' | 'version_identifier' | 'gray_config'>,
): string {
  if (version.publish_version_type === 1) return t('type.2')
  if (version.publish_version_type === 3) return t('gray.share', { share: shareOf(version.gray_config) })
  return version.x_tt_env
    ? t('lane.named', { name: version.x_tt_env })
    : t('identifier.named', { name: version.version_identifier })
}
export function shareOf(config: unknown): string {
  const { bucket } = (config ?? {}) as { bucket?: { in_gray?: number; size?: number } }
  return formatPercent((bucket?.in_gray ?? 0) / (bucket?.size ?? 10_000))
}

const rows = ['turns', 'errors', 'p95', 'cost', 'likes', 'score'] as const
/** Compares the figures of the gray version with the official one, computed from their traces. */
function Figures({ of, ruleId }: { of: BotRef; ruleId: string }) {
  const t = useT('version')
  const { data } = useQuery(figuresQuery(of, ruleId))
  if (!data) return null
  type Side = typeof data.gray
  const texts: Record<(typeof rows)[number], (side: Side) => string> = {
    turns: (side) => formatNumber(side.turns),
    errors: (side) =>
      side.turns
        ? `${formatPercent(side.error_rate)} (${formatPercent(side.error_low)}–${formatPercent(side.error_high)})`
        : '–',
    p95: (side) => (side.turns ? formatDuration(side.p95_ms) : '–'),
    cost: (side) => (side.turns ? side.cost.toPrecision(2) : '–'),
    likes: (side) => `${side.likes} / ${side.dislikes}`,
    score: (side) =>
      side.score === null
        ? '–'
        : `${side.score.toFixed(2)}${side.score_low === null ? '' : ` (${side.score_low.toFixed(2)}–${(side.score_high ?? 0).toFixed(2)})`}`,
  }
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-md text-small tabular-nums" aria-label={t('figures.label')}>
        <thead>
          <tr className="text-mute">
            <th className="py-1 text-left font-normal">
              {t(data.has_enough ? 'figures.enough' : 'figures.few', { count: data.min_turns })}
            </th>
            {rows.map((row) => (
              <th key={row} className="px-2 py-1 text-right font-normal">
                {t(`figures.${row}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['gray', 'official'] as const).map((side) => (
            <tr key={side} className="border-t border-line">
              <td className="py-1">{t(side === 'gray' ? 'type.4' : 'type.2')}</td>
              {rows.map((row) => (
                <td key={row} className="px-2 py-1 text-right">
                  {texts[row](data[side])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
