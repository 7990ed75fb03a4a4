import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { useMutation } from '@tanstack/react-query'
import { SquarePen, X } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { queryClient } from '#lib/query.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { PictureTile } from '#ui/picture-tile.tsx'
import { Chat, type ChatFrame, type ChatStore, createChatStore } from '#domains/chat/chat/index.ts'
import { conversationsQuery, type SharedBot } from '../public-chat.queries.ts'
import { toShortcut, useBackground } from '../shared-look.ts'
import { useVisitorOpening } from '../use-visitor-opening.ts'
import { useVisitorVoice } from '../use-visitor-voice.ts'
import { asVisitor } from '../visit.ts'
import { createVisitorPort } from '../visitor-port.ts'
import { createVisitorTranscribe } from '../visitor-transcribe.ts'
import { createVisitorUpload } from '../visitor-upload.ts'
import { ConversationMenu } from './conversation-menu.tsx'

const visitEndCodes = new Set([ErrorCode.share.noSuchLink, ErrorCode.share.offline, ErrorCode.share.visitOver])

const endsVisit = (error: unknown): boolean => error instanceof ApiError && visitEndCodes.has(error.code)
type ChatState = ReturnType<ChatStore['current']>
const lastFault = ({ messages, faults }: ChatState): unknown => faults.get(messages.at(-1)?.message_id ?? '')?.error

interface VisitorChatProps {
  visitKey: string
  bot: SharedBot
  title: string
  /** Closes the chat; set if the chat is embedded in a site. */
  onClose?: () => void
  /** Called when the link, the password or the publication has changed. */
  onVisitEnd: () => void
  /** Whether the chat is part of a page that has its own main content and title. */
  isPart?: boolean
  /** Carries out actions that the bot requests in the surrounding page. */
  act?: ChatFrame['act']
}

/** The chat of a visitor, with their earlier conversations. */
export function VisitorChat({ visitKey, bot, title, onClose, onVisitEnd, isPart = false, act }: VisitorChatProps) {
  const t = useT('public-chat')
  const [conversationId, setConversationId] = useState('')
  const store = useMemo(
    () =>
      createChatStore({
        port: createVisitorPort(visitKey, conversationId),
        schedule: requestAnimationFrame,
        onAnswered: () => void queryClient.invalidateQueries(conversationsQuery(visitKey)),
      }),
    [visitKey, conversationId],
  )
  useEffect(() => {
    void store.load()
    return store.leave
  }, [store])
  const shownId = store.use((state) => state.conversationId)
  const isEmpty = store.use((state) => state.messages.length === 0)
  const hasVisitEnded = store.use((state) => endsVisit(state.error) || endsVisit(lastFault(state)))
  useEffect(() => {
    if (hasVisitEnded) onVisitEnd()
  }, [hasVisitEnded, onVisitEnd])
  const begin = useMutation({
    mutationFn: () => api.share.begin({ key: visitKey }, { ...asVisitor(visitKey), toast: true }),
    onSuccess: ({ id }) => setConversationId(id),
  })
  const voice = useVisitorVoice(visitKey, bot, store)
  const frame = useMemo(
    (): ChatFrame => ({
      store,
      bot: { id: bot.id, name: bot.name, iconUrl: bot.icon_url },
      sources: bot.sources === 'none' ? undefined : bot.sources,
      shortcuts: bot.shortcuts.map(toShortcut),
      upload: createVisitorUpload(visitKey, () => store.current().conversationId),
      voice,
      transcribe: bot.hears ? createVisitorTranscribe(visitKey) : undefined,
      call:
        bot.hears && bot.voice
          ? (id) => api.share.call({ key: visitKey, conversation_id: id }, { ...asVisitor(visitKey), toast: true })
          : undefined,
      act,
    }),
    [store, bot, visitKey, voice, act],
  )
  const opening = useVisitorOpening(visitKey, bot, isEmpty)
  const background = useBackground(bot)
  const [Title, Content] = isPart ? (['h2', 'div'] as const) : (['h1', 'main'] as const)
  return (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
        <PictureTile id={bot.id} kind="bot" src={bot.icon_url} size={26} />
        <Title className="min-w-0 flex-1 truncate font-semibold">{title}</Title>
        <ConversationMenu
          visitKey={visitKey}
          current={shownId}
          onChoose={setConversationId}
          onRemoved={(id) => id === shownId && begin.mutate()}
        />
        <IconButton
          icon={SquarePen}
          label={t('begin')}
          disabled={isEmpty}
          busy={begin.isPending}
          onClick={() => begin.mutate()}
        />
        {onClose && <IconButton icon={X} label={t('close')} onClick={onClose} />}
      </header>
      <Content className="mx-auto flex min-h-0 w-full max-w-200 flex-1 flex-col">
        <Chat frame={frame} opening={opening} placeholder={t('placeholder')} background={background} />
      </Content>
    </>
  )
}
