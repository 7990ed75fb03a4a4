import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Icon } from '#ui/icon.tsx'
import { Tag } from '#ui/tag.tsx'
import type { JsonSchema } from '../json-schema.ts'
import { fieldsOf, hasFields, type SchemaField } from '../schema-fields.ts'
import { schemaNotes } from '../schema-notes.ts'

const openLevels = 2
const indent = 20

/** The fields of a schema. Closed levels are not computed, because a schema may contain itself. */
export function SchemaTree({ schema, label }: { schema: JsonSchema; label: string }) {
  return <Fields fields={fieldsOf(schema, schema)} root={schema} level={0} label={label} />
}

interface FieldsProps {
  fields: readonly SchemaField[]
  root: JsonSchema
  level: number
  label?: string
}

function Fields({ fields, root, level, label }: FieldsProps) {
  return (
    <ul aria-label={label} className="flex flex-col">
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} root={root} level={level} />
      ))}
    </ul>
  )
}

function FieldRow({ field, root, level }: { field: SchemaField; root: JsonSchema; level: number }) {
  const t = useT('docs')
  const canOpen = hasFields(field.schema, root)
  const [isOpen, setOpen] = useState(level + 1 < openLevels)
  return (
    <li>
      <div
        style={{ paddingLeft: level * indent }}
        className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-0.5 border-b border-line py-1.5"
      >
        {canOpen ? (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="hit-area -ml-1 flex items-center gap-1 rounded-sm"
          >
            <Icon of={ChevronRight} size={14} className={cn('text-mute transition-transform', isOpen && 'rotate-90')} />
            <code>{field.name}</code>
          </button>
        ) : (
          <code className="pl-3.5">{field.name}</code>
        )}
        {field.required && (
          <span className="-ml-1 text-err" role="img" aria-label={t('required')}>
            *
          </span>
        )}
        <Tag mono>{field.type}</Tag>
        <Notes schema={field.schema} root={root} />
      </div>
      {canOpen && isOpen && <Fields fields={fieldsOf(field.schema, root)} root={root} level={level + 1} />}
    </li>
  )
}

export function Notes({ schema, root }: { schema: JsonSchema; root: JsonSchema }) {
  const t = useT('docs')
  const notes = schemaNotes(schema, root).map(({ text, values }) => t(text, values))
  if (!schema.description && notes.length === 0) return null
  return (
    <span className="min-w-0 text-small wrap-anywhere">
      {schema.description && <span>{schema.description}</span>}
      {notes.length > 0 && (
        <span className="text-mute">{`${schema.description ? ' · ' : ''}${notes.join(' · ')}`}</span>
      )}
    </span>
  )
}
