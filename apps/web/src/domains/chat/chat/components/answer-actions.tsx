import type { ChatMessage } from '@orrery/contract'
import { Bug, Rows3, RotateCw, ThumbsDown, ThumbsUp, Trash2, Volume2 } from 'lucide-react'
import { formatDuration } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useChat } from '../chat-context.ts'
import { toMilliseconds } from '../steps.ts'

interface AnswerActionsProps {
  message: ChatMessage
  text: string
  questionId: string
  question: string
  isLatest: boolean
}

/** Actions on a finished reply, and its cost. */
export function AnswerActions({ message, text, questionId, question, isLatest }: AnswerActionsProps) {
  const t = useT('chat')
  const { store, onDebug, onKeep, voice, isReadOnly } = useChat()
  const { extra_info: extra, feedback, message_id: id } = message
  const rate = (value: 1 | 2) => void store.rate(id, feedback === value ? 0 : value)
  const time = toMilliseconds(extra.time_cost)
  const figures = [
    time !== null && formatDuration(time),
    Number(extra.token) > 0 && t('tokens', { count: Number(extra.token) }),
  ].filter(Boolean)
  return (
    <div className="flex flex-wrap items-center gap-0.5 text-small text-mute">
      <CopyButton size="sm" text={text} label={t('copy')} />
      {!isReadOnly && (
        <>
          {isLatest && questionId && (
            <IconButton
              size="sm"
              icon={RotateCw}
              label={t('regenerate')}
              onClick={() => void store.retry(questionId)}
            />
          )}
          <IconButton size="sm" icon={ThumbsUp} label={t('like')} pressed={feedback === 1} onClick={() => rate(1)} />
          <IconButton
            size="sm"
            icon={ThumbsDown}
            label={t('dislike')}
            pressed={feedback === 2}
            onClick={() => rate(2)}
          />
        </>
      )}
      {voice && <IconButton size="sm" icon={Volume2} label={t('readAloud')} onClick={() => voice.speak(id, text)} />}
      {onKeep && (
        <IconButton
          size="sm"
          icon={Rows3}
          label={t('addToDataset')}
          onClick={() => onKeep({ question, answer: text })}
        />
      )}
      {onDebug && extra.log_id && (
        <IconButton size="sm" icon={Bug} label={t('debug')} onClick={() => onDebug(extra.log_id)} />
      )}
      {!isReadOnly && (
        <IconButton size="sm" kind="danger" icon={Trash2} label={t('delete')} onClick={() => void store.remove(id)} />
      )}
      {figures.length > 0 && <span className="ml-1 tabular-nums">{figures.join(' · ')}</span>}
    </div>
  )
}
