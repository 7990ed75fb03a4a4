import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type CallDraft, formFields } from '../call-draft.ts'
import { typeName } from '../json-schema.ts'
import type { Operation } from '../reference.ts'

interface DraftFieldsProps {
  operation: Operation
  draft: CallDraft
  onDraft: (draft: CallDraft) => void
  /** Why the body is invalid JSON. */
  fault?: string
}

export function DraftFields({ operation, draft, onDraft, fault }: DraftFieldsProps) {
  const t = useT('docs')
  const setForm = (name: string, value: string | File) => onDraft({ ...draft, form: { ...draft.form, [name]: value } })
  return (
    <>
      {operation.parameters.map((parameter) => (
        <Field
          key={parameter.name}
          label={<code>{parameter.name}</code>}
          required={parameter.required}
          aside={t(`in.${parameter.in}`)}
        >
          <Input
            mono
            value={draft.params[parameter.name] ?? ''}
            onChange={(event) =>
              onDraft({ ...draft, params: { ...draft.params, [parameter.name]: event.target.value } })
            }
            placeholder={typeName(parameter.schema, parameter.schema)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      ))}
      {formFields(operation).map(({ name, isFile, required }) => (
        <Field key={name} label={<code>{name}</code>} required={required}>
          {isFile ? (
            <input
              type="file"
              aria-label={name}
              onChange={(event) => setForm(name, event.target.files?.[0] ?? '')}
              className="text-small file:mr-2 file:h-8 file:rounded-md file:border file:border-line file:bg-card file:px-3 file:text-ink"
            />
          ) : (
            <Input
              mono
              value={String(draft.form[name] ?? '')}
              onChange={(event) => setForm(name, event.target.value)}
              autoComplete="off"
            />
          )}
        </Field>
      ))}
      {operation.body?.is === 'json' && (
        <Field label={t('body')} aside="JSON" error={fault && t('try.notJson', { fault })}>
          <Textarea
            mono
            rows={6}
            maxRows={16}
            value={draft.body}
            onChange={(event) => onDraft({ ...draft, body: event.target.value })}
            spellCheck={false}
          />
        </Field>
      )}
    </>
  )
}
