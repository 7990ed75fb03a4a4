import { nextVersions, versionFault } from '@orrery/contract/shared/version-name'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleCheck, Pencil, PowerOff } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import { formatTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/confirm-host.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Channel, PublishPort, PublishState, Version } from '../publish-port.ts'
import { createPublishRun } from '../publish-run.ts'
import { publishQuery, refreshPublish, versionsQuery } from '../publish.queries.ts'
import { ChangeList } from './change-list.tsx'
import { ChannelTable } from './channel-table.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { PublishSkeleton } from './publish-skeleton.tsx'
import { VersionBox } from './version-box.tsx'
import { VersionList } from './version-list.tsx'

interface PublishPageProps {
  port: PublishPort
  name: string
  tile: ReactNode
  /** A link of the router. */
  back: ReactElement
  /** After something went online or offline. */
  onChanged?: () => void
}

/** From a draft to what people meet: version, channels, progress, and the way back. */
export function PublishPage(props: PublishPageProps) {
  const { port, name, tile, back } = props
  const t = useT('publish')
  const { data, error, refetch } = useQuery(publishQuery(port))
  if (data) return <Board {...props} state={data} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar back={back} tile={tile} title={t('title', { name })} />
      {error ? (
        <FailedPage title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <PublishSkeleton label={t('loading')} />
      )}
    </div>
  )
}

function Board({ port, name, tile, back, onChanged, state }: PublishPageProps & { state: PublishState }) {
  const t = useT('publish')
  const { canPublish, openId } = state
  const [run] = useState(() => createPublishRun(port))
  const going = run.use()
  const { data: history } = useInfiniteQuery(versionsQuery(port))
  const live = state.channels.filter((channel) => channel.publishId)
  const since = newestOf(live)
  const ready = state.channels.filter((channel) => channel.isReady)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set((live.length > 0 ? live : ready).map((item) => item.id)),
  )
  const next = nextVersions(state.lastName)
  const [input, setRequest] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const version = state.ownName || (input ?? (state.lastName ? next.minor : next.major))
  const fault = state.ownName ? undefined : versionFault(version, state.lastName)
  const [flows, setFlows] = useState<Readonly<Record<string, readonly string[]>>>({})
  const flowsOf = (channel: Channel) => chosenFlows(channel, flows[channel.id])
  const targets = state.channels.filter((channel) => chosen.has(channel.id) && channel.isReady)
  const lacksFlow = targets.some((target) => target.flows.length > 0 && flowsOf(target).length === 0)
  const isRunning = going.phase === 'running'
  const isThere = state.ownName !== '' && targets.every((target) => target.versionName === state.ownName)

  const refresh = async () => {
    onChanged?.()
    await refreshPublish(port.id)
  }
  useEffect(() => {
    if (openId && canPublish) void run.resume(openId)
    return run.leave
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the one that was found when the page was opened
  }, [run])
  const publish = async () => {
    const channels = targets.map((target) => ({ id: target.id, name: target.name, flows: flowsOf(target) }))
    await run.start({ channels, versionName: version, note, draft: state.draft })
    if (run.current().phase === 'done') {
      toast.ok(t('done', { version: run.current().versionName }))
      setNote('')
      setRequest(null)
    }
    await refresh()
  }
  const retry = async () => {
    await run.retry()
    await refresh()
  }
  const takeOff = (ids: readonly string[], where: string) =>
    confirm({
      title: t('offline.title', { name }),
      text: t('offline.text', { channels: where }),
      action: t('offline.action'),
      danger: true,
      onConfirm: async () => {
        await port.unpublish(ids)
        run.reset()
        await refresh()
        toast.ok(t('offline.done'))
      },
    })
  const goBack = (to: Version) =>
    confirm({
      title: t('back.title', { version: to.name }),
      text: t('back.text', { channels: live.map((item) => item.name).join(t('comma')) }),
      action: t('back.action', { version: to.name }),
      onConfirm: async () => {
        await port.rollback(to.id)
        run.reset()
        await refresh()
        toast.ok(t('back.done', { version: to.name }))
      },
    })
  const versions = useMemo(() => history?.pages.flatMap((page) => page.versions) ?? [], [history])
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        back={back}
        tile={tile}
        title={t('title', { name })}
        beside={<StateTag state={state} isRunning={isRunning} />}
        note={<Facts state={state} goesOut={isRunning ? going.versionName : ''} />}
        actions={
          canPublish ? (
            <>
              {live.length > 0 && (
                <Button
                  icon={PowerOff}
                  disabled={isRunning}
                  onClick={() =>
                    void takeOff(
                      live.map((item) => item.id),
                      live.map((item) => item.name).join(t('comma')),
                    )
                  }
                >
                  {t('offline')}
                </Button>
              )}
              <Button
                kind="solid"
                busy={isRunning}
                disabled={targets.length === 0 || fault !== undefined || isThere || lacksFlow}
                onClick={() => void publish()}
              >
                {isRunning ? t('publishing', { count: targets.length }) : t('publish', { count: targets.length })}
              </Button>
            </>
          ) : (
            <Tag>{t('viewOnly')}</Tag>
          )
        }
      />
      <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <main className="flex min-w-0 flex-1 flex-col gap-6 overflow-y-auto bg-card px-6 py-4 max-lg:flex-none max-lg:overflow-visible">
          <div className="grid grid-cols-[minmax(0,1.95fr)_minmax(0,1fr)] gap-6 max-[1360px]:grid-cols-1">
            <VersionBox
              lastName={state.lastName}
              ownName={state.ownName}
              version={version}
              fault={fault}
              note={note}
              summary={state.summary}
              isReadOnly={!canPublish || isRunning}
              onVersion={setRequest}
              onNote={setNote}
            />
            <ChangeList
              changes={state.changes}
              since={since?.versionName ?? state.lastName}
              isLive={since !== undefined}
            />
          </div>
          <ChannelTable
            resourceId={port.id}
            channels={state.channels}
            steps={going.channels}
            chosen={chosen}
            canPublish={canPublish && !isRunning}
            flowsOf={flowsOf}
            onFlows={(id, next) => setFlows({ ...flows, [id]: next })}
            onChoose={setChosen}
            onTakeOff={(channel) => void takeOff([channel.id], channel.name)}
          />
        </main>
        <aside className="flex w-86 shrink-0 flex-col border-l border-line bg-page max-lg:w-full max-lg:border-t max-lg:border-l-0">
          <PublishPanel
            run={going}
            version={version}
            targets={targets}
            onRetry={() => void retry()}
            resourceId={port.id}
            canPublish={canPublish}
          />
          <VersionList
            port={port}
            versions={versions}
            total={history?.pages[0]?.total ?? 0}
            canGoBack={canPublish && !isRunning && live.length > 0}
            onGoBack={(to) => void goBack(to)}
          />
        </aside>
      </div>
    </div>
  )
}

/**
 * The workflows a channel gets: the current choice, the last published ones, or all it can take. Deleted ones are left
 * out.
 */
function chosenFlows({ flows, given, isSingle }: Channel, input: readonly string[] | undefined): readonly string[] {
  const there = (ids: readonly string[]) => ids.filter((id) => flows.some((flow) => flow.id === id))
  if (input) return there(input)
  const last = there(given)
  if (last.length > 0) return last
  const all = flows.map((flow) => flow.id)
  return isSingle ? all.slice(0, 1) : all
}

function StateTag({ state, isRunning }: { state: PublishState; isRunning: boolean }) {
  const t = useT('publish')
  const isLive = state.channels.some((channel) => channel.publishId)
  if (isRunning) return <Tag tone="info">{t('state.publishing')}</Tag>
  if (!isLive) return <Tag tone="warn">{state.lastName ? t('state.offline') : t('state.draft')}</Tag>
  return state.changes.length > 0 ? (
    <Tag tone="brand" icon={Pencil}>
      {t('state.pending')}
    </Tag>
  ) : (
    <Tag tone="ok" icon={CircleCheck}>
      {t('state.live')}
    </Tag>
  )
}

/** The one that was served last, of those that are. */
const newestOf = (channels: readonly Channel[]): Channel | undefined =>
  channels.filter((channel) => channel.publishId).toSorted((a, b) => b.publishedAt - a.publishedAt)[0]

function Facts({ state, goesOut }: { state: PublishState; goesOut: string }) {
  const t = useT('publish')
  const newest = newestOf(state.channels)
  const since = newest
    ? t('liveSince', { version: newest.versionName, time: formatTime(newest.publishedAt) })
    : state.lastName
      ? t('nothingLive')
      : t('neverLive')
  return <span className="truncate">{goesOut ? `${since} · ${t('goesOut', { version: goesOut })}` : since}</span>
}
