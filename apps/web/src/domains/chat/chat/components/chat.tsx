import { useT } from '#lib/i18n.ts'
import { FailedPage } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type ChatFrame, ChatProvider, useChat, useChatState } from '../chat-context.ts'
import { ChatBackground, type ChatBackgroundLook } from './chat-background.tsx'
import { Composer } from './composer.tsx'
import { MessageList } from './message-list.tsx'
import { Onboarding, type Opening } from './onboarding.tsx'

interface ChatProps {
  frame: ChatFrame
  opening: Opening
  placeholder: string
  background?: ChatBackgroundLook
}

/** A whole conversation: its messages and the input. */
export function Chat({ frame, opening, placeholder, background }: ChatProps) {
  return (
    <ChatProvider value={frame}>
      <div className="relative isolate flex min-h-0 flex-1 flex-col">
        {background && <ChatBackground look={background} />}
        <Body opening={opening} />
        {!frame.isReadOnly && <Composer placeholder={placeholder} draftKey={frame.bot.id} />}
      </div>
    </ChatProvider>
  )
}

function Body({ opening }: { opening: Opening }) {
  const t = useT('chat')
  const phase = useChatState((state) => state.phase)
  const error = useChatState((state) => state.error)
  const isEmpty = useChatState((state) => state.messages.length === 0)
  const { store } = useChat()
  if (phase === 'failed') return <FailedPage title={t('failed')} error={error} onRetry={() => void store.load()} />
  if (phase === 'loading' && isEmpty) return <Loading />
  return <MessageList head={<Onboarding opening={opening} />} />
}

function Loading() {
  const t = useT('chat')
  return (
    <div role="status" className="flex flex-1 flex-col gap-3 px-4 py-4">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-9 w-3/5 rounded-xl" />
      <Skeleton className="h-9 w-2/5 self-end rounded-xl" />
      <Skeleton className="h-20 w-4/5 rounded-xl" />
    </div>
  )
}
