import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { cn } from '#lib/class-names.ts'
import { useLanguage, useT } from '#lib/i18n.ts'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { NoMatch } from '#ui/empty-state.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { callsQuery } from '../developer.queries.ts'
import { PlaygroundCall } from './playground-call.tsx'
import { WidgetSample } from './widget-sample.tsx'

const firstCall = 'openChat.chat'
const widget = 2

/** The calls of the public API on the left; the chosen one can be tried on the right. */
export function Playground() {
  const t = useT('developer')
  const [language] = useLanguage()
  const [word, setWord] = useState('')
  const [chosen, setChosen] = useState(firstCall)
  const { data, error, refetch } = useQuery(callsQuery(language))
  const download = useMutation({
    mutationFn: async () => {
      const { swagger_openapi_spec: document } = await api.playground.all({}, { toast: true })
      saveFile('openapi.json', document)
    },
  })
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  const wanted = word.trim().toLowerCase()
  const groups = (data ?? [])
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => `${item.title} ${item.url_key}`.toLowerCase().includes(wanted)),
    }))
    .filter((group) => group.items.length > 0)
  const item = data?.flatMap((group) => group.items).find((found) => found.url_key === chosen)
  return (
    <div className="flex min-h-0 flex-1 border-t border-line max-md:flex-col">
      <nav
        aria-label={t('calls')}
        className="flex w-72 shrink-0 flex-col gap-2 overflow-y-auto border-r border-line p-3 max-md:max-h-60 max-md:w-auto"
      >
        <SearchInput value={word} onChange={setWord} placeholder={t('calls.search')} />
        {data && groups.length === 0 && <NoMatch text={t('calls.none', { word })} onClear={() => setWord('')} />}
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 title={group.description} className="px-2 py-1 text-caption text-mute">
              {group.title}
            </h2>
            <ul>
              {group.items.map((call) => (
                <li key={call.url_key}>
                  <button
                    type="button"
                    aria-current={call.url_key === chosen || undefined}
                    onClick={() => setChosen(call.url_key)}
                    className={cn(
                      'focus-inset w-full rounded-md px-2 py-1.5 text-left text-small hover:bg-hover',
                      call.url_key === chosen && 'bg-brand-soft text-brand',
                    )}
                  >
                    {call.title}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <Button
          size="sm"
          icon={Download}
          busy={download.isPending}
          className="mt-auto shrink-0"
          onClick={() => download.mutate()}
        >
          {t('calls.download')}
        </Button>
      </nav>
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
        {item?.type === widget ? <WidgetSample /> : <PlaygroundCall key={chosen} name={chosen} />}
      </div>
    </div>
  )
}
