import type { Extension } from '@codemirror/state'
import type { FieldOf } from '@orrery/engine/describe'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { databaseQuery } from '../../nodes/resources.queries.ts'
import { useFieldTexts } from '../field-texts.ts'
import { useNodeForm } from '../form-context.tsx'
import type { ReadChip } from '../text/mentions.ts'
import { usePromptMentions } from '../text/use-mentions.ts'
import { databaseIdOf } from '../database-id.ts'
import { useLoaded } from '#lib/use-loaded.ts'
import { useSlot } from '../use-slot.ts'
import { PromptBox } from './prompt-field.tsx'

const none: readonly Extension[] = []
const loadSql = () => import('../text/sql-language.ts')

/** SQL with completion for the columns of the selected table. */
export function SqlField({ field }: { field: FieldOf<'sql'> }) {
  const { label, help } = useFieldTexts(field)
  const { data, isReadOnly, gaps } = useNodeForm()
  const [value, set] = useSlot(field.slot)
  const { mentions, isKnown } = usePromptMentions()
  const read = useCallback<ReadChip>(
    (inner) => (inner ? { name: `{{${inner}}}`, isKnown: isKnown(inner) } : null),
    [isKnown],
  )
  const id = databaseIdOf(data)
  const table = useQuery({ ...databaseQuery(id), enabled: id !== '' }).data
  const language = useLoaded(loadSql)
  const extra = useMemo(() => {
    const columns = (table?.field_list ?? []).map((field) => field.name)
    return language?.sqlExtensions(table?.table_name ?? '', columns) ?? none
  }, [language, table])
  return (
    <div className="flex flex-col gap-1">
      <PromptBox
        label={label}
        isCode
        rows={6}
        value={typeof value === 'string' ? value : ''}
        onChange={set}
        mentions={mentions}
        read={read}
        required={field.required}
        isReadOnly={isReadOnly}
        extra={extra}
        invalid={gaps.some((gap) => gap.field === field.id)}
      />
      {help && <p className="text-small text-mute">{help}</p>}
    </div>
  )
}
