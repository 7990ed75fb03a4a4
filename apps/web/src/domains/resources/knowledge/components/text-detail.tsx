import { useCallback, useState } from 'react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { useShortcuts } from '#lib/shortcuts.ts'
import { useNarrow } from '#lib/viewport.ts'
import { FootBar } from '#ui/foot-bar.tsx'
import { ResizablePanels } from '#ui/resizable-panels.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { Base, KnowledgeDocument, Slice } from '../knowledge.queries.ts'
import { readInfo } from '../slice-info.ts'
import { useDocumentActions } from '../use-document-actions.ts'
import { DocumentList } from './document-list.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { OriginalPanel } from './original-panel.tsx'
import { OutlineList } from './outline-list.tsx'
import { SliceList } from './slice-list.tsx'

interface TextDetailProps {
  base: Base
  /** The document and slice named by the address. */
  wanted: { documentId?: string; sliceId?: string }
}

/** Documents, the slices of the chosen one, and its original beside them. */
export function TextDetail({ base, wanted }: TextDetailProps) {
  const t = useT('knowledge')
  const isNarrow = useNarrow()
  const actions = useDocumentActions(base.dataset_id)
  const [document, setDocument] = useState<KnowledgeDocument>()
  const [documentId, setDocumentId] = useState(wanted.documentId)
  const [slice, setSlice] = useState<Slice>()
  const [page, setPage] = useState(1)
  const [view, setView] = useState<'slices' | 'outline'>('slices')
  const [sought, setSought] = useState(wanted.sliceId)
  const mayEdit = base.can_edit
  useShortcuts({
    id: 'knowledge',
    title: t('slices.title'),
    shortcuts: [
      { keys: ['j', 'k'], label: t('keys.walk') },
      ...(mayEdit ? [{ keys: 'e', label: t('keys.edit') }] : []),
      { keys: 'o', label: t('keys.original') },
    ],
  })
  const choose = useCallback(
    (next: KnowledgeDocument | undefined) => {
      setDocument(next)
      if (next?.document_id === documentId) return
      setDocumentId(next?.document_id)
      setSlice(undefined)
      setPage(1)
    },
    [documentId],
  )
  const show = (next: Slice | undefined) => {
    if (next) setPage(readInfo(next).page)
  }
  const chooseSlice = useCallback((next: Slice | undefined) => {
    setSlice(next)
    if (next) setPage(readInfo(next).page)
  }, [])
  const average = document?.slice_count ? Math.round(document.char_count / document.slice_count) : 0
  const list = (
    <DocumentList
      datasetId={base.dataset_id}
      chosenId={documentId}
      mayEdit={mayEdit}
      actions={actions}
      onChoose={choose}
    />
  )
  const slices = document && (
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
          wantedId={sought}
          onChoose={chooseSlice}
          onShow={() => show(slice)}
        />
      ) : (
        <OutlineList
          document={document}
          onOpen={(first) => {
            setView('slices')
            setSought(first.slice_id)
          }}
        />
      )}
    </div>
  )
  return (
    <>
      {isNarrow ? (
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
          {list}
          {slices}
        </div>
      ) : (
        <ResizablePanels
          storeKey="knowledge"
          panels={[
            { id: 'documents', title: t('documents.name'), share: 312, min: 240, content: list },
            {
              id: 'slices',
              title: t('slices.title'),
              share: 680,
              min: 360,
              content: slices ?? <div className="flex-1 bg-page" />,
            },
            {
              id: 'original',
              title: t('original.title'),
              share: 392,
              min: 260,
              foldable: true,
              content: document ? (
                <OriginalPanel
                  key={document.document_id}
                  document={document}
                  page={page}
                  marked={slice}
                  onPage={setPage}
                />
              ) : (
                <div className="flex-1 bg-page" />
              ),
            },
          ]}
        />
      )}
      <FootBar
        hints={
          isNarrow
            ? undefined
            : [
                { keys: ['j', 'k'], label: t('keys.walk') },
                ...(mayEdit ? [{ keys: 'e', label: t('keys.edit') }] : []),
                { keys: 'o', label: t('keys.original') },
              ]
        }
      >
        {mayEdit ? t('foot.text') : t('foot.readOnly')}
      </FootBar>
    </>
  )
}
