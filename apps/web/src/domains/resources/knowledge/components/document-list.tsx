import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { NoMatch } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { InfiniteSentinel } from '#ui/infinite-sentinel.tsx'
import { PanelHead } from '#ui/resizable-panels.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { isBusy, type StateFilter, statusesOf, stateOf } from '../document-state.ts'
import { documentsQuery, type KnowledgeDocument, progressQuery } from '../knowledge.queries.ts'
import type { DocumentActions } from '../use-document-actions.ts'
import { DocumentRow } from './document-row.tsx'

interface DocumentListProps {
  datasetId: string
  chosenId: string | undefined
  mayEdit: boolean
  actions: DocumentActions
  onChoose: (document: KnowledgeDocument | undefined) => void
}

const filters = Object.keys(statusesOf) as StateFilter[]
const dots = { ready: 'bg-ok-solid', busy: 'bg-info-solid', failed: 'bg-err-solid', off: 'bg-control' }

/** The documents of a base with their state, and the progress of those being processed. */
export function DocumentList({ datasetId, chosenId, mayEdit, actions, onChoose }: DocumentListProps) {
  const t = useT('knowledge')
  const [word, setWord] = useState('')
  const [filter, setFilter] = useState<StateFilter>('all')
  const query = useInfiniteQuery(documentsQuery(datasetId, { word, statuses: statusesOf[filter] }))
  const { hasNextPage, fetchNextPage } = query
  const documents = query.data?.pages.flatMap((page) => page.document_infos)
  const running = documents?.filter((document) => isBusy(document.status)).map((document) => document.document_id) ?? []
  const progress = useQuery(progressQuery(running.slice(0, 50))).data
  const counts = query.data?.pages[0]?.counts
  const chosen = documents?.find((document) => document.document_id === chosenId)
  // Keep the selection in line with the list: a new status, a deleted document, or the first document of a new page.
  useEffect(() => {
    if (!documents) return
    if (chosen) onChoose(chosen)
    else if (chosenId && hasNextPage) void fetchNextPage()
    else if (!word && filter === 'all') onChoose(documents[0])
  }, [documents, chosen, chosenId, word, filter, onChoose, hasNextPage, fetchNextPage])
  const onWord = useCallback((text: string) => setWord(text.trim()), [])
  const waiting = documents?.filter((document) => stateOf(document) === 'waiting') ?? []
  return (
    <div className="flex min-h-0 flex-1 flex-col border-r border-line bg-card">
      <PanelHead
        title={t('documents.title', { total: formatNumber(query.data?.pages[0]?.total ?? 0) })}
        tools={
          <Select
            size="sm"
            label={t('documents.state')}
            className="w-28"
            value={filter}
            onChange={setFilter}
            items={filters.map((value) => ({ value, label: t(`documents.filter.${value}`) }))}
          />
        }
      />
      <div className="flex flex-col gap-2 px-4 pb-2">
        <SearchInput value={word} onChange={onWord} placeholder={t('documents.search')} />
        {counts && (
          <p className="flex flex-wrap gap-x-3 text-small">
            {(['ready', 'busy', 'failed', 'off'] as const).map(
              (state) =>
                counts[state] > 0 && (
                  <span key={state} className="inline-flex items-center gap-1.5">
                    <span className={`size-1.5 rounded-full ${dots[state]}`} />
                    {t(`documents.count.${state}`, { n: formatNumber(counts[state]) })}
                  </span>
                ),
            )}
          </p>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {query.error && !documents ? (
          <ErrorPanel error={query.error} className="mx-2" />
        ) : !documents ? (
          <div role="status" aria-label={t('documents.loading')} className="flex flex-col gap-3 p-2">
            {[70, 50, 62, 44].map((width) => (
              <Skeleton key={width} className="h-9" style={{ width: `${width}%` }} />
            ))}
          </div>
        ) : documents.length === 0 ? (
          <NoMatch
            text={word ? t('documents.noMatch', { word }) : t('documents.none')}
            onClear={
              word || filter !== 'all'
                ? () => {
                    setWord('')
                    setFilter('all')
                  }
                : undefined
            }
          />
        ) : (
          <ul className="flex flex-col gap-0.5">
            {documents.map((document) => (
              <DocumentRow
                key={document.document_id}
                document={document}
                progress={progress?.find((item) => item.document_id === document.document_id)}
                selected={document.document_id === chosenId}
                mayEdit={mayEdit}
                place={waiting.indexOf(document) + 1}
                actions={actions}
                onSelect={() => onChoose(document)}
              />
            ))}
          </ul>
        )}
        <InfiniteSentinel query={query} />
      </div>
    </div>
  )
}
