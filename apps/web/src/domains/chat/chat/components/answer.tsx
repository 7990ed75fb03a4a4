import type { ChatMessage } from '@orrery/contract'
import { readCard } from '@orrery/contract/shared/chat-card'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useChat } from '../chat-context.ts'
import { AnswerText } from './answer-text.tsx'
import { CardView } from './card-view.tsx'
import { usePress } from '../use-press.ts'
import { Reasoning } from './reasoning.tsx'

interface AnswerProps {
  message: ChatMessage
  questionId: string
  isStreaming: boolean
  isLatest: boolean
}

/** The reply, complete or partial. */
export function Answer({ message, questionId, isStreaming, isLatest }: AnswerProps) {
  const t = useT('chat')
  const { store } = useChat()
  const { content, reasoning_content: reasoning, status, extra_info: extra } = message
  const isFailed = status === 'failed' && extra.error_msg !== undefined
  const card = message.content_type === 'card' ? readCard(content) : undefined
  const press = usePress(message.message_id, card?.signature ?? '')
  const again = isLatest && (
    <Button size="sm" onClick={() => void store.retry(questionId)}>
      {t('tryAgain')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-2">
      {reasoning && <Reasoning text={reasoning} isThinking={isStreaming && content === ''} />}
      {isFailed ? (
        <ErrorPanel title={extra.error_msg} error={{ message: '', logId: extra.log_id }} action={again} />
      ) : (
        content !== '' &&
        (card ? (
          <CardView card={card} press={store.canPress && !isStreaming ? press : undefined} />
        ) : (
          <div className="max-w-full self-start rounded-xl rounded-tl-sm bg-page px-3 py-2">
            <AnswerText text={content} isStreaming={isStreaming} />
          </div>
        ))
      )}
      {status === 'broken' && <BrokenNote message={message} questionId={questionId} isLatest={isLatest} />}
    </div>
  )
}

/** Why a reply is incomplete, and how to continue. */
function BrokenNote({ message, questionId, isLatest }: Omit<AnswerProps, 'isStreaming'>) {
  const t = useT('chat')
  const { store } = useChat()
  const reasons = {
    user: t('broken.user'),
    new_run: t('broken.new_run'),
    cleared: t('broken.cleared'),
    server: t('broken.server'),
  }
  const reason = (message.extra_info.broken_reason ?? 'server') as keyof typeof reasons
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-small text-mute">
      {reasons[reason] ?? reasons.server}
      {isLatest && (
        <>
          {message.content !== '' && (
            <Button
              size="xs"
              kind="ghost"
              onClick={() => void store.send({ content: t('continueText'), contentType: 'text' })}
            >
              {t('continue')}
            </Button>
          )}
          <Button size="xs" kind="quiet" onClick={() => void store.retry(questionId)}>
            {t('again')}
          </Button>
        </>
      )}
    </p>
  )
}
