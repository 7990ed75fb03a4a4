import { useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Segmented } from '#ui/segmented.tsx'
import type { KnowledgeDocument, Slice } from '../knowledge.queries.ts'
import type { DocumentActions } from '../use-document-actions.ts'
import { DocumentMenu } from './document-menu.tsx'
import { OutlineList } from './outline-list.tsx'
import { SliceList } from './slice-list.tsx'

interface SlicesPanelProps {
  document: KnowledgeDocument
  mayEdit: boolean
  actions: DocumentActions
  slice: Slice | undefined
  /** The slice of the search parameter. */
  wantedSliceId: string | undefined
  onChoose: (slice: Slice | undefined) => void
  onShow: () => void
}

/** The slices of a document as a list or as an outline. */
export function SlicesPanel({ document, mayEdit, actions, slice, wantedSliceId, onChoose, onShow }: SlicesPanelProps) {
  const t = useT('knowledge')
  const [view, setView] = useState<'slices' | 'outline'>('slices')
  const [wantedId, setWantedId] = useState(wantedSliceId)
  const average = document.slice_count ? Math.round(document.char_count / document.slice_count) : 0
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-page">
      <div className="flex h-11 shrink-0 items-center gap-2 px-4">
        <h2 className="min-w-0 truncate font-semibold">{document.name}</h2>
        <span className="min-w-0 flex-1 truncate text-small text-mute">
          {t('document.summary', {
            count: document.slice_count,
            slices: formatNumber(document.slice_count),
            average: formatNumber(average),
          })}
        </span>
        <Segmented
          size="sm"
          label={t('slices.view')}
          value={view}
          onChange={setView}
          items={[
            { value: 'slices', label: t('slices.title') },
            { value: 'outline', label: t('outline.title') },
          ]}
        />
        <DocumentMenu document={document} mayEdit={mayEdit} actions={actions} />
      </div>
      {view === 'slices' ? (
        <SliceList
          key={document.document_id}
          document={document}
          mayEdit={mayEdit}
          chosen={slice}
          wantedId={wantedId}
          onChoose={onChoose}
          onShow={onShow}
        />
      ) : (
        <OutlineList
          document={document}
          onOpen={(first) => {
            setView('slices')
            setWantedId(first.slice_id)
          }}
        />
      )}
    </div>
  )
}
