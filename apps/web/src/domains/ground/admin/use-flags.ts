import {
  type FeatureFlag,
  type FeatureFlags,
  featureFlagNames,
  featureFlags,
} from '@orrery/contract/shared/feature-flags'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { flags as ownFlags } from '#lib/feature-flags.ts'
import { queryClient } from '#lib/query.ts'
import { flagsQuery } from './admin.queries.ts'

interface Change {
  name: FeatureFlag
  value: boolean
}

/** Only differences from the defaults are stored, so that changed defaults of a later version apply. */
const chosenOf = (flags: FeatureFlags): Partial<FeatureFlags> =>
  Object.fromEntries(
    featureFlagNames.filter((name) => flags[name] !== featureFlags[name].default).map((name) => [name, flags[name]]),
  )

/** The server replaces the whole set, so it is read before each change in order not to overwrite concurrent changes. */
export function useFlags() {
  const query = useQuery(flagsQuery)
  const change = useMutation({
    mutationFn: async ({ name, value }: Change) => {
      const { flags } = await api.instance.flags({}, { toast: true })
      await api.instance.saveFlags({ flags: chosenOf({ ...flags, [name]: value }) }, { toast: true })
      await ownFlags.reload()
    },
    onMutate: ({ name, value }) =>
      queryClient.setQueryData(flagsQuery.queryKey, (before) => before && { ...before, [name]: value }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: flagsQuery.queryKey }),
  })
  return { query, change }
}
