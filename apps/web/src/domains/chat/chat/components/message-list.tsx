import { wordsOf } from '@orrery/contract/shared/chat-card'
import { ArrowDown } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Virtualizer } from 'virtua'
import { useT } from '#lib/i18n.ts'
import { isAtBottom, isAtTop } from '#lib/layout.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useChat, useChatState } from '../chat-context.ts'
import { createGrouper, type MessageGroup as Group } from '../message-groups.ts'
import { useSize } from '../use-size.ts'
import { MessageGroup } from './message-group.tsx'

/** The conversation: loads older messages at the top, and follows new ones while scrolled to the end. */
export function MessageList({ head }: { head: ReactNode }) {
  const { store } = useChat()
  const messages = useChatState((state) => state.messages)
  const sectionId = useChatState((state) => state.sectionId)
  const older = useChatState((state) => state.older)
  const hasOlder = useChatState((state) => state.hasOlder)
  const [grouper] = useState(createGrouper)
  const groups = useMemo(() => grouper(messages, sectionId), [grouper, messages, sectionId])
  const frame = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const { height } = useSize(top)
  const scroll = useFollowing(frame, groups)
  const isPrepending = useIsPrepending(groups)

  const onScroll = () => {
    const view = frame.current
    if (!view) return
    scroll.note(view)
    if (isAtTop(view) && hasOlder && older === 'idle') void store.loadOlder()
  }
  return (
    <div className="relative min-h-0 flex-1">
      {/* Scrollable content must be reachable by keyboard. */}
      <div
        ref={frame}
        tabIndex={0}
        role="log"
        aria-live="off"
        onScroll={onScroll}
        className="focus-inset flex h-full flex-col overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div ref={top} className="shrink-0">
          {hasOlder ? <OlderRow state={older} onRetry={() => void store.loadOlder()} /> : head}
        </div>
        <Virtualizer scrollRef={frame} startMargin={height} shift={isPrepending}>
          {groups.map((group) => (
            <MessageGroup key={keyOf(group)} group={group} />
          ))}
        </Virtualizer>
        <Spacer />
      </div>
      {!scroll.isAtEnd && <NewestTip onPress={scroll.toEnd} />}
      <Announcer />
    </div>
  )
}

/** A question keeps its key when the server assigns its id. */
const keyOf = (group: Group): string => group.question?.extra_info.local_message_id || group.groupId

interface Following {
  isAtEnd: boolean
  note: (view: HTMLElement) => void
  toEnd: () => void
}

function useFollowing(frame: RefObject<HTMLDivElement | null>, groups: readonly Group[]): Following {
  const [isAtEnd, setAtEnd] = useState(true)
  const following = useRef(true)
  const questions = useRef(0)
  const toEnd = useCallback(() => {
    frame.current?.scrollTo({ top: frame.current.scrollHeight })
    following.current = true
    setAtEnd(true)
  }, [frame])
  // A message of the user always scrolls into view.
  useLayoutEffect(() => {
    const asked = groups.filter((group) => group.question).length
    if (asked > questions.current && groups.at(-1)?.question) following.current = true
    questions.current = asked
    if (following.current) frame.current?.scrollTo({ top: frame.current.scrollHeight })
  }, [frame, groups])
  // Heights change after rendering: pictures, Markdown, folded parts.
  useEffect(() => {
    const view = frame.current
    if (!view) return undefined
    const watcher = new ResizeObserver(() => {
      if (following.current) view.scrollTo({ top: view.scrollHeight })
    })
    watcher.observe(view)
    for (const child of view.children) watcher.observe(child)
    return () => watcher.disconnect()
  }, [frame])
  const note = (view: HTMLElement) => {
    const isEnd = isAtBottom(view)
    following.current = isEnd
    setAtEnd(isEnd)
  }
  return { isAtEnd, note, toEnd }
}

/** Whether the first group changed because the list grew at the top: then the scroll position is kept. */
function useIsPrepending(groups: readonly Group[]): boolean {
  const [before, setBefore] = useState({ first: groups[0]?.groupId, count: groups.length, isPrepending: false })
  const first = groups[0]?.groupId
  if (first !== before.first || groups.length !== before.count) {
    const isPrepending = first !== before.first && groups.length > before.count && before.count > 0
    setBefore({ first, count: groups.length, isPrepending })
    return isPrepending
  }
  return before.isPrepending
}

function OlderRow({ state, onRetry }: { state: 'idle' | 'loading' | 'failed'; onRetry: () => void }) {
  const t = useT('chat')
  return (
    <div className="flex h-10 shrink-0 items-center justify-center gap-2 text-small text-mute">
      {state === 'loading' ? (
        <>
          <Spinner /> {t('older.loading')}
        </>
      ) : (
        <Button size="xs" kind="ghost" onClick={onRetry}>
          {state === 'failed' ? t('older.failed') : t('older.load')}
        </Button>
      )}
    </div>
  )
}

function NewestTip({ onPress }: { onPress: () => void }) {
  const t = useT('chat')
  return (
    <Button
      size="sm"
      icon={ArrowDown}
      onClick={onPress}
      className="absolute bottom-2 left-1/2 z-canvas -translate-x-1/2 rounded-full shadow-float"
    >
      {t('newest')}
    </Button>
  )
}

const Spacer = () => <div aria-hidden className="h-1 shrink-0" />

/** Announces a reply to screen readers once it is complete, not piece by piece. */
function Announcer() {
  const isRunning = useChatState((state) => state.run !== null)
  const last = useChatState((state) => state.messages.findLast((message) => message.type === 'answer'))
  const [heard, setHeard] = useState(last?.message_id)
  const [text, setText] = useState('')
  if (!isRunning && last && last.message_id !== heard) {
    setHeard(last.message_id)
    setText(wordsOf(last.content, last.content_type))
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
