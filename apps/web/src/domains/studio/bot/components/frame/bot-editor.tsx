import { BotMode, BotStatus } from '@orrery/contract/shared/bot-enums'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '#lib/api.ts'
import { textOf, useT } from '#lib/i18n.ts'
import { botLink } from '#lib/links.ts'
import { queryClient } from '#lib/query.ts'
import { rememberRecent } from '#lib/recent.ts'
import { usePageTitle } from '#lib/title.ts'
import { Banner } from '#ui/banner.tsx'
import { useNarrow } from '#lib/viewport.ts'
import { ResizablePanels } from '#ui/resizable-panels.tsx'
import { toast } from '#ui/toast-store.ts'
import { draftQuery, type LoadedDraft } from '../../bot.queries.ts'
import { type Editor, EditorProvider, useDraft, useEditor } from '../../draft/draft-context.ts'
import { useDraftStore } from '../../draft/use-draft-store.ts'
import { useAddWaiting } from '../../skills/use-waiting-skills.ts'
import { AgentsPanel } from '../agents/agents-panel.tsx'
import { FlowPanel } from '../agents/flow-panel.tsx'
import { ComparePanel } from '../compare/compare-panel.tsx'
import { ConflictHost } from '../dialogs/conflict-dialog.tsx'
import { PersonaPanel } from '../persona/persona-panel.tsx'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import { SkillsPanel } from '../skills/skills-panel.tsx'
import { CollaborationBar } from '../versions/collaboration-bar.tsx'
import { EditorBar } from './editor-bar.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import { OnePanel } from './one-panel.tsx'

interface BotEditorProps {
  spaceId: string
  botId: string
  loaded: LoadedDraft
}

/** Persona, skills and preview side by side; each can be collapsed. */
export function BotEditor({ spaceId, botId, loaded }: BotEditorProps) {
  const store = useDraftStore(botId, loaded)
  const reloads = useRef(0)
  const isCopying = loaded.bot_info.status === BotStatus.copying
  const editor = useMemo(
    (): Editor => ({
      store,
      botId,
      spaceId,
      loaded,
      isReadOnly: !loaded.editable || isCopying,
      reload: async () => {
        // Bypasses the query cache, which could return a request started before the latest change.
        const turn = ++reloads.current
        const fresh = await api.bot.getDraft({ bot_id: botId })
        if (turn !== reloads.current) return
        queryClient.setQueryData(draftQuery(botId).queryKey, fresh)
        store.adopt(fresh.bot_info, fresh.same_with_online)
      },
    }),
    [store, botId, spaceId, loaded, isCopying],
  )
  useCopiedNote()
  return (
    <EditorProvider value={editor}>
      <Frame status={loaded.bot_info.status} copyError={loaded.copy_error} />
      <ConflictHost />
    </EditorProvider>
  )
}

/** State of the person's own draft, for bots whose editors have separate drafts. */
function OwnDraftBar() {
  const { spaceId, botId, store, reload } = useEditor()
  const saved = useDraft((draft) => draft.info.version)
  return (
    <CollaborationBar
      of={{ space_id: spaceId, bot_id: botId }}
      saved={saved}
      flush={store.flush}
      onSubmitted={() => void reload()}
    />
  )
}

function Frame({ status, copyError }: { status: number; copyError: string }) {
  const t = useT('bot')
  // The history opens here; the other pages of the bot link to it.
  const [isHistory, setHistory] = useState(() => window.location.hash === '#history')
  const [isComparing, setComparing] = useState(false)
  const isNarrow = useNarrow()
  const mode = useDraft((draft) => draft.info.bot_mode)
  useBotTitle()
  useAddWaiting()
  useEffect(scrollToBlock, [])
  const first: Record<number, { title: string; content: ReactNode; share: number }> = {
    [BotMode.single]: { title: t('panel.persona'), content: <PersonaPanel />, share: 1 },
    [BotMode.multi]: { title: t('agents.title'), content: <AgentsPanel />, share: 1.1 },
    [BotMode.workflow]: { title: t('flow.title'), content: <FlowPanel />, share: 0.8 },
  }
  const { title, content, share } = first[mode] ?? first[BotMode.single]!
  const panels = [
    { id: 'persona', title, content, share, min: 280, foldable: true },
    { id: 'skills', title: t('panel.skills'), content: <SkillsPanel />, min: 320, foldable: true },
    {
      id: 'preview',
      title: t('panel.preview'),
      content: <PreviewPanel onCompare={() => setComparing(true)} />,
      share: 1.2,
      min: 340,
      foldable: true,
    },
  ]
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EditorBar onHistory={() => setHistory(!isHistory)} />
      <OwnDraftBar />
      {status === BotStatus.copying && <Banner>{t('copy.going')}</Banner>}
      {status === BotStatus.copyFailed && <Banner tone="err">{t('copy.broken', { why: copyError })}</Banner>}
      <div className="relative flex min-h-0 flex-1">
        {isComparing ? (
          <ComparePanel onClose={() => setComparing(false)} />
        ) : isNarrow ? (
          <OnePanel panels={panels} />
        ) : (
          <ResizablePanels storeKey="bot-editor" panels={panels} />
        )}
        {isHistory && <HistoryDrawer onClose={() => setHistory(false)} />}
      </div>
    </div>
  )
}

/** Sets the page title to the name of the bot, and adds the bot to the recently opened resources. */
function useBotTitle(): void {
  const info = useDraft((draft) => draft.info)
  const { spaceId } = useEditor()
  usePageTitle(info.name)
  useEffect(() => {
    rememberRecent(spaceId, {
      id: info.bot_id,
      kind: 'bot',
      name: info.name,
      href: botLink(spaceId, info.bot_id),
      icon: info.icon_url,
    })
  }, [spaceId, info.bot_id, info.name, info.icon_url])
}

/** After a copy, shows a note once and removes the marker from the URL. */
function useCopiedNote(): void {
  const navigate = useNavigate()
  const { from } = useSearch({ strict: false })
  useEffect(() => {
    if (from !== 'copy') return
    toast.ok(textOf('bot')('copy.success'), { id: 'bot-copied' })
    void navigate({ to: '.', search: {}, replace: true })
  }, [from, navigate])
}

const blockHash = /^#block-([a-z_]+)$/
const TRIES = 20
const PAUSE_MS = 100
/** Scrolls to the block named in the URL, as linked by a finding of a check-up, and focuses its header. */
function scrollToBlock() {
  const name = blockHash.exec(window.location.hash)?.[1]
  if (!name) return undefined
  let left = TRIES
  const timer = setInterval(() => {
    const head = document.querySelector<HTMLElement>(`[data-block="${name}"] button`)
    if (head) {
      head.scrollIntoView({ block: 'center' })
      head.focus()
    }
    if (head || (left -= 1) === 0) clearInterval(timer)
  }, PAUSE_MS)
  return () => clearInterval(timer)
}
