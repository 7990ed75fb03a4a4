import { WebStatus } from '@orrery/contract/shared/knowledge-enums'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import type { WebItem } from './upload-state.ts'

const stateOf = (status: number): WebItem['status'] =>
  status === WebStatus.finished ? 'ready' : status === WebStatus.failed ? 'failed' : 'fetching'

/** The requested web pages and their subpages, while they are fetched. */
export function useWebs() {
  const [ids, setIds] = useState<readonly string[]>([])
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set())
  const submit = useMutation({
    mutationFn: async ({ addresses, below }: { addresses: string[]; below: number }) => {
      const made: string[] = []
      for (const url of addresses) {
        const input = { web_url: url, subpages_count: below }
        made.push((await api.knowledge.submitWeb(input)).web_id)
      }
      return made
    },
    onSuccess: (made) => setIds([...ids, ...made]),
  })
  const { data } = useQuery({
    queryKey: ['knowledge', 'webs', ids],
    enabled: ids.length > 0,
    queryFn: async ({ signal }) => (await api.knowledge.webs({ web_ids: [...ids] }, { signal })).data,
    refetchInterval: ({ state }) =>
      !state.data || Object.values(state.data).some((item) => item.progress < 100) ? 700 : false,
  })
  const items = ids.flatMap((id): WebItem[] => {
    const found = data?.[id]
    if (!found) return []
    const { web_info: page } = found
    const rows = [
      { ...page, problem: found.status_descript },
      ...page.subpages.map((subpage) => ({ ...subpage, problem: '' })),
    ]
    return rows.map((row) => ({
      id: row.id,
      url: row.url,
      title: row.title,
      status: stateOf(row.status),
      problem: row.problem,
      isChosen: !dropped.has(row.id),
    }))
  })
  return {
    items,
    submit,
    choose(id: string, on: boolean) {
      const next = new Set(dropped)
      if (on) next.delete(id)
      else next.add(id)
      setDropped(next)
    },
    ready: items.filter((item) => item.status === 'ready' && item.isChosen),
    isBusy: items.some((item) => item.status === 'fetching'),
  }
}
export type Webs = ReturnType<typeof useWebs>
