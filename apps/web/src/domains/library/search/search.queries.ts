import type { SearchFound, SearchKind } from '@orrery/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type { SearchFound, SearchKind }

const RESULTS_PER_KIND = 5
const RESULTS_OF_ONE_KIND = 50

/** The results for a word by kind, or more results of one kind. */
export const searchQuery = (word: string, kind: SearchKind | undefined) =>
  queryOptions({
    queryKey: ['search', word, kind],
    enabled: word.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.search.all({ word, kinds: kind && [kind], size: kind ? RESULTS_OF_ONE_KIND : RESULTS_PER_KIND }, { signal }),
  })
