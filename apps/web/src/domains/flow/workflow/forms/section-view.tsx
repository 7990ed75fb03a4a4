import { describe, type Field, isShown, paramsOf, type Section } from '@orrery/engine/describe'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import type { TextKey } from '#locales/namespaces.ts'
import type { NodeData } from '../document/canvas.ts'
import { FieldView } from './field-view.tsx'
import { FormatSelect } from './fields/variables-field.tsx'
import { useNodeForm } from './form-context.tsx'
import { HeadingContext } from './parts/labelled.tsx'

/** The sections that have visible fields with the current settings. */
export function shownSections(type: string, data: NodeData): { section: Section; fields: readonly Field[] }[] {
  return (describe(type)?.sections ?? []).flatMap((section) => {
    const fields = section.fields.filter((field) => isShown(data, field.when))
    return fields.length ? [{ section, fields }] : []
  })
}

const counted = new Set(['inputs', 'pairs', 'options'])

/** A collapsible group of fields. It opens when a required field is empty. */
export function SectionView({ section, fields }: { section: Section; fields: readonly Field[] }) {
  const t = useT('workflow-node')
  const { data, gaps } = useNodeForm()
  const isAsked = gaps.some((gap) => gap.section === section.id && gap.weight === 'error')
  const [isFolded, setFolded] = useState(section.folded === true && !isAsked)
  const title = t(`section.${section.id}` as TextKey<'workflow-node'>)
  const [only] = fields
  const count =
    fields.length === 1 && only && counted.has(only.kind) && 'path' in only ? paramsOf(data, only.path).length : 0
  const format = fields.find((field) => field.kind === 'variables' && field.format !== undefined)
  return (
    <section className="border-b border-line px-4 py-2.5 last:border-b-0" data-section={section.id}>
      <div className="flex h-7 items-center gap-2">
        <h3 className="-ml-1 min-w-0">
          <button
            type="button"
            aria-expanded={!isFolded}
            onClick={() => setFolded(!isFolded)}
            className="flex h-7 max-w-full min-w-0 items-center gap-1.5 rounded-sm pr-1 font-semibold"
          >
            <Icon
              of={ChevronDown}
              size={14}
              className={cn('shrink-0 text-mute transition-transform', isFolded && '-rotate-90')}
            />
            <span className="truncate">{title}</span>
            {count > 0 && <span className="font-normal text-mute tabular-nums">{count}</span>}
          </button>
        </h3>
        <span className="flex-1" />
        {format?.kind === 'variables' && <FormatSelect field={format} />}
      </div>
      {!isFolded && (
        <div className="flex flex-col gap-2.5 pt-1.5">
          <HeadingContext value={title}>
            {fields.map((field) => (
              <div key={field.id} data-field={field.id}>
                <FieldView field={field} />
              </div>
            ))}
          </HeadingContext>
        </div>
      )}
    </section>
  )
}
