import { useCallback, useState } from 'react'
import { Columns3, Plus } from 'lucide-react'
import { formatNumber } from '#lib/format.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { FootBar } from '#ui/foot-bar.tsx'
import { ResizablePanels } from '#ui/resizable-panels.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { isBusy } from '../document-state.ts'
import type { Base, KnowledgeDocument } from '../knowledge.queries.ts'
import { useDocumentActions } from '../use-document-actions.ts'
import { ColumnDialog } from './column-dialog.tsx'
import { DocumentList } from './document-list.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { TableGrid } from './table-grid.tsx'

/** The tables of a base, and the rows of the chosen one as a grid. */
export function TableDetail({ base, wantedId }: { base: Base; wantedId?: string }) {
  const t = useT('knowledge')
  const actions = useDocumentActions(base.dataset_id)
  const [document, setDocument] = useState<KnowledgeDocument>()
  const [documentId, setDocumentId] = useState(wantedId)
  const [word, setWord] = useState('')
  const [open, setOpen] = useState<'columns' | 'row' | null>(null)
  const mayEdit = base.can_edit
  const choose = useCallback((next: KnowledgeDocument | undefined) => {
    setDocument(next)
    setDocumentId(next?.document_id)
  }, [])
  const onWord = useCallback((text: string) => setWord(text.trim()), [])
  const isReady = document !== undefined && document.table_meta.length > 0
  return (
    <>
      <ResizablePanels
        storeKey="knowledge-table"
        panels={[
          {
            id: 'documents',
            title: t('documents.name'),
            share: 280,
            min: 220,
            foldable: true,
            content: (
              <DocumentList
                datasetId={base.dataset_id}
                chosenId={documentId}
                mayEdit={mayEdit}
                actions={actions}
                onChoose={choose}
              />
            ),
          },
          {
            id: 'rows',
            title: t('rows.title'),
            share: 1000,
            min: 400,
            content: document ? (
              <div className="flex min-h-0 flex-1 flex-col bg-card">
                <div className="flex h-13 shrink-0 items-center gap-2 border-b border-line px-4">
                  <h2 className="min-w-0 truncate font-semibold">{document.name}</h2>
                  <span className="min-w-0 flex-1 truncate text-small text-mute">
                    {t('rows.summary', {
                      count: document.slice_count,
                      rows: formatNumber(document.slice_count),
                      columns: formatNumber(document.table_meta.length),
                    })}
                  </span>
                  <SearchInput value={word} onChange={onWord} placeholder={t('rows.search')} className="w-56" />
                  {mayEdit && (
                    <>
                      <Button
                        icon={Columns3}
                        disabled={!isReady || isBusy(document.status)}
                        onClick={() => setOpen('columns')}
                      >
                        {t('columns.title')}
                      </Button>
                      <Button icon={Plus} disabled={!isReady} onClick={() => setOpen('row')}>
                        {t('rows.add')}
                      </Button>
                    </>
                  )}
                  <DocumentMenu document={document} mayEdit={mayEdit} actions={actions} isText={false} />
                </div>
                <TableGrid
                  key={document.document_id}
                  document={document}
                  word={word}
                  mayEdit={mayEdit && isReady}
                  isAdding={open === 'row'}
                  onAdd={(input) => setOpen(input ? 'row' : null)}
                  onClear={() => setWord('')}
                />
                {open === 'columns' && (
                  <ColumnDialog document={document} actions={actions} onClose={() => setOpen(null)} />
                )}
              </div>
            ) : (
              <div className="flex-1 bg-page" />
            ),
          },
        ]}
      />
      <FootBar hints={mayEdit ? [{ keys: 'Enter', label: t('keys.editCell') }] : undefined}>
        {mayEdit ? t('foot.table') : t('foot.readOnly')}
      </FootBar>
    </>
  )
}
