import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Bot, Ellipsis, MessageSquareQuote, MessagesSquare, Rows3, ScrollText, Workflow } from 'lucide-react'
import { useState } from 'react'
import { type TraceSpan, TraceView } from '#domains/chat/trace/index.ts'
import { CreatePromptDialog, draftOfTrace } from '#domains/loop/prompts/index.ts'
import { addingToDataset, type OfferedRow } from '#lib/add-to-dataset.ts'
import { formatDuration, formatFullTime } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { MenuItem } from '#ui/menu-items.tsx'
import { QueryPage } from '#ui/query-page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { Neighbours } from '../components/neighbours.tsx'
import { TraceScores } from '../components/trace-scores.tsx'
import { tileOf, titleOf, TraceState } from '../components/trace-table.tsx'
import { loadSpan, spaceTraceQuery, type TraceHead } from '../observe.queries.ts'
import { toTrace } from '../to-trace.ts'

/** One trace: its figures, its steps over time, and the input and output of each step. */
export function TracePage() {
  const t = useT('observe')
  const space = useSpace()
  const { trace_id: traceId } = useParams({ from: '/signed/space/$space_id/observe/traces/$trace_id' })
  const query = useQuery(spaceTraceQuery(space.id, traceId))
  const back = <Link to="/space/$space_id/observe/traces" params={{ space_id: space.id }} />
  return (
    <QueryPage
      query={query}
      failed={t('trace.failed')}
      missing={t('trace.missing')}
      missingText={t('trace.missing.text')}
      loading={<Skeleton className="m-5 h-64" />}
      back={
        <Link to="/space/$space_id/observe/traces" params={{ space_id: space.id }} className={buttonStyle()}>
          {t('trace.back')}
        </Link>
      }
    >
      {({ trace, spans, has_values: hasValues, p95_ms: p95 }) => {
        const root = spans.find(({ parent_id }) => parent_id === '') ?? spans[0]
        return (
          <div className="flex min-h-0 flex-1 flex-col bg-card">
            <TitleBar
              title={titleOf(trace)}
              back={back}
              tile={<TypeTile kind={tileOf(trace.object_kind)} size={36} />}
              beside={<TraceState trace={trace} className={trace.error_msg ? '' : 'shrink-0'} />}
              note={<Facts trace={trace} />}
              actions={
                <>
                  <Neighbours spaceId={space.id} traceId={trace.trace_id} />
                  {mayInSpace(space, 'createResource') && <OpenAsPrompt spaceId={space.id} steps={spans} />}
                  <OpenElsewhere spaceId={space.id} trace={trace} />
                  {mayInSpace(space, 'createResource') && root && (
                    <Button
                      kind="solid"
                      icon={Rows3}
                      onClick={() => addingToDataset.set({ ...rowOf(space.id, root), traceId: trace.trace_id })}
                    >
                      {t('addToDataset')}
                    </Button>
                  )}
                </>
              }
            />
            <TraceScores spaceId={space.id} traceId={trace.trace_id} />
            <TraceView
              trace={toTrace(trace)}
              spans={spans}
              wide
              figures={{
                usual:
                  p95 > 0
                    ? { text: t('p95', { time: formatDuration(p95) }), isSlower: trace.duration_ms > p95 }
                    : undefined,
                cachedTokens: trace.cached_tokens,
                user: trace.user_name,
              }}
              loadSpan={hasValues ? undefined : (spanId) => loadSpan(space.id, trace.trace_id, spanId)}
              actions={
                mayInSpace(space, 'createResource')
                  ? (span) => (
                      <IconButton
                        size="sm"
                        icon={Rows3}
                        label={t('step.add')}
                        onClick={() => addingToDataset.set(rowOf(space.id, span))}
                      />
                    )
                  : undefined
              }
            />
          </div>
        )
      }}
    </QueryPage>
  )
}

/** Creates a prompt from the messages, model and tools of a model call, so that it can be tried and changed. */
function OpenAsPrompt({ spaceId, steps }: { spaceId: string; steps: TraceSpan[] }) {
  const t = useT('observe')
  const [isOpen, setOpen] = useState(false)
  const draft = draftOfTrace(steps)
  if (!draft) return null
  return (
    <>
      <Button icon={MessageSquareQuote} onClick={() => setOpen(true)}>
        {t('open.prompt')}
      </Button>
      {isOpen && <CreatePromptDialog spaceId={spaceId} draft={draft} onClose={() => setOpen(false)} />}
    </>
  )
}

const rowOf = (spaceId: string, { input, output }: { input: string; output: string }): OfferedRow => ({
  spaceId,
  from: 'trace',
  values: [
    { name: 'input', text: input },
    { name: 'output', text: output },
  ],
})
const scenes = ['debug', 'task', 'evaluation'] as const
const sceneOf = (scene: string) => scenes.find((one) => one === scene) ?? 'online'

function Facts({ trace }: { trace: TraceHead }) {
  const t = useT('observe')
  const facts = [
    // Draft numbers mean nothing to people.
    [trace.object_name, /^\d{6,}$/.test(trace.object_version) ? '' : trace.object_version].filter(Boolean).join(' '),
    t(`scene.${sceneOf(trace.scene)}`),
    formatFullTime(trace.started_at),
  ].filter(Boolean)
  return (
    <>
      <span className="truncate">{facts.join(' · ')}</span>
      <code className="truncate text-code">{trace.trace_id}</code>
      <CopyButton text={trace.trace_id} label={t('trace.copy')} size="sm" />
    </>
  )
}

/** Links from a trace to its bot or workflow, to the conversation, and to the log of the bot. */
function OpenElsewhere({ spaceId, trace }: { spaceId: string; trace: TraceHead }) {
  const t = useT('observe')
  const { object_kind: kind, object_id: id, thread_id: thread, trace_id: traceId } = trace
  const isBot = kind === 'bot'
  if (!thread && !isBot && kind !== 'workflow') return null
  const bot = { space_id: spaceId, bot_id: id }
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t('trace.more')} />}>
      {thread && (
        <MenuItem
          icon={MessagesSquare}
          render={
            <Link to="/space/$space_id/observe/threads/$thread_id" params={{ space_id: spaceId, thread_id: thread }} />
          }
        >
          {t('open.thread')}
        </MenuItem>
      )}
      {thread && isBot && (
        <MenuItem
          icon={ScrollText}
          render={
            <Link
              to="/space/$space_id/bot/$bot_id/logs"
              params={bot}
              search={{ conversation: thread, trace: traceId }}
            />
          }
        >
          {t('open.log')}
        </MenuItem>
      )}
      {isBot && (
        <MenuItem icon={Bot} render={<Link to="/space/$space_id/bot/$bot_id" params={bot} />}>
          {t('open.bot')}
        </MenuItem>
      )}
      {kind === 'workflow' && (
        <MenuItem
          icon={Workflow}
          render={<Link to="/work_flow" search={{ space_id: spaceId, workflow_id: id, execute_id: traceId }} />}
        >
          {t('open.workflow')}
        </MenuItem>
      )}
    </Menu>
  )
}
