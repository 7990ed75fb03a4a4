import type { SearchFound, SearchKind } from '@orrery/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

export type { SearchFound, SearchKind }

const FIRST = 5
const MORE = 50

/** The results for a word by kind, or more results of one kind. */
export const searchQuery = (word: string, kind: SearchKind | undefined) =>
  queryOptions({
    queryKey: ['search', word, kind],
    enabled: word.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.search.all({ word, kinds: kind && [kind], size: kind ? MORE : FIRST }, { signal }),
  })
