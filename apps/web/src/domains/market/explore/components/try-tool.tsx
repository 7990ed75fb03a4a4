import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { readLastSpace } from '#lib/spaces.ts'
import { Button } from '#ui/button.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { JsonView } from '#ui/json-view.tsx'
import type { Product } from '../product-place.ts'
import { tryValues } from '../try-values.ts'

export type ProductTool = NonNullable<Product['plugin_extra']>['tools'][number]

/** Calls a tool of an official plugin with values of the user. */
export function TryTool({ pluginId, tool }: { pluginId: string; tool: ProductTool }) {
  const t = useT('explore')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const read = tryValues(tool.parameters, typed)
  const wrong = 'wrong' in read ? read.wrong : ''
  const isComplete = tool.parameters.every(({ name, required }) => !required || typed[name]?.trim())
  const call = useMutation({
    mutationFn: (values: Record<string, unknown>) =>
      api.pluginTool.debug({
        plugin_id: pluginId,
        api_id: tool.id,
        parameters: JSON.stringify(values),
        space_id: readLastSpace() || undefined,
      }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('values' in read && isComplete) call.mutate(read.values)
  }
  return (
    <form onSubmit={submit} className="mb-3 flex flex-col gap-3 rounded-md bg-page p-3">
      {tool.parameters.map(({ name, required, description, type }) => (
        <Field
          key={name}
          label={name}
          required={required}
          help={description}
          error={wrong === name && t('try.wrong', { type })}
        >
          <Input
            value={typed[name] ?? ''}
            placeholder={type}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        </Field>
      ))}
      <Button
        type="submit"
        size="sm"
        icon={Play}
        className="self-start"
        disabled={!isComplete || wrong !== ''}
        busy={call.isPending}
      >
        {t('try.run')}
      </Button>
      {call.error && <ErrorPanel error={call.error} />}
      {call.data &&
        (call.data.success ? (
          <JsonView label={t('try.result')} text={call.data.resp} />
        ) : (
          <ErrorPanel title={call.data.reason} />
        ))}
    </form>
  )
}
