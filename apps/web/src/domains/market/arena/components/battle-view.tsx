import { ARENA_LIMITS } from '@orrery/contract/shared/arena-enums'
import { useState, type FormEvent } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type BattleQuestion, hasFailed, isAnswered, type useBattle } from '../use-battle.ts'
import { BattleResult } from './battle-result.tsx'
import { QuestionPicker } from './question-picker.tsx'
import { SidePane } from './side-pane.tsx'
import { VoteBar } from './vote-bar.tsx'

/** Two answers side by side, or below each other if narrow; below them the question, the vote or the result. */
export function BattleView({ fight, onAgain }: { fight: ReturnType<typeof useBattle>; onAgain: () => void }) {
  const t = useT('arena')
  const { battle, voted, vote } = fight
  const [text, setText] = useState('')
  const [drawn, setDrawn] = useState<BattleQuestion>()
  if (!battle) return null
  const isBusy = battle.states.includes('running')
  const isFull = battle.rounds.length >= ARENA_LIMITS.rounds
  const mayAsk = !voted && !isBusy && !isFull && !hasFailed(battle)
  const ask = (event?: FormEvent) => {
    event?.preventDefault()
    const words = text.trim()
    if (!words || !mayAsk) return
    fight.ask(drawn && drawn.text === words ? drawn : { text: words })
    setText('')
  }
  const model = (side: 0 | 1) => voted && (side === 0 ? voted.left_model : voted.right_model)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      <div className="flex min-h-64 flex-1 gap-4 max-sm:flex-col">
        {([0, 1] as const).map((side) => (
          <SidePane
            key={side}
            side={side}
            rounds={battle.rounds}
            state={battle.states[side]}
            model={model(side)}
            onStop={() => fight.stop(side)}
          />
        ))}
      </div>
      {voted ? (
        <BattleResult battle={battle} voted={voted} onAgain={onAgain} />
      ) : (
        <>
          {battle.rounds.length > 0 && isAnswered(battle) && <VoteBar call={vote} onVote={vote.mutate} />}
          {hasFailed(battle) && (
            <div className="flex justify-center">
              <Button onClick={onAgain}>{t('again')}</Button>
            </div>
          )}
          {!hasFailed(battle) && !isFull && (
            <form onSubmit={ask} className="flex flex-col gap-2 rounded-lg bg-card p-3 shadow-card">
              <Textarea
                aria-label={t('ask.label')}
                rows={2}
                value={text}
                limit={ARENA_LIMITS.question}
                placeholder={battle.rounds.length ? t('ask.more') : t('ask.first')}
                onChange={(event) => setText(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
                    event.preventDefault()
                    ask()
                  }
                }}
              />
              <div className="flex flex-wrap items-center justify-between gap-2">
                <QuestionPicker
                  disabled={!mayAsk}
                  onDrawn={(asked) => {
                    setDrawn(asked)
                    setText(asked.text)
                  }}
                />
                <Button type="submit" kind="solid" disabled={!mayAsk || !text.trim()} busy={isBusy}>
                  {t('ask.send')}
                </Button>
              </div>
            </form>
          )}
        </>
      )}
    </div>
  )
}
