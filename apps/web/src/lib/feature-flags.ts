import { api } from './api.ts'
import { createFlags } from './flags.ts'
import { readStored, writeStored } from './local-store.ts'

const key = 'flags'

export const flags = createFlags({
  load: async (signal) => (await api.instance.flags({}, { signal })).flags,
  cache: { read: () => readStored<unknown>(key, {}), write: (value) => writeStored(key, value) },
})
