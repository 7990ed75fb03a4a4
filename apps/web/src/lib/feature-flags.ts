import type { FeatureFlag } from '@orrery/contract/shared/feature-flags'
import { accountQuery } from './account.ts'
import { api } from './api.ts'
import { createFlags } from './flags.ts'
import { readStored, writeStored } from './local-store.ts'
import { queryClient } from './query.ts'

const key = 'flags'

export const flags = createFlags<FeatureFlag>({
  load: async (signal) => (await api.instance.flags({}, { signal })).flags,
  cache: { read: () => readStored<unknown>(key, {}), write: (value) => writeStored(key, value) },
})

/** Whether to offer the creation of a team space. The owner of the instance may always create one. */
export const mayCreateTeam = (): boolean =>
  flags.isOn('space.create_team') || queryClient.getQueryData(accountQuery.queryKey)?.is_instance_owner === true

export const mayCreateEnterprise = (): boolean =>
  flags.isOn('enterprise.create') || queryClient.getQueryData(accountQuery.queryKey)?.is_instance_owner === true
