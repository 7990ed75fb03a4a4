import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { flagsQuery } from './admin.queries.ts'

type Flags = Record<string, boolean>
interface Change {
  name: string
  /** Null takes the flag out. */
  value: boolean | null
}

const applied = (flags: Flags, { name, value }: Change): Flags => {
  const { [name]: _, ...others } = flags
  return value === null ? others : { ...others, [name]: value }
}

/** The server replaces the whole set: read it again before each change, so that concurrent changes survive. */
export function useFlags() {
  const query = useQuery(flagsQuery)
  const change = useMutation({
    mutationFn: async (wanted: Change) => {
      const { flags } = await api.instance.flags({}, { toast: true })
      await api.instance.saveFlags({ flags: applied(flags, wanted) }, { toast: true })
    },
    onMutate: (wanted) => queryClient.setQueryData(flagsQuery.queryKey, (before) => before && applied(before, wanted)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: flagsQuery.queryKey }),
  })
  return { query, change }
}
