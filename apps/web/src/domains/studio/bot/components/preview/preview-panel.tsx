import { BotMode, ShowSourceMode } from '@orrery/contract/shared/bot-enums'
import { OFFLINE_MODEL_ID } from '@orrery/contract/shared/model-support'
import { useQuery } from '@tanstack/react-query'
import { Braces, Bug, Columns2, Eraser } from 'lucide-react'
import { useEffect, useState } from 'react'
import { addingToDataset } from '#lib/add-to-dataset.ts'
import { useT } from '#lib/i18n.ts'
import { mayInSpace, useSpaces } from '#lib/spaces.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { PanelHead } from '#ui/resizable-panels.tsx'
import {
  Chat,
  type ChatBackgroundLook,
  type ChatFrame,
  type ChatShortcut,
  type ChatStore,
  createBotPort,
  createChatStore,
} from '#domains/chat/chat/index.ts'
import { ModelGuide } from '#domains/chat/model/index.ts'
import { comparisonQuery } from '../../compare/compare.queries.ts'
import { useDraft, useEditor } from '../../draft/draft-context.ts'
import { useOpening } from '../../preview/use-opening.ts'
import { useCall } from '../../preview/use-call.ts'
import { useTranscribe } from '../../preview/use-transcribe.ts'
import { useVoice } from '../../preview/use-voice.ts'
import { DebugDrawer } from './debug-drawer.tsx'
import { MemoryDrawer } from './memory-drawer.tsx'

const inNextFrame = (notify: () => void): void => void requestAnimationFrame(notify)

/** The third column: a chat with the draft. */
export function PreviewPanel({ onCompare }: { onCompare?: () => void }) {
  const t = useT('bot')
  const { botId, spaceId, store: draft } = useEditor()
  const [store] = useState(() =>
    createChatStore({ port: createBotPort(botId, spaceId), beforeSend: draft.flush, schedule: inNextFrame }),
  )
  useEffect(() => {
    void store.load()
    return store.leave
  }, [store])
  const [opened, setOpened] = useState<'memory' | { turnId: string } | null>(null)
  const frame = useFrame(store, (turnId) => setOpened({ turnId }))
  const opening = useOpening(store)
  const background = useBackground()
  const lastTurn = useLastTurn(store)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-card">
      <PanelHead
        title={t('panel.preview')}
        tools={
          <>
            {onCompare && <CompareButton onCompare={onCompare} />}
            <IconButton icon={Braces} label={t('memory.open')} onClick={() => setOpened('memory')} />
            <IconButton
              icon={Bug}
              label={t('debug.open')}
              disabled={!lastTurn}
              onClick={() => lastTurn && setOpened({ turnId: lastTurn })}
            />
            <ClearButton store={store} />
          </>
        }
      />
      <OfflineNote />
      <Chat frame={frame} opening={opening} placeholder={t('preview.placeholder')} background={background} />
      {opened === 'memory' && <MemoryDrawer onClose={() => setOpened(null)} />}
      {opened !== null && typeof opened === 'object' && (
        <DebugDrawer store={store} turnId={opened.turnId} onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

/** Tells people that the built-in model only follows fixed rules, and how to connect a real model. */
function OfflineNote() {
  const t = useT('bot')
  const { spaceId } = useEditor()
  const isOffline = useDraft((draft) => draft.info.model_info.model_id === OFFLINE_MODEL_ID)
  if (!isOffline) return null
  return (
    <div role="note" className="mx-4 mb-2 rounded-md bg-page px-3 py-2 text-small text-mute">
      {t('preview.offline')} <ModelGuide spaceId={spaceId} />
    </div>
  )
}

/** Whether the person may add rows to datasets: this requires the right to create resources in the space. */
function useMayKeep(spaceId: string): boolean {
  const space = useSpaces().find(({ id }) => id === spaceId)
  return space !== undefined && mayInSpace(space, 'createResource')
}

function useFrame(store: ChatStore, onDebug: (turnId: string) => void): ChatFrame {
  const { botId, spaceId } = useEditor()
  const mayKeep = useMayKeep(spaceId)
  const name = useDraft((draft) => draft.info.name)
  const iconUrl = useDraft((draft) => draft.info.icon_url)
  const knowledge = useDraft((draft) => draft.info.knowledge)
  const voice = useVoice(store)
  const transcribe = useTranscribe()
  const call = useCall()
  const shortcuts = useShortcuts()
  return {
    store,
    shortcuts,
    bot: { id: botId, name, iconUrl },
    onDebug,
    onKeep: mayKeep
      ? ({ question, answer }) =>
          addingToDataset.set({
            spaceId,
            from: 'chat',
            values: [
              { name: 'question', text: question },
              { name: 'answer', text: answer },
            ],
          })
      : undefined,
    voice,
    transcribe,
    // A call needs a model for transcription and one for speech.
    call: transcribe && voice && call,
    sources: knowledge.show_source
      ? knowledge.show_source_mode === ShowSourceMode.cardList
        ? 'cards'
        : 'list'
      : undefined,
  }
}

function useBackground(): ChatBackgroundLook | undefined {
  const image = useDraft((draft) => draft.info.background_image_info_list[0]?.web_background_image)
  if (!image?.image_url) return undefined
  return {
    url: image.image_url,
    color: image.theme_color,
    fade: image.gradient_position,
    place: image.canvas_position,
  }
}

/** The shortcuts above the input, in the order of the draft. */
function useShortcuts(): readonly ChatShortcut[] {
  const { loaded } = useEditor()
  const sort = useDraft((draft) => draft.info.shortcut_sort)
  const known = new Map(
    loaded.bot_option_data.shortcut_command_list.map((shortcutCommand) => [
      shortcutCommand.command_id,
      shortcutCommand,
    ]),
  )
  return sort.flatMap((id) => {
    const found = known.get(id)
    if (!found) return []
    return {
      id,
      name: found.command_name,
      command: found.shortcut_command,
      iconUrl: found.shortcut_icon?.url ?? '',
      description: found.description,
      query: found.template_query,
      fields: found.components_list
        .filter((field) => !field.hide)
        .map((field) => ({
          name: field.name,
          description: field.description,
          inputType: field.input_type,
          options: field.options,
          value: field.default_value?.value ?? '',
          uploadOptions: field.upload_options,
        })),
    }
  })
}

function useLastTurn(store: ChatStore): string | undefined {
  const { messages } = store.use()
  return messages.findLast((message) => message.extra_info.log_id !== '')?.extra_info.log_id
}

/** Comparisons are available only for bots with a single model and prompt. */
function CompareButton({ onCompare }: { onCompare: () => void }) {
  const t = useT('bot')
  const { botId, isReadOnly } = useEditor()
  const isSingle = useDraft((draft) => draft.info.bot_mode === BotMode.single)
  const mayCompare = isSingle && !isReadOnly
  const hasComparison = useQuery({ ...comparisonQuery(botId), enabled: mayCompare }).data?.has_comparison_data
  if (!mayCompare) return null
  return (
    <IconButton icon={Columns2} label={hasComparison ? t('compare.goOn') : t('compare.open')} onClick={onCompare} />
  )
}

function ClearButton({ store }: { store: ChatStore }) {
  const t = useT('bot')
  const isEmpty = store.use().messages.length === 0
  const clear = () =>
    void confirm({
      title: t('clear.title'),
      text: t('clear.text'),
      action: t('clear.action'),
      danger: true,
      onConfirm: () => store.clear(),
    })
  return <IconButton icon={Eraser} label={t('clear.open')} disabled={isEmpty} onClick={clear} />
}
