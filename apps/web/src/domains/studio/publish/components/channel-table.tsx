import { CircleCheck, CircleDashed, CircleX, GitCompare, Hourglass, LoaderCircle, PowerOff, Unplug } from 'lucide-react'
import { channelKindOf } from '@orrery/contract/shared/channel-kinds'
import { type ReactNode, useMemo } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Select } from '#ui/select.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Channel } from '../publish-port.ts'
import type { ChannelStep } from '../publish-run.ts'
import { channelLook } from './channel-look.ts'
import { ChannelReach, ChannelSettings } from './channel-settings.tsx'
import { FlowChoice } from './flow-choice.tsx'

interface ChannelTableProps {
  resourceId: string
  resourceName: string
  channels: readonly Channel[]
  steps: readonly ChannelStep[]
  chosen: ReadonlySet<string>
  canPublish: boolean
  flowsOf: (channel: Channel) => readonly string[]
  onFlows: (channelId: string, flows: readonly string[]) => void
  chosenOf: (channel: Channel) => Readonly<Record<string, string>>
  onValue: (channelId: string, key: string, value: string) => void
  onChoose: (chosen: ReadonlySet<string>) => void
  onTakeOff: (channel: Channel) => void
  onSetUp: (channel: Channel) => void
  /** Omitted where versions cannot be compared. */
  onCompare?: (channel: Channel) => void
  /** Omitted where channels are always connected. */
  onConnect?: (channel: Channel) => void
  onDisconnect?: (channel: Channel) => void
}

/** The channels: which ones get the version, their state and setup. */
export function ChannelTable(props: ChannelTableProps) {
  const {
    resourceId,
    resourceName,
    channels,
    steps,
    chosen,
    canPublish,
    flowsOf,
    onFlows,
    onChoose,
    onTakeOff,
    onSetUp,
  } = props
  const { onCompare, onConnect, onDisconnect, chosenOf, onValue } = props
  const hasFlows = channels.some((channel) => channel.flows.length > 0)
  const t = useT('publish')
  const columns = useMemo<Column<Channel>[]>(
    () => [
      {
        id: 'channel',
        head: t('channel'),
        cell: (row) => (
          <ChannelName channel={row}>
            {row.choices?.map((choice) => (
              <Select
                key={choice.key}
                size="sm"
                prefix={choice.key}
                label={t('channel.choice', { channel: row.name, key: choice.key })}
                placeholder={t('channel.choose')}
                items={choice.values}
                value={chosenOf(row)[choice.key] ?? null}
                disabled={!canPublish}
                onChange={(value) => onValue(row.id, choice.key, value)}
              />
            ))}
          </ChannelName>
        ),
      },
      {
        id: 'state',
        head: t('channel.state'),
        width: 150,
        cell: (row) => <ChannelState channel={row} step={steps.find((step) => step.id === row.id)} />,
      },
      ...(hasFlows
        ? [
            {
              id: 'flows',
              head: t('channel.flows'),
              width: 130,
              cell: (row: Channel) => (
                <FlowChoice channel={row} chosen={flowsOf(row)} canChoose={canPublish} onChoose={onFlows} />
              ),
            },
          ]
        : []),
      {
        id: 'reach',
        head: t('channel.reach'),
        width: 170,
        // Hidden on narrow screens in favour of the name and the reason.
        hideBelow: hasFlows ? 'xl' : 'wide',
        cell: (row) => <ChannelReach resourceId={resourceId} channel={row} canPublish={canPublish} />,
      },
      {
        id: 'version',
        head: t('channel.version'),
        width: 110,
        hideBelow: hasFlows ? 'lg' : 'sm',
        cell: (row) => <span className="font-mono text-code text-mute">{row.versionName || '–'}</span>,
      },
      {
        id: 'actions',
        head: t('channel.actions'),
        hideHead: true,
        width: 220,
        align: 'end',
        cell: (row) => (
          <span className="flex items-center justify-end gap-1" data-row-stop>
            {onCompare && row.publishId && (
              <IconButton
                size="sm"
                icon={GitCompare}
                label={t('channel.compare', { channel: row.name })}
                onClick={() => onCompare(row)}
              />
            )}
            <ChannelSettings
              {...{ resourceId, resourceName }}
              channel={row}
              canPublish={canPublish}
              onSetUp={onSetUp}
            />
            {canPublish && row.publishId && (
              <IconButton
                size="sm"
                kind="danger"
                icon={PowerOff}
                label={t('channel.takeOff', { channel: row.name })}
                onClick={() => onTakeOff(row)}
              />
            )}
            {canPublish && onDisconnect && row.isReady && !channelKindOf(row.id) && (
              <IconButton
                size="sm"
                icon={Unplug}
                label={t('channel.disconnect', { channel: row.name })}
                onClick={() => onDisconnect(row)}
              />
            )}
            {canPublish && onConnect && !row.isReady && !row.reason && !channelKindOf(row.id) && (
              <Button size="sm" aria-label={t('channel.connect', { channel: row.name })} onClick={() => onConnect(row)}>
                {t('bind')}
              </Button>
            )}
          </span>
        ),
      },
    ],
    [
      t,
      steps,
      resourceId,
      resourceName,
      canPublish,
      hasFlows,
      flowsOf,
      onFlows,
      chosenOf,
      onValue,
      onTakeOff,
      onSetUp,
      onCompare,
      onConnect,
      onDisconnect,
    ],
  )
  return (
    <section>
      <div className="mb-2 flex h-8 items-center gap-2.5">
        <h2 className="font-semibold">{t('channels')}</h2>
        <span className="text-small text-mute tabular-nums">
          {t('channels.chosen', { chosen: chosen.size, all: channels.length })}
        </span>
      </div>
      <div className="border-t border-line">
        <Table
          label={t('channels')}
          columns={columns}
          rows={channels}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          selected={canPublish ? chosen : undefined}
          onSelect={canPublish ? onChoose : undefined}
          canSelect={(row) => row.isReady}
        />
      </div>
    </section>
  )
}

/** The name of a channel. The reason below is never truncated, because it explains what to do. */
function ChannelName({ channel: { id, name, reason, text }, children }: { channel: Channel; children: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1.5">
      <ChannelTile id={id} />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-small text-mute wrap-anywhere whitespace-normal">{reason || text}</span>
        {children && (
          <span className="mt-1 flex flex-wrap gap-2" data-row-stop>
            {children}
          </span>
        )}
      </span>
    </span>
  )
}

function ChannelTile({ id }: { id: string }) {
  const { icon, ground } = channelLook(id)
  return (
    <span
      aria-hidden
      className={cn('inline-flex size-7.5 shrink-0 items-center justify-center rounded-md text-white', ground)}
    >
      <Icon of={icon} />
    </span>
  )
}

function ChannelState({ channel, step }: { channel: Channel; step: ChannelStep | undefined }) {
  const t = useT('publish')
  if (step?.state === 'running')
    return (
      <Tag tone="info" icon={LoaderCircle} spin>
        {t('channel.sending')}
      </Tag>
    )
  if (step?.state === 'failed')
    return (
      <Tag tone="err" icon={CircleX}>
        {t('channel.failed')}
      </Tag>
    )
  if (channel.isInReview || step?.state === 'review')
    return (
      <Tag tone="warn" icon={Hourglass}>
        {t('channel.review')}
      </Tag>
    )
  if (channel.publishId)
    return (
      <Tag tone="ok" icon={CircleCheck}>
        {t('channel.live')}
      </Tag>
    )
  return channel.isReady ? (
    <Tag icon={CircleDashed}>{t('channel.off')}</Tag>
  ) : (
    <Tag icon={Unplug}>{t(channel.reason ? 'channel.cannot' : 'channel.unbound')}</Tag>
  )
}
