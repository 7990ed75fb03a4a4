import type { InterfaceDocument } from '@orrery/contract'
import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { manifestOf } from '@orrery/engine/interface'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Eye, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'
import { codeQuery, draftPort } from '../interface.queries.ts'
import { InterfaceView } from '../runtime/interface-view.tsx'
import { type ShownStatus, staticRuntime } from '../runtime/sample.ts'
import { useRuntime } from '../runtime/use-runtime.ts'
import { ChannelSwitch } from './channel-switch.tsx'
import { useEditor } from './editor-context.ts'
import { CodePanel } from './code-panel.tsx'
import { DraftChat } from './draft-chat.tsx'
import { PreviewLink } from './preview-link.tsx'
import { useDrag } from './use-drag.ts'

const widths = { desktop: 1280, tablet: 768, phone: 390 } as const
const states = ['sample', 'loading', 'empty', 'failed'] as const satisfies readonly ShownStatus[]

/** The page as visitors see it, at three widths and in four states, or live with test data. */
export function Canvas({ projectId }: { projectId: string }) {
  const t = useT('interface')
  const { document, draft, mayEdit, page, channel, chooseChannel } = useEditor()
  const { canUndo, canRedo, state, error } = draft.use()
  const [device, setDevice] = useState<keyof typeof widths>(channel === InterfaceChannel.web ? 'desktop' : 'phone')
  const [shown, setShown] = useState<ShownStatus>('sample')
  const [isLive, setLive] = useState(false)
  const files = document.pages[page]?.files
  // The page is built from its saved files: unsaved edits are included after the next save.
  const text = useSaved(files ? JSON.stringify([files, Object.keys(document.sources)]) : '', state === 'saved')
  const { data: built } = useQuery(codeQuery(projectId, channel, page, text))
  const editor = useEditor()
  const frames = built?.address ? { ...editor.frames, [`page:${page}`]: built.address } : editor.frames
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-subtle">
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-card px-3 py-2">
        <ChannelSwitch value={channel} onChange={chooseChannel} />
        <Segmented
          size="sm"
          label={t('device')}
          value={device}
          onChange={setDevice}
          items={(['desktop', 'tablet', 'phone'] as const).map((value) => ({ value, label: String(widths[value]) }))}
        />
        {!isLive && (
          <Segmented
            size="sm"
            label={t('status')}
            value={shown}
            onChange={setShown}
            items={states.map((value) => ({ value, label: t(`status.${value}`) }))}
          />
        )}
        <Switch checked={isLive} onChange={setLive}>
          {t('preview')}
        </Switch>
        <PreviewLink projectId={projectId} channel={channel} />
        <span className="flex-1" />
        <span className="text-small text-mute" role="status">
          {t(`save.${state}`)}
        </span>
        {mayEdit && (
          <>
            <IconButton size="sm" icon={Undo2} label={t('undo')} disabled={!canUndo} onClick={draft.undo} />
            <IconButton size="sm" icon={Redo2} label={t('redo')} disabled={!canRedo} onClick={draft.redo} />
          </>
        )}
      </div>
      {state === 'failed' && (
        <Banner
          tone="err"
          action={
            <>
              <Button size="sm" onClick={() => void draft.retry()}>
                {t('save.retry')}
              </Button>
              <Button size="sm" onClick={draft.drop}>
                {t('save.drop')}
              </Button>
            </>
          }
        >
          {describeError(error).message}
        </Banner>
      )}
      {files && <CodePanel built={built} />}
      {/* The area scrolls, therefore it must be focusable. */}
      <div tabIndex={0} className="focus-inset min-h-0 flex-1 overflow-auto p-4">
        <div
          className="mx-auto min-h-80 rounded-lg border border-line bg-card p-6"
          style={{ width: widths[device], maxWidth: device === 'desktop' ? undefined : '100%' }}
        >
          {isLive ? (
            <LiveView document={document} projectId={projectId} isPhone={device === 'phone'} frames={frames} />
          ) : (
            <StaticView document={document} isPhone={device === 'phone'} shown={shown} frames={frames} />
          )}
        </div>
      </div>
    </div>
  )
}

/** The latest value at a time when it was saved. */
function useSaved(value: string, isSaved: boolean): string {
  const [saved, setSaved] = useState(isSaved ? value : '')
  if (isSaved && saved !== value) setSaved(value)
  return isSaved ? value : saved
}
function StaticView({
  document,
  isPhone,
  shown,
  frames,
}: {
  document: InterfaceDocument
  isPhone: boolean
  shown: ShownStatus
  frames: Record<string, string>
}) {
  const t = useT('interface')
  const { page, selected, select, mayEdit, marks } = useEditor()
  const drag = useDrag()
  const [sample, failed] = [t('status.sampleText'), t('failed')]
  const runtime = useMemo(() => staticRuntime(document, shown, sample, failed), [document, shown, sample, failed])
  useEffect(() => runtime.show(page), [runtime, page])
  const isEmpty = !document.pages[page]?.files && !Object.values(document.nodes).some((node) => node.page === page)
  if (isEmpty) return <p className="py-16 text-center text-mute">{t('canvas.empty')}</p>
  return (
    <InterfaceView
      runtime={runtime}
      isPhone={isPhone}
      chat={<ChatPlace />}
      selected={selected}
      onSelect={select}
      frames={frames}
      drag={mayEdit ? drag : undefined}
      marks={marks}
    />
  )
}
function LiveView({
  document,
  projectId,
  isPhone,
  frames,
}: {
  document: InterfaceDocument
  projectId: string
  isPhone: boolean
  frames: Record<string, string>
}) {
  const { space_id: spaceId = '' } = useParams({ strict: false })
  const { page, channel } = useEditor()
  const port = useMemo(() => draftPort(projectId, channel), [projectId, channel])
  const runtime = useRuntime(document, port)
  // A live preview starts with the open page.
  useEffect(() => runtime.show(page), [runtime, page])
  return <InterfaceView runtime={runtime} isPhone={isPhone} chat={<LiveChat spaceId={spaceId} />} frames={frames} />
}
/** The draft of a bot answers here. A chatflow can only be tried in its own editor. */
function LiveChat({ spaceId }: { spaceId: string }) {
  const t = useT('interface')
  const { document, facts } = useEditor()
  const { chat } = manifestOf(document)
  const bot = facts.bots?.find(({ id }) => id === chat)
  return bot ? <DraftChat key={bot.id} bot={bot} spaceId={spaceId} /> : <ChatPlace text={t('chat.noPreview')} />
}
function ChatPlace({ text }: { text?: string }) {
  const t = useT('interface')
  return (
    <div className="flex flex-1 items-center justify-center gap-2 text-mute">
      <Eye size={16} /> {text ?? t('chat.place')}
    </div>
  )
}
