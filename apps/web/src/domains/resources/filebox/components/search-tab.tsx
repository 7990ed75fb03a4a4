import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SearchX, TextSearch } from 'lucide-react'
import { useCallback, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { commonOf } from '../filebox.queries.ts'

/** Searches the files for passages that answer a question, by meaning and by words. */
export function SearchTab({ botId }: { botId: string }) {
  const t = useT('filebox')
  const [word, setWord] = useState('')
  const onWord = useCallback((text: string) => setWord(text.trim()), [])
  const query = useQuery({
    queryKey: ['filebox', botId, 'search', word],
    enabled: word !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.filebox.search(commonOf(botId, word), { signal })).file_search_item_list,
  })
  return (
    <div className="flex flex-col gap-3 py-3">
      <SearchInput value={word} onChange={onWord} pause={500} placeholder={t('ask')} />
      {query.error ? (
        <ErrorPanel error={query.error} />
      ) : !word ? (
        <EmptyState icon={TextSearch} title={t('search.start')} text={t('search.startText')} />
      ) : query.data?.length === 0 ? (
        <EmptyState icon={SearchX} title={t('search.none')} text={t('search.noneText')} />
      ) : (
        <ol className="flex flex-col gap-2">
          {query.data?.map((item, index) => (
            <li key={index} className="rounded-lg border border-line px-3 py-2">
              <p className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate font-medium">{item.file_name}</span>
                <span className="text-small text-mute tabular-nums">{item.score.toFixed(2)}</span>
              </p>
              <p className="line-clamp-4 text-prose whitespace-pre-wrap wrap-anywhere">{item.content}</p>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
