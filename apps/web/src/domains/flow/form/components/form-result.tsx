import { useQuery } from '@tanstack/react-query'
import { useT } from '#lib/i18n.ts'
import { Spinner } from '#ui/spinner.tsx'
import { resultQuery } from '../form.queries.ts'

/** The result of the workflow; a spinner until the run has finished. */
export function FormResult({ formKey, submission }: { formKey: string; submission: string }) {
  const t = useT('workflow-form')
  const { data, error } = useQuery(resultQuery(formKey, submission))
  if (error || data?.status === 'failed') return <p role="alert">{t('result.failed')}</p>
  if (data?.status !== 'done')
    return (
      <p role="status" className="flex items-center gap-2 text-mute">
        <Spinner />
        {t('result.waiting')}
      </p>
    )
  return (
    <section aria-label={t('result')} className="flex flex-col gap-3" data-user-text>
      {partsOf(data.output).map(([name, value]) => (
        <div key={name} className="flex flex-col gap-0.5">
          {name && <h2 className="text-small text-mute">{name}</h2>}
          <p className="text-prose wrap-anywhere whitespace-pre-wrap">{value}</p>
        </div>
      ))}
    </section>
  )
}

/** The outputs with their names; a single output has no name. */
function partsOf(output: string): [name: string, value: string][] {
  let value: unknown
  try {
    value = JSON.parse(output)
  } catch {
    return [['', output]]
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [['', textOf(value)]]
  const parts = Object.entries(value).map(([name, item]): [string, string] => [name, textOf(item)])
  return parts.length === 1 ? [['', parts[0]![1]]] : parts
}
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
