import { type FieldOf, listType, literal, type Param } from '@orrery/engine/describe'
import { useMemo } from 'react'
import { useT } from '#lib/i18n.ts'
import { useNodeForm } from '../form-context.tsx'
import { ResourceRow } from '../parts/resource-row.tsx'
import { ResourceSelect } from '../parts/resource-select.tsx'
import { useList } from '../use-path.ts'

/** The knowledge bases, stored in the first parameter of the list, whatever its name. */
export function KnowledgeField({ field }: { field: FieldOf<'knowledge'> }) {
  const t = useT('workflow-node')
  const { isReadOnly } = useNodeForm()
  const { list, set } = useList<Param>(field.path)
  const ids = useMemo(() => idsIn(list[0]), [list])
  const write = (next: readonly string[]) => {
    const first = { name: 'datasetList', ...list[0], input: literal(listType('string'), next) }
    set([first, ...list.slice(1)])
  }
  const without = useMemo(() => new Set(ids), [ids])
  return (
    <div className="flex flex-col gap-1">
      {ids.map((id) => (
        <ResourceRow
          key={id}
          kind="knowledge"
          id={id}
          onRemove={isReadOnly ? undefined : () => write(ids.filter((item) => item !== id))}
        />
      ))}
      {!isReadOnly && (!field.single || !ids.length) && (
        <ResourceSelect
          kind="knowledge"
          label={field.single ? t('knowledge.choose') : t('knowledge.add')}
          placeholder={field.single ? t('knowledge.choose') : t('knowledge.add')}
          value={null}
          without={without}
          onChange={(next) => write(field.single ? [next.value] : [...ids, next.value])}
        />
      )}
    </div>
  )
}

function idsIn(param: Param | undefined): string[] {
  const value = param?.input?.value
  const content = value?.type === 'literal' ? value.content : undefined
  const list: unknown = typeof content === 'string' && content.startsWith('[') ? JSON.parse(content) : content
  return (Array.isArray(list) ? list : list ? [list] : []).map(String)
}
