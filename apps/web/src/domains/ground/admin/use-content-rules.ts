import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { type ContentSettings, contentRulesQuery } from './admin.queries.ts'

/** The stored rules, and a function that changes some of the settings. */
export function useContentRules() {
  const query = useQuery(contentRulesQuery)
  const save = useMutation({
    mutationFn: (change: Partial<ContentSettings>) => api.contentRule.save(change),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contentRulesQuery.queryKey }),
  })
  return { query, save }
}
