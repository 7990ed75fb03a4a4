import { useT } from '#lib/i18n.ts'
import { AnswerText } from '#domains/chat/chat/index.ts'
import type { RunMessage } from '../run-model.ts'

/** Streamed messages of the workflow. */
export function RunMessages({ messages }: { messages: readonly RunMessage[] }) {
  const t = useT('workflow-run')
  if (messages.length === 0) return null
  return (
    <section
      role="log"
      aria-label={t('messages')}
      className="max-h-40 shrink-0 overflow-y-auto border-b border-line px-4 py-2.5"
    >
      {messages.map((message, at) => (
        <div key={at} className="py-0.5">
          <span className="text-caption text-mute">{message.title}</span>
          <AnswerText text={message.text} isStreaming={false} />
        </div>
      ))}
    </section>
  )
}
