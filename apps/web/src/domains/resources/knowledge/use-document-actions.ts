import { DocumentStatus } from '@orrery/contract/shared/knowledge-enums'
import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { confirm } from '#ui/confirm-host.tsx'
import { toast } from '#ui/toast-store.ts'
import { type KnowledgeDocument, refreshKnowledge } from './knowledge.queries.ts'

export type ChunkStrategy = KnowledgeDocument['chunk_strategy']

/** Actions on a document. The API client reports failures. */
export function useDocumentActions(datasetId: string) {
  const t = useT('knowledge')
  const done = { onSettled: () => refreshKnowledge() }
  const retry = useMutation({
    mutationFn: (document: KnowledgeDocument) =>
      api.knowledge.retryDocuments({ document_ids: [document.document_id] }, { toast: true }),
    ...done,
  })
  const cancel = useMutation({
    mutationFn: (document: KnowledgeDocument) =>
      api.knowledge.cancelDocuments({ document_ids: [document.document_id] }, { toast: true }),
    ...done,
  })
  /** Processes the file again: with text recognition, without some pages, or with another segmentation rule. */
  const again = useMutation({
    mutationFn: ({ document, ...change }: Again) =>
      api.knowledge.resegment(
        {
          dataset_id: datasetId,
          document_ids: [document.document_id],
          chunk_strategy: change.chunk ?? document.chunk_strategy,
          parsing_strategy: {
            ...document.parsing_strategy,
            ...(change.ocr !== undefined && { image_ocr: change.ocr }),
          },
          filter_strategy: { filter_page: [...(change.skipPages ?? document.filter_strategy.filter_page ?? [])] },
        },
        { toast: true },
      ),
    ...done,
  })
  const refetch = useMutation({
    mutationFn: (document: KnowledgeDocument) =>
      api.knowledge.refreshDocument({ dataset_id: datasetId, document_id: document.document_id }, { toast: true }),
    ...done,
  })
  const update = useMutation({
    mutationFn: ({ document, ...change }: { document: KnowledgeDocument } & Change) =>
      api.knowledge.updateDocument({ document_id: document.document_id, ...change }, { toast: true }),
    ...done,
  })
  const setOn = (document: KnowledgeDocument, on: boolean) =>
    update.mutate({ document, status: on ? DocumentStatus.enabled : DocumentStatus.disabled })
  const remove = (document: KnowledgeDocument) =>
    confirm({
      title: t('document.delete.title', { name: document.name }),
      text: t('document.delete.text', { count: document.slice_count }),
      action: t('document.delete.action'),
      danger: true,
      onConfirm: async () => {
        await api.knowledge.removeDocuments({ document_ids: [document.document_id] })
        toast.ok(t('document.deleted', { name: document.name }))
        await refreshKnowledge()
      },
    })
  return { retry, cancel, again, refetch, update, setOn, remove }
}
export type DocumentActions = ReturnType<typeof useDocumentActions>

interface Again {
  document: KnowledgeDocument
  ocr?: boolean
  skipPages?: readonly number[]
  chunk?: ChunkStrategy
}
type Change = Omit<Parameters<typeof api.knowledge.updateDocument>[0], 'document_id'>
