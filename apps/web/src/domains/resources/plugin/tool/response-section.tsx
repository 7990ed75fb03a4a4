import { ResponseStrategy } from '@orrery/contract/shared/plugin-enums'
import { Braces, Plus, Sparkles } from 'lucide-react'
import { useId, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/select.tsx'
import { ParamTable } from './param-table.tsx'
import { countOf, newNode, type ParamNode } from './param-tree.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { SectionHead } from './section-head.tsx'
import type { ToolDraft } from './tool-draft.ts'
import { mergeNodes, type Undeclared } from './value-nodes.ts'

interface ResponseSectionProps {
  draft: ToolDraft
  isReadOnly: boolean
  onChange: (change: Partial<ToolDraft>) => void
  undeclared: readonly Undeclared[]
  onDeclare: (undeclared: Undeclared) => void
  /** The fields of the last response; null before the first run. */
  seen: ParamNode[] | null
}
const strategies = ['fit', 'raw', 'error'] as const

/** The output parameters, which the model reads. */
export function ResponseSection({ draft, isReadOnly, onChange, undeclared, onDeclare, seen }: ResponseSectionProps) {
  const t = useT('plugin')
  const id = useId()
  const [isPasting, setPasting] = useState(false)
  const { response } = draft
  const strategy = strategies.find((strategy) => ResponseStrategy[strategy] === draft.extend.response_strategy) ?? 'fit'
  const addNodes = (nodes: readonly ParamNode[]) => onChange({ response: mergeNodes(response, nodes) })
  return (
    <section aria-labelledby={id}>
      <SectionHead
        id={id}
        title={t('response.title')}
        note={response.length ? t('response.note', { count: countOf(response) }) : t('response.noteAll')}
      >
        {!isReadOnly && (
          <>
            <Select
              size="sm"
              prefix={t('response.strategy')}
              items={strategies.map((value) => ({
                value,
                label: t(`response.${value}`),
                description: t(`response.${value}.text`),
              }))}
              value={strategy}
              onChange={(next) => onChange({ extend: { ...draft.extend, response_strategy: ResponseStrategy[next] } })}
            />
            <Button size="sm" kind="ghost" icon={Sparkles} disabled={!seen} onClick={() => seen && addNodes(seen)}>
              {t('response.take')}
            </Button>
            <Button size="sm" kind="quiet" icon={Braces} onClick={() => setPasting(true)}>
              {t('params.paste')}
            </Button>
            <Button size="sm" kind="quiet" icon={Plus} onClick={() => onChange({ response: [...response, newNode()] })}>
              {t('params.add')}
            </Button>
          </>
        )}
      </SectionHead>
      <ParamTable
        kind="response"
        label={t('response.title')}
        nodes={response}
        onChange={(nodes) => onChange({ response: nodes })}
        isReadOnly={isReadOnly}
        hasPlaces={false}
        undeclared={undeclared}
        onDeclare={onDeclare}
      />
      {isPasting && <PasteDialog onClose={() => setPasting(false)} onPaste={addNodes} />}
    </section>
  )
}
