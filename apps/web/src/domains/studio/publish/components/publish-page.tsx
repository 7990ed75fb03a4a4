import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { PowerOff } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { formatTime } from '#lib/format.ts'
import { textOf, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { PublishTag, publishState } from '#ui/publish-tag.tsx'
import { Tag } from '#ui/tag.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Channel, Offer, OfferAnswer, PublishPort, PublishState } from '../publish-port.ts'
import { createPublishRun } from '../publish-run.ts'
import { publishQuery, refreshPublish, versionsQuery } from '../publish.queries.ts'
import { usePublishChoice } from '../use-publish-choice.ts'
import { usePublishConfirms } from '../use-publish-confirms.ts'
import { ChangeList } from './change-list.tsx'
import { ChannelTable } from './channel-table.tsx'
import { OfferBox } from './offer-box.tsx'
import { PublishPanel } from './publish-panel.tsx'
import { PublishSkeleton } from './publish-skeleton.tsx'
import { SetupSheet } from './setup-sheet.tsx'
import { VersionBox } from './version-box.tsx'
import { VersionList } from './version-list.tsx'

interface PublishPageProps {
  port: PublishPort
  name: string
  tile: ReactNode
  /** A router link to the previous page. */
  back: ReactElement
  /** Notes above the channels, to read before publishing. */
  notes?: ReactNode
  /** Called after a version went online or offline. */
  onChanged?: () => void
  /** Compares the version that a channel serves with the draft. */
  onCompare?: (channelId: string) => void
  /** Other ways to publish, besides the official one. */
  others?: ReactNode
}

/** Publishes a draft: version, channels, progress, and rollback. */
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

function Board({
  port,
  name,
  tile,
  back,
  notes,
  onChanged,
  onCompare,
  others,
  state,
}: PublishPageProps & { state: PublishState }) {
  const t = useT('publish')
  const { canPublish, openId } = state
  const [run] = useState(() => createPublishRun(port))
  const progress = run.use()
  const { data: history } = useInfiniteQuery(versionsQuery(port))
  const live = state.channels.filter((channel) => channel.publishId)
  const since = newestOf(live)
  const choice = usePublishChoice(state)
  const { version, fault, targets } = choice
  const [note, setNote] = useState('')
  const [offer, setOffer] = useState(state.offer?.last)
  const isNewOffer = offer?.isOffered === true && !isSameOffer(offer, state.offer?.last)
  const [setUpId, setSetUpId] = useState('')
  const setUp = state.channels.find((channel) => channel.id === setUpId)
  const isRunning = progress.phase === 'running'
  // Nothing to publish: the selected channels already serve the draft.
  const isPublished = state.sameAs !== '' && targets.every((target) => choice.serves(target, state.sameAs))

  const refresh = async () => {
    onChanged?.()
    await refreshPublish(port.id)
  }
  const { takeOffline, rollBack, connect, disconnect } = usePublishConfirms({
    port,
    name,
    live,
    onDone: run.reset,
    refresh,
  })
  useEffect(() => {
    // Resumes an unfinished publication, and reloads the page data when it has finished.
    if (openId && canPublish) void run.resume(openId).then(refresh)
    return run.leave
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the publication found when the page was opened
  }, [run])
  const publish = async () => {
    const channels = targets.map((target) => ({
      id: target.id,
      name: target.name,
      flows: choice.flowsOf(target),
      chosen: choice.chosenOf(target),
    }))
    await run.start({ channels, versionName: version, note, draft: state.draft, offer, onOffered: showOffered })
    if (run.current().phase === 'done') {
      toast.ok(t('done', { version: run.current().versionName }))
      setNote('')
      choice.setVersion(null)
    }
    if (run.current().phase === 'review') toast.ok(t('review.sent'))
    await refresh()
  }
  const versions = useMemo(() => history?.pages.flatMap((page) => page.versions) ?? [], [history])
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <TitleBar
        back={back}
        tile={tile}
        title={t('title', { name })}
        beside={<StateTag state={state} isRunning={isRunning} />}
        note={<Facts state={state} goesOut={isRunning ? progress.versionName : ''} />}
        actions={
          canPublish ? (
            <>
              {live.length > 0 && (
                <Button icon={PowerOff} disabled={isRunning} onClick={() => void takeOffline(live)}>
                  {t('offline')}
                </Button>
              )}
              {live.length > 0 && others}
              <Button
                kind="solid"
                busy={isRunning}
                disabled={
                  targets.length === 0 ||
                  fault !== undefined ||
                  (isPublished && !isNewOffer) ||
                  choice.lacksFlow ||
                  choice.lacksValue
                }
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
      <div className="relative flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
        <div className="flex min-w-0 flex-1 flex-col gap-6 overflow-y-auto bg-card px-6 py-4 max-lg:flex-none max-lg:overflow-visible">
          <div className="grid grid-cols-[minmax(0,1.95fr)_minmax(0,1fr)] gap-6 max-[1360px]:grid-cols-1">
            <VersionBox
              lastName={state.lastName}
              ownName={isPublished ? state.sameAs : state.ownName}
              version={isPublished ? state.sameAs : version}
              fault={fault}
              note={note}
              summary={state.summary}
              describe={port.describe}
              isReadOnly={!canPublish || isRunning}
              onVersion={choice.setVersion}
              onNote={setNote}
            />
            <ChangeList
              changes={state.changes}
              since={since?.versionName ?? state.lastName}
              isLive={since !== undefined}
            />
          </div>
          {notes}
          <ChannelTable
            resourceId={port.id}
            resourceName={name}
            channels={state.channels}
            steps={progress.channels}
            chosen={choice.chosen}
            canPublish={canPublish && !isRunning}
            flowsOf={choice.flowsOf}
            onFlows={choice.setFlows}
            chosenOf={choice.chosenOf}
            onValue={choice.setValue}
            onChoose={choice.setChosen}
            onTakeOff={(channel) => void takeOffline([channel])}
            onSetUp={(channel) => setSetUpId(channel.id)}
            {...(onCompare && { onCompare: (channel: Channel) => onCompare(channel.id) })}
            onConnect={port.bind && ((channel) => void connect(channel).catch(showFailure))}
            onDisconnect={port.unbind && ((channel) => void disconnect(channel))}
          />
          {state.offer && offer && (
            <OfferBox state={state.offer} offer={offer} isReadOnly={!canPublish || isRunning} onChange={setOffer} />
          )}
        </div>
        <aside className="flex w-86 shrink-0 flex-col border-l border-line bg-page max-lg:w-full max-lg:border-t max-lg:border-l-0">
          <PublishPanel
            run={progress}
            version={version}
            sameAs={isPublished ? state.sameAs : ''}
            targets={targets}
            onRetry={() => void run.retry().then(refresh)}
            resourceId={port.id}
            canPublish={canPublish}
          />
          <VersionList
            port={port}
            versions={versions}
            total={history?.pages[0]?.total ?? 0}
            canGoBack={canPublish && !isRunning && live.length > 0}
            onGoBack={(to) => void rollBack(to)}
          />
        </aside>
        {setUp && <SetupSheet key={setUp.id} resourceId={port.id} channel={setUp} onClose={() => setSetUpId('')} />}
      </div>
    </div>
  )
}

const isSameOffer = (a: Offer, b: Offer | undefined) =>
  a.isOffered === b?.isOffered && a.isTemplate === b.isTemplate && a.categoryId === b.categoryId
/** Shows the answer of the marketplace. The publication is valid in any case. */
function showOffered({ problem, isWaiting }: OfferAnswer): void {
  const t = textOf('publish')
  if (problem) toast.error(t('offer.refused'), { description: problem })
  else toast.ok(t(isWaiting ? 'offer.waits' : 'offer.done'))
}
const showFailure = (error: unknown) => void toast.error(describeError(error).message, { error })

function StateTag({ state, isRunning }: { state: PublishState; isRunning: boolean }) {
  const t = useT('publish')
  const isLive = state.channels.some((channel) => channel.publishId)
  if (isRunning) return <Tag tone="info">{t('state.publishing')}</Tag>
  return <PublishTag state={publishState(isLive, state.changes.length > 0)} />
}

/** The live channel that was published last. */
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
