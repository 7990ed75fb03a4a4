import { useT } from '#lib/i18n.ts'
import type { StreamEvent } from '../reference.ts'
import { SchemaTree } from './schema-tree.tsx'

/** The events of a stream, in the order in which they arrive. */
export function StreamEvents({ events, hasJson }: { events: readonly StreamEvent[]; hasJson: boolean }) {
  const t = useT('docs')
  return (
    <>
      <p className="text-mute">{hasJson ? t('answer.either') : t('answer.stream')}</p>
      <ul aria-label={t('answer.events')} className="mt-2 mb-3 flex flex-col gap-2">
        {events.map(({ event, description, data }) => (
          <li key={event + description} className="rounded-md border border-line px-3 py-2">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-medium wrap-anywhere">{event || 'data'}</code>
              <span className="text-small text-mute">{description}</span>
            </p>
            {data && (
              <details className="mt-1">
                <summary className="cursor-pointer text-small text-mute hover:text-ink">{t('answer.fields')}</summary>
                <SchemaTree schema={data} label={event} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
