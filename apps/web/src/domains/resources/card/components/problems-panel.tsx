import { type CardProblem, cardProblems, fixProblem, placedIn } from '@orrery/engine/card'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useCardEditor, useDesign, useFirstWords } from '../card-context.ts'

export function useProblems(): CardProblem[] {
  const design = useDesign()
  return useMemo(() => cardProblems(design), [design])
}

/** The problems of the card, each with the action that fixes it. */
export function ProblemsPanel() {
  const t = useT('card')
  const { store, mayEdit } = useCardEditor()
  const words = useFirstWords()
  const problems = useProblems()
  if (!problems.length)
    return (
      <p className="flex items-center gap-1.5 p-3 text-mute">
        <Icon of={CircleCheck} size={14} className="text-ok" />
        {t('problems.none')}
      </p>
    )
  const show = ({ at }: CardProblem) => {
    const owner = placedIn(store.current().design).find(
      ({ element }) =>
        element.id === at || (element.type === 'buttons' && element.buttons.some((button) => button.id === at)),
    )
    if (owner) store.select(owner.element.id)
  }
  return (
    <ul className="divide-y divide-line">
      {problems.map((problem, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same problem may be listed twice
        <li key={at} className="flex items-center gap-2 px-3 py-1.5">
          <Icon
            of={problem.isError ? CircleAlert : TriangleAlert}
            size={14}
            className={problem.isError ? 'shrink-0 text-err' : 'shrink-0 text-warn'}
          />
          <button type="button" className="min-w-0 flex-1 truncate text-left" onClick={() => show(problem)}>
            {t(`problem.${problem.code}`, { name: problem.name })}
          </button>
          <Button
            size="xs"
            kind="ghost"
            disabled={!mayEdit}
            onClick={() => store.edit((design) => fixProblem(design, problem, words))}
          >
            {t(`fix.${problem.code}`, { name: problem.name })}
          </Button>
        </li>
      ))}
    </ul>
  )
}
