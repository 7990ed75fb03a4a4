import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { PanelHead } from '#ui/resizable-panels.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type KnowledgeDocument, originalQuery, type Slice } from '../knowledge.queries.ts'
import { belongsTogether } from '../original-marks.ts'

interface OriginalPanelProps {
  document: KnowledgeDocument
  /** The page number; 0: the page of the marked slice. */
  page: number
  onPage: (page: number) => void
  marked: Slice | undefined
}

/** The original file, page by page, with the selected slice marked. */
export function OriginalPanel({ document, page, onPage, marked }: OriginalPanelProps) {
  const t = useT('knowledge')
  const pageElement = useRef<HTMLDivElement>(null)
  const query = useQuery(originalQuery(document.document_id, page, marked?.content))
  const blocks = query.data?.blocks
  const place = blocks && marked ? `${marked.slice_id}/${query.data?.page}` : ''
  useEffect(() => {
    if (place) pageElement.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'center' })
  }, [place])
  return (
    <div className="flex min-h-0 flex-1 flex-col border-l border-line bg-card">
      <PanelHead
        title={t('original.title')}
        tools={
          <>
            {query.data && query.data.pages > 1 && (
              <Pagination page={query.data.page} pages={query.data.pages} onChange={onPage} />
            )}
            {document.preview_tos_url && (
              <IconButton
                icon={Download}
                label={t('original.download')}
                nativeButton={false}
                render={<a href={document.preview_tos_url} download={document.name} />}
              />
            )}
          </>
        }
      />
      {/* Scrollable content needs keyboard focus. */}
      <div
        tabIndex={0}
        role="region"
        aria-label={t('original.title')}
        className="focus-inset min-h-0 flex-1 overflow-y-auto bg-page p-4"
      >
        {query.error ? (
          <ErrorPanel title={t('original.failed')} error={query.error} />
        ) : !blocks ? (
          <Skeleton className="h-full min-h-80" />
        ) : blocks.length === 0 ? (
          <p className="text-small text-mute">{t('original.none')}</p>
        ) : (
          <div ref={pageElement} data-user-text className="min-h-full rounded-sm bg-card px-6 py-6 shadow-card">
            {blocks.map((block, index) => {
              const isMarked = marked !== undefined && belongsTogether(block.text, marked.content)
              return (
                <p
                  key={index}
                  data-marked={isMarked || undefined}
                  className={cn(
                    '-mx-1.5 mb-2 rounded-xs px-1.5 whitespace-pre-wrap wrap-anywhere',
                    block.level === 1 && 'text-dialog font-semibold',
                    block.level > 1 && 'font-semibold',
                    block.level === 0 && 'text-prose',
                    isMarked && 'bg-mark',
                  )}
                >
                  {block.text}
                </p>
              )
            })}
          </div>
        )}
      </div>
    </div>
  )
}
