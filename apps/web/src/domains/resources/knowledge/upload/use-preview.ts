import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { ChunkStrategy } from '../use-document-actions.ts'
import type { ImportItem } from './upload-state.ts'

export interface PreviewRule {
  chunk: ChunkStrategy
  ocr: boolean
  skipPages: readonly number[]
}
const pause = 400

/** The slices a file would become: asked for again when the rule changes, after a pause. */
export function usePreview(datasetId: string, item: ImportItem | undefined, rule: PreviewRule) {
  const [asked, setAsked] = useState(rule)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(rule), pause)
    return () => clearTimeout(timer)
  }, [rule])
  const key = ['knowledge', 'preview', datasetId, item?.key, asked] as const
  const query = useQuery({
    queryKey: key,
    enabled: item !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { reviews } = await api.knowledge.createReviews(
        {
          dataset_id: datasetId,
          reviews: [{ document_name: item!.name, ...item!.source }],
          chunk_strategy: asked.chunk,
          parsing_strategy: { image_ocr: asked.ocr },
          filter_strategy: { filter_page: [...asked.skipPages] },
        },
        { signal },
      )
      return reviews[0]!
    },
  })
  const save = useMutation({
    mutationFn: async (chunks: NonNullable<typeof query.data>['chunks']) => {
      const review = query.data!
      const input = { dataset_id: datasetId, review_id: review.review_id, doc_tree_json: JSON.stringify(chunks) }
      await api.knowledge.saveReview(input)
      return { ...review, chunks }
    },
    onSuccess: (review) => queryClient.setQueryData(key, review),
  })
  return { query, save, isFresh: asked === rule && !query.isFetching }
}
export type PreviewChunk = Awaited<ReturnType<typeof api.knowledge.createReviews>>['reviews'][number]['chunks'][number]
