import { fixOf, type InterfaceProblem } from '@orrery/engine/interface'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useEditor } from './editor-context.ts'

/** The problems that prevent publishing the interface, each with a possible action. */
export function ProblemList({ problems }: { problems: readonly InterfaceProblem[] }) {
  const t = useT('interface')
  const { document, draft, facts, openPage, select, mayEdit } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const words = { page: t('page.new'), send: t('build.send') }
  return (
    <section className="shrink-0 border-t border-line bg-card" aria-label={t('problems')}>
      <button
        type="button"
        className="flex w-full items-center gap-2 px-3 py-2 font-medium"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('problems.count', { count: problems.length })}
      </button>
      {isOpen && (
        <ul className="max-h-48 overflow-y-auto px-3 pb-2">
          {problems.map((problem, index) => (
            <li key={index} className="flex items-center gap-2 py-1">
              <Icon
                of={problem.isError ? CircleAlert : TriangleAlert}
                className={problem.isError ? 'text-err' : 'text-warn'}
              />
              <button
                type="button"
                className="min-w-0 flex-1 truncate text-left hover:underline"
                onClick={() => {
                  openPage(problem.page)
                  select(problem.node)
                }}
              >
                <span className="text-mute">
                  {[document.pages[problem.page]?.title, document.nodes[problem.node]?.name, problem.part]
                    .filter(Boolean)
                    .join(' › ')}
                </span>{' '}
                {t(`problem.${problem.code}`, { name: problem.name })}
              </button>
              {mayEdit && (
                <Button size="sm" onClick={() => draft.edit(fixOf(document, problem, words, facts))}>
                  {t(`fix.${problem.code}`)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
