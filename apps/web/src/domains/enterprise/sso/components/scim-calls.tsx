import type { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { DateTime } from '#ui/date-time.tsx'
import { MethodTag } from '#ui/method-tag.tsx'
import { Tag } from '#ui/tag.tsx'

type Call = Awaited<ReturnType<typeof api.provisioning.status>>['calls'][number]

/** The last calls of the directory with request and response. */
export function ScimCalls({ calls }: { calls: readonly Call[] }) {
  const t = useT('sso')
  return (
    <section className="rounded-lg bg-card p-5 shadow-card">
      <h2 className="font-semibold">{t('calls.title')}</h2>
      {calls.length === 0 && <p className="mt-1 text-small text-mute">{t('calls.none')}</p>}
      <ul aria-label={t('calls.title')} className="mt-3 flex flex-col gap-2">
        {calls.map((call) => (
          <li key={call.id}>
            <details>
              <summary className="flex cursor-pointer items-center gap-2 text-small">
                <MethodTag method={call.method} />
                <code className="min-w-0 flex-1 truncate font-mono">{call.path}</code>
                <Tag tone={call.status < 400 ? 'ok' : 'err'}>{String(call.status)}</Tag>
                <DateTime at={call.at} className="text-mute" />
              </summary>
              {[call.request, call.answer].filter(Boolean).map((text, index) => (
                <pre key={String(index)} className="mt-2 max-h-60 overflow-auto rounded-md bg-hover p-3 text-small">
                  {text}
                </pre>
              ))}
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
