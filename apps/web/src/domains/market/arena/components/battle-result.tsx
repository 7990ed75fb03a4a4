import { ARENA_LIMITS } from '@orrery/contract/shared/arena-enums'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Banner } from '#ui/banner.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import type { Voted } from '../arena.queries.ts'
import type { Battle } from '../use-battle.ts'

interface BattleResultProps {
  battle: Battle
  voted: Voted
  onAgain: () => void
}

/** Reveals the models, and takes comments on them. */
export function BattleResult({ battle, voted, onAgain }: BattleResultProps) {
  const t = useT('arena')
  const [tags, setTags] = useState<[readonly string[], readonly string[]]>([[], []])
  const [words, setWords] = useState('')
  const save = useMutation({
    mutationFn: async () => {
      await api.arena.feedbackTag({ pk_id: battle.id, left_model_tags: [...tags[0]], right_model_tags: [...tags[1]] })
      await api.arena.feedbackText({ pk_id: battle.id, feedback_text: words.trim() })
    },
    onSuccess: () => toast.ok(t('feedback.done')),
  })
  const sides = [
    { model: voted.left_model, votes: voted.left_total_votes, rank: voted.left_rank },
    { model: voted.right_model, votes: voted.right_total_votes, rank: voted.right_rank },
  ] as const
  const toggle = (side: 0 | 1, name: string) => {
    const next = tags[side].includes(name) ? tags[side].filter((one) => one !== name) : [...tags[side], name]
    setTags(side === 0 ? [next, tags[1]] : [tags[0], next])
  }
  return (
    <section aria-label={t('result.label')} className="flex flex-col gap-4 rounded-lg bg-card p-4 shadow-card">
      {voted.why_not !== '' && (
        <Banner tone="warn" inset>
          {t(`fault.${voted.why_not}`)}
        </Banner>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {sides.map(({ model, votes, rank }, side) => (
          <div key={model.id} className="flex min-w-0 flex-col gap-2">
            <p className="truncate font-semibold">{model.name}</p>
            <p className="text-small text-mute">
              {t('result.votes', { count: Number(votes), number: formatNumber(Number(votes)) })}
              {rank > 0 && ` · ${t('result.rank', { rank })}`}
            </p>
            <div
              role="group"
              aria-label={t('feedback.tags', { name: model.name })}
              className="flex flex-wrap gap-x-4 gap-y-1"
            >
              {battle.tags.map(({ name }) => (
                <Checkbox
                  key={name}
                  checked={tags[side as 0 | 1].includes(name)}
                  onChange={() => toggle(side as 0 | 1, name)}
                >
                  {name}
                </Checkbox>
              ))}
            </div>
          </div>
        ))}
      </div>
      {voted.refer_answer && (
        <p className="rounded-md bg-hover px-3 py-2">
          <span className="font-medium">{t('result.answer')}</span> {voted.refer_answer}
        </p>
      )}
      <Field label={t('feedback.words')}>
        <Textarea
          rows={2}
          value={words}
          limit={ARENA_LIMITS.feedback}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
      {save.error ? <ErrorPanel error={save.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Link to="/explore/arena/leaderboard" className={buttonStyle('plain')}>
          {t('board.title')}
        </Link>
        <Button busy={save.isPending} onClick={() => save.mutate()}>
          {t('feedback.send')}
        </Button>
        <Button kind="solid" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </section>
  )
}
