import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/popover.tsx'
import { useChat, useChatState } from '../chat-context.ts'
import { type ChatShortcut, shortcutMessage } from '../shortcuts.ts'
import { ShortcutForm } from './shortcut-form.tsx'

/** The shortcut whose fields are being filled in, with the words that were typed after its command. */
export interface OpenShortcut {
  id: string
  words: string
}
interface ShortcutBarProps {
  shortcuts: readonly ChatShortcut[]
  opened: OpenShortcut | null
  onOpen: (opened: OpenShortcut | null) => void
}

/** Prepared questions above the input; one with fields opens its form first. */
export function ShortcutBar({ shortcuts, opened, onOpen }: ShortcutBarProps) {
  const t = useT('chat')
  if (shortcuts.length === 0) return null
  return (
    <div role="group" aria-label={t('shortcuts')} className="mb-2 flex gap-1.5 overflow-x-auto">
      {shortcuts.map((shortcut) => (
        <Shortcut
          key={shortcut.id}
          shortcut={shortcut}
          opened={opened?.id === shortcut.id ? opened : null}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}

interface ShortcutProps extends Omit<ShortcutBarProps, 'shortcuts'> {
  shortcut: ChatShortcut
}
function Shortcut({ shortcut, opened, onOpen }: ShortcutProps) {
  const { store } = useChat()
  const isReady = useChatState((state) => state.phase === 'ready')
  const hasFields = shortcut.fields.length > 0
  const sendNow = () => void store.send(shortcutMessage(shortcut, {}, {}))
  const button = (
    <Button size="sm" title={shortcut.description} disabled={!isReady} onClick={hasFields ? undefined : sendNow}>
      {shortcut.iconUrl && <img src={shortcut.iconUrl} alt="" className="size-4 rounded-xs" />}
      {shortcut.name}
    </Button>
  )
  if (!hasFields) return button
  return (
    <Popover
      trigger={button}
      open={opened !== null}
      onOpenChange={(isOpen) => onOpen(isOpen ? { id: shortcut.id, words: '' } : null)}
      side="top"
      title={shortcut.name}
    >
      <ShortcutForm
        key={opened?.words ?? ''}
        shortcut={shortcut}
        words={opened?.words ?? ''}
        onSend={(outgoing) => {
          onOpen(null)
          void store.send(outgoing)
        }}
      />
    </Popover>
  )
}
