import { useCallback, useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { useShortcuts } from '#lib/shortcuts.ts'
import { useNarrow } from '#lib/viewport.ts'
import { FootBar } from '#ui/foot-bar.tsx'
import { ResizablePanels } from '#ui/resizable-panels.tsx'
import type { Base, KnowledgeDocument, Slice } from '../knowledge.queries.ts'
import { readInfo } from '../slice-info.ts'
import { useDocumentActions } from '../use-document-actions.ts'
import { DocumentList } from './document-list.tsx'
import { OriginalPanel } from './original-panel.tsx'
import { SlicesPanel } from './slices-panel.tsx'

interface TextDetailProps {
  base: Base
  /** The document and slice of the search parameters. */
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
  const mayEdit = base.can_edit
  const shortcuts = [
    { keys: ['j', 'k'], label: t('keys.walk') },
    ...(mayEdit ? [{ keys: 'e', label: t('keys.edit') }] : []),
    { keys: 'o', label: t('keys.original') },
  ]
  useShortcuts({ id: 'knowledge', title: t('slices.title'), shortcuts })
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
  const chooseSlice = useCallback((next: Slice | undefined) => {
    setSlice(next)
    if (next) setPage(readInfo(next).page)
  }, [])
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
    <SlicesPanel
      document={document}
      mayEdit={mayEdit}
      actions={actions}
      slice={slice}
      wantedSliceId={wanted.sliceId}
      onChoose={chooseSlice}
      onShow={() => slice && setPage(readInfo(slice).page)}
    />
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
      <FootBar hints={isNarrow ? undefined : shortcuts}>{mayEdit ? t('foot.text') : t('foot.readOnly')}</FootBar>
    </>
  )
}
