import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ReviewStatus } from '@orrery/contract/shared/knowledge-enums'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import type { ChunkStrategy } from '../use-document-actions.ts'
import type { ImportItem } from './upload-state.ts'

export interface PreviewRule {
  chunk: ChunkStrategy
  ocr: boolean
  skipPages: readonly number[]
}
const debounceMs = 400
const pollMs = 1000
type Review = Awaited<ReturnType<typeof api.knowledge.createReviews>>['reviews'][number]

/** Polls until the file is segmented, which takes a while for scans. */
async function untilSegmented(datasetId: string, started: Review, signal: AbortSignal): Promise<Review> {
  let review = started
  while (review.status === ReviewStatus.processing) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    signal.throwIfAborted()
    const input = { dataset_id: datasetId, review_ids: [started.review_id] }
    review = (await api.knowledge.reviews(input, { signal })).reviews[0]!
  }
  return review
}

/** The slices that a file would become. Changes of the rule are debounced. */
export function usePreview(datasetId: string, item: ImportItem | undefined, rule: PreviewRule) {
  const [asked, setAsked] = useState(rule)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(rule), debounceMs)
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
      return untilSegmented(datasetId, reviews[0]!, signal)
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
export type PreviewChunk = Review['chunks'][number]
