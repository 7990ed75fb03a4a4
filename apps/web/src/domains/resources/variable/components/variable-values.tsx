import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { SheetSection } from '#ui/side-sheet.tsx'
import type { VariableForm } from '../variable-form.ts'
import { resetValues, saveValue, valuesQuery, type VariableOwner } from '../variable.queries.ts'

type Shown = Pick<VariableForm, 'key' | 'default_value' | 'description' | 'is_read_only'>

/** The current user's values while trying a bot or project: view, change, reset. */
export function VariableValues({ owner, variables }: { owner: VariableOwner; variables: readonly Shown[] }) {
  const t = useT('variable')
  const { data, error } = useQuery(valuesQuery(owner))
  const reset = useMutation({ mutationFn: () => resetValues(owner) })
  return (
    <SheetSection
      title={t('title')}
      tools={
        <Button size="xs" kind="ghost" icon={RotateCcw} busy={reset.isPending} onClick={() => reset.mutate()}>
          {t('reset')}
        </Button>
      }
    >
      {(error ?? reset.error) && <ErrorPanel error={error ?? reset.error} />}
      <div className="flex flex-col gap-3">
        {variables.map((variable) => (
          <Value
            key={variable.key + (data?.get(variable.key) ?? '')}
            owner={owner}
            variable={variable}
            value={data?.get(variable.key)}
          />
        ))}
      </div>
    </SheetSection>
  )
}

/** The value of a variable, saved when the field loses the focus. The next reply uses it. */
function Value({ owner, variable, value }: { owner: VariableOwner; variable: Shown; value: string | undefined }) {
  const t = useT('variable')
  const { key, default_value: first, description } = variable
  const [text, setText] = useState(value ?? '')
  const save = useMutation({ mutationFn: () => saveValue(owner, key, text) })
  const leave = () => {
    if (text !== (value ?? '')) save.mutate()
  }
  return (
    <Field label={<code>{key}</code>} help={description || undefined} error={save.error?.message}>
      <Input
        value={text}
        disabled={variable.is_read_only}
        placeholder={first ? t('defaultIs', { value: first }) : t('unset')}
        onChange={(event) => setText(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
    </Field>
  )
}
