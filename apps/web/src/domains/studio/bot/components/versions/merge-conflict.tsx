import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { originText } from '../../versions/diff-leaves.ts'
import type { DiffNode3 } from '../../versions/version.queries.ts'

/** My version, theirs, or a text entered by hand. */
export type Choice = { kind: 'current' | 'target' } | { kind: 'manual'; text: string }

interface MergeConflictProps {
  node: DiffNode3
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}

/** One conflict: the common base, their version and mine. */
export function MergeConflict({ node, choice, onChoose }: MergeConflictProps) {
  const t = useT('version')
  const [mine, theirs] = [node.diff_res_current, node.diff_res_target]
  const texts = {
    began: originText(mine?.origin_left ?? theirs?.origin_left ?? ''),
    theirs: originText(theirs?.origin_right ?? ''),
    mine: originText(mine?.origin_right ?? ''),
  }
  const [typed, setTyped] = useState(choice?.kind === 'manual' ? choice.text : (node.proposal ?? texts.mine))
  const isText = mine?.diff_style === 1 || theirs?.diff_style === 1
  const sides = [
    { key: 'began', text: texts.began },
    { key: 'theirs', text: texts.theirs, choice: { kind: 'target' } as const },
    { key: 'mine', text: texts.mine, choice: { kind: 'current' } as const },
  ] as const
  return (
    <section aria-label={node.display_name}>
      <h2 className="mb-2 font-semibold">{node.display_name}</h2>
      <div className="grid gap-3 md:grid-cols-3">
        {sides.map((side) => {
          const own = 'choice' in side ? side.choice : undefined
          const isChosen = own !== undefined && choice?.kind === own.kind
          return (
            <div
              key={side.key}
              className={cn('flex min-w-0 flex-col rounded-md border border-line', isChosen && 'border-focus')}
            >
              <div className="flex min-h-9 items-center gap-2 border-b border-line px-3 py-1">
                <h3 className="flex-1 text-small font-medium">{t(`side.${side.key}`)}</h3>
                {own && (
                  <Button
                    size="xs"
                    kind={isChosen ? 'soft' : 'quiet'}
                    aria-pressed={isChosen}
                    onClick={() => onChoose(own)}
                  >
                    {t(`take.${side.key as 'mine' | 'theirs'}`)}
                  </Button>
                )}
              </div>
              <pre
                tabIndex={0}
                className="max-h-64 min-h-16 overflow-auto px-3 py-2 font-sans text-small whitespace-pre-wrap wrap-anywhere"
              >
                {side.text || t('diff.empty')}
              </pre>
            </div>
          )
        })}
      </div>
      <div className="mt-3 flex flex-col gap-2">
        <Field
          label={t('take.hand')}
          aside={
            isText && (
              <Button size="xs" kind="ghost" onClick={() => setTyped(`${texts.theirs}\n${texts.mine}`)}>
                {t('take.both')}
              </Button>
            )
          }
        >
          <Textarea rows={4} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        <Button
          size="sm"
          className="self-start"
          aria-pressed={choice?.kind === 'manual'}
          onClick={() => onChoose({ kind: 'manual', text: typed })}
        >
          {t('take.hand.action')}
        </Button>
      </div>
    </section>
  )
}
