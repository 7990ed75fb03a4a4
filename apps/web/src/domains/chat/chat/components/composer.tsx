import { ListRestart, Paperclip, SendHorizontal, Square } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { attachmentLimits, createAttachments, isUploading } from '../attachments.ts'
import { useChat, useChatState } from '../chat-context.ts'
import { CallButton } from '#domains/chat/call/index.ts'
import { readSent, writeContent } from '../content.ts'
import { keepMessageDraft, readMessageDraft } from '../message-drafts.ts'
import { type ChatShortcut, shortcutMessage, wordsAfter } from '../shortcuts.ts'
import { useCommands } from '../use-commands.ts'
import { AttachmentList } from './attachment-list.tsx'
import { CommandMenu } from './command-menu.tsx'
import { DictateButton } from './dictate-button.tsx'
import { type OpenShortcut, ShortcutBar } from './shortcut-bar.tsx'

interface ComposerProps {
  placeholder: string
  /** The key under which unsent text is kept when the page is left. */
  draftKey: string
}

const none: readonly ChatShortcut[] = []

/** Message input. Enter sends, Shift+Enter breaks the line, Esc stops, Up recalls the last question. */
export function Composer({ placeholder, draftKey }: ComposerProps) {
  const t = useT('chat')
  const { store, bot, call, isTextOnly, upload, shortcuts = none } = useChat()
  const isReady = useChatState((state) => state.phase === 'ready')
  const run = useChatState((state) => state.run)
  const [text, setText] = useState(() => readMessageDraft(draftKey))
  const [attachments] = useState(() => createAttachments(upload))
  const files = attachments.use()
  const [isOver, setOver] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  useEffect(() => attachments.dispose, [attachments])
  useEffect(() => keepMessageDraft(draftKey, text), [draftKey, text])

  const canSend = isReady && !isUploading(files) && (text.trim() !== '' || files.items.length > 0)
  const stopWaiting = useRef<() => void>(undefined)
  useEffect(() => () => stopWaiting.current?.(), [])
  /** Enter before the conversation has loaded sends the message once it has. */
  const sendWhenReady = () => {
    stopWaiting.current?.()
    stopWaiting.current = store.subscribe(() => {
      if (store.current().phase !== 'ready') return
      stopWaiting.current?.()
      send(field.current?.value ?? '')
    })
  }
  const send = (value = text) => {
    const content = value.trim()
    const now = attachments.current()
    if (isUploading(now) || (content === '' && now.items.length === 0)) return
    if (store.current().phase !== 'ready') return sendWhenReady()
    const uploads = attachments.release()
    setText('')
    void store.send(
      uploads.length > 0
        ? { content: writeContent(content, uploads), contentType: 'mix' }
        : { content, contentType: 'text' },
    )
  }
  const [opened, setOpened] = useState<OpenShortcut | null>(null)
  const menuId = useId()
  const menu = useCommands(text, shortcuts)
  const runShortcut = (shortcut: ChatShortcut) => {
    const words = wordsAfter(text)
    setText('')
    if (shortcut.fields.length > 0) return setOpened({ id: shortcut.id, words })
    const message = shortcutMessage(shortcut, {}, {})
    void store.send({ ...message, content: [message.content, words].filter(Boolean).join(' ') })
  }
  const recallLast = () => {
    const last = store.current().messages.findLast((message) => message.type === 'question')
    if (last) setText(readSent(last).text)
  }
  const type = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (menu.shown.length > 0 && menu.onKey(event, runShortcut)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && run) {
      event.preventDefault()
      void store.stop()
    } else if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault()
      recallLast()
    }
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0 || isTextOnly) return
    event.preventDefault()
    attachments.add(pasted)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isTextOnly) attachments.add([...event.dataTransfer.files])
  }
  return (
    <div data-composer className="shrink-0 px-4 pb-4">
      <AttachmentList attachments={attachments} state={files} />
      <ShortcutBar shortcuts={shortcuts} opened={opened} onOpen={setOpened} />
      <CommandMenu id={menuId} shortcuts={menu.shown} active={menu.active} onRun={runShortcut} />
      <div
        role="group"
        aria-label={t('compose')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!isTextOnly)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'rounded-xl border border-line bg-card shadow-card transition-colors focus-within:border-focus focus-within:outline-2 focus-within:outline-focus/40',
          isOver && 'border-focus bg-brand-soft',
        )}
      >
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={placeholder}
          placeholder={isOver ? t('dropHere') : placeholder}
          aria-controls={menu.chosen ? menuId : undefined}
          aria-activedescendant={menu.chosen ? `${menuId}-${menu.chosen.id}` : undefined}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={type}
          onPaste={paste}
          className="field-sizing-content max-h-40 min-h-9 w-full resize-none bg-transparent px-3 pt-2.5 text-prose outline-none"
        />
        <div className="flex items-center gap-1 px-2 pb-2">
          {!isTextOnly && <IconButton icon={Paperclip} label={t('attach')} onClick={() => picker.current?.click()} />}
          <DictateButton text={text} onText={setText} />
          {call && (
            <CallButton
              bot={bot}
              disabled={!isReady || run !== null}
              openRoom={() => call(store.current().conversationId)}
              onEnd={() => void store.load()}
            />
          )}
          <ContextButton />
          {files.items.length > 0 && (
            <span className="text-small text-mute tabular-nums">
              {t('files', { count: files.items.length, most: formatNumber(attachmentLimits.count) })}
            </span>
          )}
          <span className="ml-auto" />
          {run ? (
            <StopButton />
          ) : (
            <IconButton
              icon={SendHorizontal}
              kind="solid"
              label={t('send')}
              disabled={!canSend}
              onClick={() => send()}
            />
          )}
        </div>
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          attachments.add([...(event.target.files ?? [])])
          event.target.value = ''
          field.current?.focus()
        }}
      />
    </div>
  )
}

function StopButton() {
  const t = useT('chat')
  const { store } = useChat()
  const isStopping = useChatState((state) => state.run?.isStopping)
  return (
    <IconButton
      icon={Square}
      kind="plain"
      label={t('stop')}
      keys="Escape"
      disabled={isStopping}
      onClick={() => void store.stop()}
    />
  )
}

/** Starts a new section: the bot forgets the earlier messages, which stay visible. */
function ContextButton() {
  const t = useT('chat')
  const { store } = useChat()
  const isUseless = useChatState(
    (state) =>
      state.run !== null ||
      state.messages.at(-1) === undefined ||
      state.messages.at(-1)?.section_id !== state.sectionId,
  )
  return (
    <IconButton
      icon={ListRestart}
      label={t('newSection')}
      disabled={isUseless}
      // The client shows the error.
      onClick={() => void store.newSection().catch(() => {})}
    />
  )
}
