import { createConnection } from '#lib/connection.ts'
import { queryClient } from '#lib/query.ts'

export const connection = createConnection({
  ping: async () => (await fetch('/healthz', { cache: 'no-store' })).ok,
  // What was asked for in vain, or may have changed meanwhile, is asked for again.
  onBack: () => void queryClient.invalidateQueries(),
})
