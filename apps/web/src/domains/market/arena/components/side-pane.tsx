import type { SideState } from '@orrery/contract/shared/arena-enums'
import { Square } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Tag } from '#ui/tag.tsx'
import { AnswerText } from '#domains/chat/chat/index.ts'
import type { Round } from '../use-battle.ts'

interface SidePaneProps {
  side: 0 | 1
  rounds: readonly Round[]
  state: SideState
  /** Known after the vote. */
  model?: { name: string; company: string } | undefined
  onStop: () => void
}

/** The answers of one of the two models. */
export function SidePane({ side, rounds, state, model, onStop }: SidePaneProps) {
  const t = useT('arena')
  const name = t(side === 0 ? 'side.left' : 'side.right')
  return (
    <section aria-label={name} className="flex min-h-40 min-w-0 flex-1 flex-col rounded-lg bg-card shadow-card">
      <header className="flex min-h-11 items-center gap-2 border-b border-line px-4">
        <h2 className="font-semibold">{model ? model.name : name}</h2>
        {model?.company && <span className="truncate text-small text-mute">{model.company}</span>}
        <span className="ml-auto" />
        {state === 'running' && (
          <Button size="sm" icon={Square} onClick={onStop} aria-label={t('stopSide', { side: name })}>
            {t('stop')}
          </Button>
        )}
        {state === 'stopped' && <Tag>{t('stopped')}</Tag>}
        {state === 'failed' && <Tag tone="err">{t('failedTag')}</Tag>}
      </header>
      {/* What scrolls must be reachable by keys. */}
      <div
        tabIndex={0}
        role="group"
        aria-label={t('answersOf', { side: name })}
        className="focus-inset flex flex-1 flex-col gap-4 overflow-y-auto p-4"
      >
        {rounds.length === 0 && <p className="m-auto text-mute">{t('waiting')}</p>}
        {rounds.map(({ question, answers }, index) => (
          <div key={index} className="flex flex-col gap-3">
            <p className="w-fit max-w-[90%] self-end rounded-lg bg-brand-soft px-3 py-2 whitespace-pre-wrap wrap-anywhere">
              {question}
            </p>
            <AnswerText text={answers[side]} isStreaming={state === 'running' && index === rounds.length - 1} />
          </div>
        ))}
        {state === 'failed' && <p className="text-err">{t('sideFailed')}</p>}
      </div>
    </section>
  )
}
