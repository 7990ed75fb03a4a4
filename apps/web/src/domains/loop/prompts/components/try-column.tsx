import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { memo } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { formatMoney } from '#lib/money.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ModelSelect } from '#domains/chat/model/index.ts'
import { type Prompt, versionsQuery } from '../prompts.queries.ts'
import type { Answer } from '../try-step.ts'
import type { Answers, Choice, Column } from '../use-columns.ts'
import type { DraftStore } from '../draft-store.ts'
import { GrowingText } from './growing-text.tsx'
import { ImproveFromAnswer } from './improve-from-answer.tsx'
import { ToolStep } from './tool-step.tsx'

interface ColumnHeadProps {
  n: number
  id: number
  version: string
  modelId: string
  promptId: string
  spaceId: string
  onChoose: (id: number, choice: Choice) => void
  onRemove: (id: number) => void
}
interface TryColumnProps extends Pick<ColumnHeadProps, 'n' | 'spaceId' | 'onChoose' | 'onRemove'> {
  column: Column
  answers: Answers
  prompt: Prompt
  isAlone: boolean
  /** The draft, if the reader may edit it. */
  store: DraftStore | undefined
  onContinue: (id: number, responses: readonly string[]) => void
}
const draft = 'draft'

/** One answer. Beside other columns, it is headed by its version and model. */
export const TryColumn = memo(function TryColumn(props: TryColumnProps) {
  const { n, column, answers, prompt, spaceId, isAlone, store, onChoose, onRemove, onContinue } = props
  const t = useT('prompts')
  return (
    <article
      aria-label={t('try.column', { n })}
      className="flex min-w-0 flex-col gap-2 rounded-md border border-line p-3"
    >
      {!isAlone && (
        <ColumnHead
          n={n}
          id={column.id}
          version={column.version}
          modelId={column.modelId || (prompt.model_config?.id ?? '')}
          promptId={prompt.id}
          spaceId={spaceId}
          onChoose={onChoose}
          onRemove={onRemove}
        />
      )}
      <AnswerView
        id={column.id}
        answers={answers}
        spaceId={spaceId}
        promptId={prompt.id}
        store={column.version ? undefined : store}
        onContinue={onContinue}
      />
    </article>
  )
})

/** Does not render again while the answer below it grows. */
const ColumnHead = memo(function ColumnHead(props: ColumnHeadProps) {
  const { n, id, version, modelId, promptId, spaceId, onChoose, onRemove } = props
  const t = useT('prompts')
  const { data } = useInfiniteQuery(versionsQuery(promptId))
  const versions = data?.pages.flatMap((page) => page.prompts.map((one) => one.version)) ?? []
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-1">
        <Select
          size="sm"
          label={t('try.version', { n })}
          value={version || draft}
          onChange={(value) => onChoose(id, { version: value === draft ? '' : value })}
          items={[{ value: draft, label: t('try.draft') }, ...versions.map((one) => ({ value: one, label: one }))]}
        />
        <IconButton size="sm" icon={X} label={t('try.removeColumn', { n })} onClick={() => onRemove(id)} />
      </div>
      <ModelSelect
        spaceId={spaceId}
        label={t('try.model', { n })}
        value={modelId}
        onChange={(model) => onChoose(id, { modelId: String(model.model_type) })}
      />
    </div>
  )
})

interface AnswerViewProps {
  id: number
  answers: Answers
  spaceId: string
  promptId: string
  store: DraftStore | undefined
  onContinue: TryColumnProps['onContinue']
}
/** Renders alone when the answer grows. */
function AnswerView({ id, answers, spaceId, promptId, store, onContinue }: AnswerViewProps) {
  const t = useT('prompts')
  const answer = answers.of(id).use()
  if (!answer) return <p className="text-small text-mute">{t('try.nothing')}</p>
  const { is, text, tools, error } = answer
  return (
    <>
      {tools.map(
        (tool, at) =>
          (tool.response !== undefined || is !== 'waiting') && (
            <p key={at} className="rounded-sm bg-page p-2 font-mono text-code wrap-anywhere">
              {tool.name}({tool.arguments})
              {tool.response !== undefined && <span className="block text-mute">→ {tool.response}</span>}
            </p>
          ),
      )}
      <div aria-live="polite" className="text-prose wrap-anywhere whitespace-pre-wrap">
        <GrowingText text={text} />
      </div>
      {is === 'running' && <Spinner />}
      {is === 'waiting' && (
        <ToolStep key={tools.length} answer={answer} onContinue={(responses) => onContinue(id, responses)} />
      )}
      {is === 'stopped' && <p className="text-small text-mute">{t('try.stopped')}</p>}
      {is === 'failed' && <ErrorPanel error={error} />}
      {(is === 'done' || is === 'waiting') && <AnswerCost answer={answer} spaceId={spaceId} />}
      {is === 'done' && text && store && (
        <ImproveFromAnswer
          store={store}
          spaceId={spaceId}
          promptId={promptId}
          question={answer.question}
          answer={text}
        />
      )}
    </>
  )
}
/** The tokens and cost of an answer, and a link to its trace. */
function AnswerCost({ answer: { tokens, traceId }, spaceId }: { answer: Answer; spaceId: string }) {
  const t = useT('prompts')
  if (!tokens) return null
  return (
    <p className="flex flex-wrap gap-3 text-small text-mute tabular-nums">
      <span>{t('try.tokens', { input: formatNumber(tokens.input), output: formatNumber(tokens.output) })}</span>
      {tokens.cost > 0 && <span>{formatMoney(tokens.cost)}</span>}
      {traceId && (
        <Link
          to="/space/$space_id/observe/traces/$trace_id"
          params={{ space_id: spaceId, trace_id: traceId }}
          className="text-brand hover:underline"
        >
          {t('try.trace')}
        </Link>
      )}
    </p>
  )
}
