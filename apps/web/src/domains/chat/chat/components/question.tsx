import type { ChatMessage } from '@orrery/contract'
import { Copy, Download, ExternalLink, Pencil, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '#lib/format.ts'
import { cn } from '#lib/class-names.ts'
import { describeError } from '#lib/describe-error.ts'
import { useT } from '#lib/i18n.ts'
import { NetworkError } from '#lib/network-error.ts'
import { copyText } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { Fault } from '../chat-state.ts'
import { useChat } from '../chat-context.ts'
import { readSent, type SentPart } from '../content.ts'
import { download } from '../download.ts'
import { FileTile } from './file-tile.tsx'
import { Picture } from './picture.tsx'
import { Rewording } from './rewording.tsx'

interface QuestionProps {
  message: ChatMessage
  fault?: Fault
  isLatest: boolean
  /** The question is in the part of the conversation that the bot still remembers. */
  isEditable: boolean
}

/** A message of the user, at the right. Failed ones can be resent, others reworded. */
export function Question({ message, fault, isLatest, isEditable }: QuestionProps) {
  const t = useT('chat')
  const [isEditing, setEditing] = useState(false)
  const { store, isReadOnly } = useChat()
  const { text, parts } = readSent(message)
  const isFailed = fault?.kind === 'notSent'
  const retry = () => void store.retry(message.message_id)
  return (
    <div className="group/question flex flex-col items-end gap-1">
      {parts.length > 0 && (
        <div className="flex max-w-[85%] flex-wrap items-end justify-end gap-2">
          {parts.map((part) => (
            <Part key={part.key} part={part} />
          ))}
        </div>
      )}
      {message.extra_info.speaker_name && (
        <span className="text-small text-mute">{message.extra_info.speaker_name}</span>
      )}
      {isEditing ? (
        <Rewording
          text={text}
          isLatest={isLatest}
          onCancel={() => setEditing(false)}
          onSend={(words) => void store.reword(message.message_id, words)}
        />
      ) : (
        <div className="flex max-w-full items-center justify-end gap-1">
          {isFailed ? (
            <IconButton
              icon={RotateCw}
              label={t('resend')}
              kind="danger"
              onClick={retry}
              className="bg-err-soft text-err"
            />
          ) : (
            !isReadOnly && (
              <span className="flex opacity-0 transition-opacity group-focus-within/question:opacity-100 group-hover/question:opacity-100 pointer-coarse:opacity-100">
                {isEditable && text && (
                  <IconButton size="sm" icon={Pencil} label={t('reword')} onClick={() => setEditing(true)} />
                )}
                <IconButton size="sm" icon={Copy} label={t('copy')} onClick={() => void copyText(text)} />
                <IconButton
                  size="sm"
                  kind="danger"
                  icon={Trash2}
                  label={t('delete')}
                  onClick={() => void store.remove(message.message_id)}
                />
              </span>
            )
          )}
          {text && (
            <div
              className={cn(
                'max-w-[85%] rounded-xl rounded-tr-sm px-3 py-2 text-prose wrap-anywhere whitespace-pre-wrap',
                isFailed ? 'border border-err-solid/40 bg-err-soft text-ink' : 'bg-brand-solid text-on-brand',
              )}
            >
              {text}
            </div>
          )}
        </div>
      )}
      {isFailed && !isEditing && (
        <p role="alert" className="text-small text-err">
          {t('notSent', { why: whyOf(fault.error, t('noConnection')) })}{' '}
          <button type="button" onClick={retry} className="font-medium underline underline-offset-2">
            {t('resend')}
          </button>
        </p>
      )}
    </div>
  )
}

/** A lost connection gets our text, a refusal the message of the server. */
function whyOf(error: unknown, noConnection: string): string {
  const cause = error instanceof Error ? error.cause : undefined
  if (error instanceof NetworkError || cause instanceof NetworkError) return noConnection
  return describeError(error).message.replace(/[.。]$/, '') || noConnection
}

function Part({ part }: { part: SentPart }) {
  const t = useT('chat')
  if (part.kind === 'image' && part.url)
    return (
      <Picture
        src={part.url}
        name={part.name}
        className="max-h-48 min-h-11 max-w-full min-w-11 rounded-lg object-cover border border-line"
      />
    )
  return (
    <FileTile
      name={part.name}
      note={part.size > 0 ? formatBytes(part.size) : undefined}
      isImage={part.kind === 'image'}
      after={
        part.url && (
          <>
            <IconButton
              size="sm"
              icon={ExternalLink}
              label={t('file.open', { name: part.name })}
              nativeButton={false}
              render={<a href={part.url} target="_blank" rel="noopener noreferrer" />}
            />
            <IconButton
              size="sm"
              icon={Download}
              label={t('download.named', { name: part.name })}
              onClick={() => void download(part.url, part.name, 'file')}
            />
          </>
        )
      }
    />
  )
}
