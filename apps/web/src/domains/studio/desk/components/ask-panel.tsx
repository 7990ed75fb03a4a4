import { useMutation, useQuery } from '@tanstack/react-query'
import { CornerDownLeft, Send, Square } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { AnswerText } from '#domains/chat/chat/index.ts'
import { readLanguage, useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { askDesk } from '../ask-desk.ts'
import { deskAgentQuery, type DeskDetail, refreshDesk } from '../desk.queries.ts'

interface AskPanelProps {
  detail: DeskDetail
  /** Inserts an answer into the document. */
  onTake?: (text: string) => void
  /** Saves pending edits first, because the desk answers from the stored document. */
  before?: () => Promise<void>
}
interface Live {
  query: string
  text: string
}

/** Questions about a document with their answers. */
export function AskPanel({ detail, onTake, before }: AskPanelProps) {
  const t = useT('desk')
  const { agent_id, instance_id: id } = detail.instance
  const agent = agent_id === 'writer' ? 'writer' : 'reader'
  const desk = useQuery(deskAgentQuery(agent, readLanguage())).data
  const [query, setQuery] = useState('')
  const [live, setLive] = useState<Live>()
  const stop = useRef<AbortController>(null)
  const ask = useMutation({
    mutationFn: async (words: string) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      setLive({ query: words, text: '' })
      setQuery('')
      await before?.()
      await askDesk({ agent, id, query: words, signal, onText: (text) => setLive({ query: words, text }) }).catch(
        (cause: unknown) => {
          if (!signal.aborted) throw cause
        },
      )
    },
    onSettled: async () => {
      await refreshDesk()
      setLive(undefined)
    },
  })
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        tabIndex={0}
        role="log"
        aria-label={t('ask.title')}
        className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4"
      >
        {detail.messages.length === 0 && !live && <p className="text-mute">{t(`ask.empty.${agent}`)}</p>}
        {detail.messages.map(({ message_id, role, content }) =>
          role === 'user' ? (
            <QuestionText key={message_id}>{content}</QuestionText>
          ) : (
            <Answer key={message_id} text={content} onTake={onTake} />
          ),
        )}
        {live && (
          <>
            <QuestionText>{live.query}</QuestionText>
            <AnswerText text={live.text} isStreaming />
          </>
        )}
        {ask.error ? <ErrorPanel title={t('ask.failed')} error={ask.error} /> : null}
      </div>
      <form
        className="flex flex-col gap-2 border-t border-line p-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (query.trim()) ask.mutate(query.trim())
        }}
      >
        <div className="flex flex-wrap gap-1.5">
          {desk?.shortcut_command_list.map(({ command_id, command_name, template_query = '' }) => (
            <Button key={command_id} size="xs" disabled={ask.isPending} onClick={() => ask.mutate(template_query)}>
              {command_name}
            </Button>
          ))}
        </div>
        <Textarea
          aria-label={t('ask.question')}
          rows={2}
          maxRows={6}
          placeholder={t(`ask.placeholder.${agent}`)}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        {ask.isPending ? (
          <Button icon={Square} onClick={() => stop.current?.abort()}>
            {t('ask.stop')}
          </Button>
        ) : (
          <Button type="submit" kind="solid" icon={Send} disabled={!query.trim()}>
            {t('ask.send')}
          </Button>
        )}
      </form>
    </div>
  )
}

const QuestionText = ({ children }: { children: ReactNode }) => (
  <p className="self-end rounded-md bg-hover px-3 py-1.5 wrap-anywhere whitespace-pre-wrap">{children}</p>
)

function Answer({ text, onTake }: { text: string; onTake?: (text: string) => void }) {
  const t = useT('desk')
  return (
    <div className="flex flex-col items-start gap-1">
      <AnswerText text={text} isStreaming={false} />
      {onTake && (
        <Button size="xs" kind="ghost" icon={CornerDownLeft} onClick={() => onTake(text)}>
          {t('ask.take')}
        </Button>
      )}
    </div>
  )
}
