import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import {
  ArrowDown,
  ArrowUp,
  ClipboardCopy,
  ClipboardPaste,
  Copy,
  Link2,
  Plus,
  Trash2,
  WandSparkles,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type Message, roleKeys } from '../detail.ts'
import type { DraftStore } from '../draft-store.ts'
import { clipKey } from '../clip.ts'
import { type PasteNote, useClip } from '../use-clip.ts'
import { AddImage, MessageParts, takesImages } from './message-parts.tsx'

const ImproveDialog = lazy(() => import('./improve-dialog.tsx').then((module) => ({ default: module.ImproveDialog })))
const InsertTextDialog = lazy(() =>
  import('./insert-text-dialog.tsx').then((module) => ({ default: module.InsertTextDialog })),
)
const roles = [
  PromptMessageType.system,
  PromptMessageType.user,
  PromptMessageType.assistant,
  PromptMessageType.placeholder,
] as const

interface MessageListProps {
  store: DraftStore
  mayEdit: boolean
  spaceId: string
  promptId: string
}

/** The messages of a prompt, in order. */
export function MessageList({ store, mayEdit, spaceId, promptId }: MessageListProps) {
  const t = useT('prompts')
  const [improved, setImproved] = useState<number | null>(null)
  const [filled, setFilled] = useState<number | null>(null)
  const { messages, template, variables } = store.use((now) => now.detail)
  const put = (next: readonly Message[]) => store.edit({ messages: next })
  const change = (at: number, more: Partial<Message>) =>
    put(messages.map((message, index) => (index === at ? { ...message, ...more } : message)))
  const swap = (a: number, b: number) =>
    put(messages.map((message, index) => (index === a ? messages[b]! : index === b ? messages[a]! : message)))
  const clip = useClip(store, { spaceId, promptId })
  return (
    <section aria-label={t('write.messages')} className="flex min-w-0 flex-col gap-4 p-5">
      <div className="flex items-center gap-3">
        <h2 className="font-semibold">{t('write.messages')}</h2>
        {mayEdit && (
          <span className="ml-auto flex">
            <IconButton
              icon={ClipboardCopy}
              label={t('clip.copyAll')}
              disabled={!messages.length}
              onClick={() => void clip.copyAll()}
            />
            <IconButton icon={ClipboardPaste} label={t('clip.paste')} onClick={() => void clip.paste()} />
          </span>
        )}
        <span className={mayEdit ? '' : 'ml-auto'}>
          <Segmented
            label={t('write.template')}
            value={template}
            disabled={!mayEdit}
            onChange={(next) => store.edit({ template: next })}
            items={[
              { value: 'normal', label: '{{name}}' },
              { value: 'jinja2', label: 'Jinja' },
            ]}
          />
        </span>
      </div>
      {clip.notes.length > 0 && (
        <Banner inset tone="warn" onClose={clip.forget}>
          <PasteNotes notes={clip.notes} />
        </Banner>
      )}
      {messages.map((message, at) => (
        <article key={at} aria-label={t('write.message', { n: at + 1 })} className="flex flex-col gap-1.5">
          <div className="flex items-center gap-1">
            <Select
              size="sm"
              className="max-w-40"
              label={t('write.role', { n: at + 1 })}
              disabled={!mayEdit}
              value={String(message.message_type)}
              onChange={(type) => change(at, { message_type: Number(type) as Message['message_type'] })}
              items={roles.map((role) => ({ value: String(role), label: t(`role.${roleKeys[role]}`) }))}
            />
            {mayEdit && (
              <span className="ml-auto flex">
                {message.message_type !== PromptMessageType.placeholder && (
                  <IconButton
                    size="sm"
                    icon={WandSparkles}
                    label={t('improve.message', { n: at + 1 })}
                    onClick={() => setImproved(at)}
                  />
                )}
                {message.message_type !== PromptMessageType.placeholder && (
                  <IconButton
                    size="sm"
                    icon={Link2}
                    label={t('insert.message', { n: at + 1 })}
                    onClick={() => setFilled(at)}
                  />
                )}
                {takesImages(message) && (
                  <AddImage
                    n={at + 1}
                    variables={variables}
                    onAdd={(part, variable) =>
                      store.edit({
                        messages: messages.map((one, index) =>
                          index === at ? { ...one, parts: [...(one.parts ?? []), part] } : one,
                        ),
                        ...(variable && { variables: [...variables, variable] }),
                      })
                    }
                  />
                )}
                <IconButton
                  size="sm"
                  icon={Copy}
                  label={t('clip.copyOne', { n: at + 1 })}
                  onClick={() => void clip.copyOne(message)}
                />
                <IconButton
                  size="sm"
                  icon={ArrowUp}
                  label={t('write.up', { n: at + 1 })}
                  disabled={at === 0}
                  onClick={() => swap(at, at - 1)}
                />
                <IconButton
                  size="sm"
                  icon={ArrowDown}
                  label={t('write.down', { n: at + 1 })}
                  disabled={at === messages.length - 1}
                  onClick={() => swap(at, at + 1)}
                />
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={t('write.remove', { n: at + 1 })}
                  onClick={() => put(messages.filter((_, index) => index !== at))}
                />
              </span>
            )}
          </div>
          <Textarea
            aria-label={t('write.text', { n: at + 1 })}
            rows={message.message_type === PromptMessageType.placeholder ? 1 : 4}
            maxRows={24}
            readOnly={!mayEdit}
            placeholder={t(
              message.message_type === PromptMessageType.placeholder ? 'write.placeholderHint' : 'write.hint',
            )}
            value={message.content ?? ''}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text').trim()
              if (!mayEdit || !clipKey.test(text)) return
              event.preventDefault()
              void clip.paste(text)
            }}
            onChange={(event) => change(at, { content: event.target.value })}
          />
          <MessageParts
            n={at + 1}
            parts={message.parts ?? []}
            mayEdit={mayEdit}
            onChange={(parts) => change(at, { parts })}
          />
        </article>
      ))}
      {mayEdit && (
        <Button
          icon={Plus}
          className="self-start"
          onClick={() => put([...messages, { message_type: PromptMessageType.user, content: '' }])}
        >
          {t('write.add')}
        </Button>
      )}
      {filled !== null && (
        <Suspense>
          <InsertTextDialog
            spaceId={spaceId}
            promptId={promptId}
            onUse={(text) => change(filled, { content: [messages[filled]?.content, text].filter(Boolean).join('\n') })}
            onClose={() => setFilled(null)}
          />
        </Suspense>
      )}
      {improved !== null && (
        <Suspense>
          <ImproveDialog
            spaceId={spaceId}
            promptId={promptId}
            current={messages[improved]?.content ?? ''}
            variables={variables.map(({ key }) => key)}
            onUse={(content) => change(improved, { content })}
            onClose={() => setImproved(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

const whatKeys = { segment: 'segment', mcp_server: 'server', plugin: 'plugin' } as const
/** The resources that this space does not have, and whether they were inlined or left out. */
function PasteNotes({ notes }: { notes: readonly PasteNote[] }) {
  const t = useT('prompts')
  return notes.map(({ change, of, name }) => (
    <span key={`${of}/${name}`} className="block">
      {t(change === 'inlined' ? 'clip.inlined' : `clip.leftOut.${whatKeys[of]}`, { name })}
    </span>
  ))
}
