import { wordsOf } from '@orrery/contract/shared/chat-card'
import { memo } from 'react'
import { useT } from '#lib/i18n.ts'
import { useChat, useChatState } from '../chat-context.ts'
import { readSent } from '../content.ts'
import { readCard } from '@orrery/contract/shared/interrupt-card'
import type { MessageGroup as Group } from '../message-groups.ts'
import { Answer } from './answer.tsx'
import { ActInPage, CompletedPageAction } from './act-in-page.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { FaultCard } from './fault-card.tsx'
import { InterruptForm } from './interrupt-form.tsx'
import { Question } from './question.tsx'
import { Sending } from './sending.tsx'
import { Sources } from './sources.tsx'
import { StepPanel } from './step-panel.tsx'
import { SuggestionRow } from './suggestion-row.tsx'

/** A question and everything that belongs to it. */
export const MessageGroup = memo(function MessageGroup({ group }: { group: Group }) {
  const t = useT('chat')
  const { sources, isReadOnly, act } = useChat()
  const run = useChatState((state) => (state.run?.questionId === group.groupId ? state.run : null))
  const fault = useChatState((state) => state.faults.get(group.groupId))
  const sectionId = useChatState((state) => state.sectionId)
  const isRunning = run !== null
  const { question, answers, steps, interrupt, suggestions, isLatest } = group
  // Questions on an older page, or before the context was cleared, cannot be edited.
  const isEditable =
    question !== null && group.memberSet.includes(question) && (isLatest || group.sectionId === sectionId)
  const last = answers.at(-1)
  const isFinished = last !== undefined && last.status !== 'streaming' && !isOpen(last.status, isRunning)
  const text = answers.map((answer) => wordsOf(answer.content, answer.content_type)).join('\n\n')
  const card = interrupt ? readCard(interrupt.card) : null
  const calledPageTool = act !== undefined && card?.pageTool ? card.pageTool : null
  // The call of a page tool is shown by its result.
  const shown = calledPageTool ? answers.slice(0, -1) : answers
  // Choices and fields are shown as controls, so the message that lists them as text is shortened.
  const shortText = card?.fields.length ? t('fillIn') : isLatest && card?.options.length ? card.question : ''
  return (
    <article aria-label={t('group.label')} className="flex flex-col gap-3 px-4 pb-4">
      {question && group.isPageToolResult && act ? (
        <CompletedPageAction text={readSent(question).text} />
      ) : (
        question && <Question message={question} fault={fault} isLatest={isLatest} isEditable={isEditable} />
      )}
      {steps.length > 0 && <StepPanel group={group} isRunning={isRunning} hasFault={fault !== undefined} />}
      {isRunning && answers.length === 0 && <Sending startedAt={run.startedAt} />}
      {shown.map((answer, index) => (
        <Answer
          key={answer.message_id}
          message={shortText && answer === last ? { ...answer, content: shortText } : answer}
          questionId={group.groupId}
          isStreaming={isRunning && index === shown.length - 1 && answer.status === 'streaming'}
          isLatest={isLatest}
        />
      ))}
      {!isRunning && !fault && question && answers.length === 0 && (
        <p className="text-small text-mute">{t('noAnswer')}</p>
      )}
      {isFinished && sources && <Sources steps={steps} cited={last.extra_info.sources} as={sources} />}
      {fault && fault.kind !== 'notSent' && <FaultCard questionId={group.groupId} fault={fault} />}
      {isFinished && !calledPageTool && last.extra_info.error_msg === undefined && (
        <AnswerActions
          message={last}
          text={text}
          questionId={question ? group.groupId : ''}
          question={question ? readSent(question).text : ''}
          isLatest={isLatest}
        />
      )}
      {isLatest && !isRunning && interrupt && card && !isReadOnly && !calledPageTool && (
        <InterruptForm interrupt={interrupt} card={card} />
      )}
      {isLatest && !isRunning && calledPageTool && !isReadOnly && <ActInPage tool={calledPageTool} />}
      {isLatest && !isReadOnly && (
        <SuggestionRow
          suggestions={suggestions}
          isComing={run?.awaitsSuggestions === true && suggestions.length < 3}
          hasFailed={group.hasFailedSuggestions}
        />
      )}
      {group.showContextDivider && <ContextDivider />}
    </article>
  )
})

/** Whether the message is still streaming. A message without a running reply lost its end. */
const isOpen = (status: string, isRunning: boolean): boolean => isRunning && status === 'streaming'

function ContextDivider() {
  const t = useT('chat')
  return (
    <div role="separator" className="flex items-center gap-3 pt-1 text-small text-mute">
      <span className="h-px flex-1 bg-line" />
      {t('contextCleared')}
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}
