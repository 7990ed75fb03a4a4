import { createConnection } from '#lib/connection.ts'
import { queryClient } from '#lib/query.ts'

export const connection = createConnection({
  ping: async () => (await fetch('/healthz', { cache: 'no-store' })).ok,
  // Refetch everything that failed or may be out of date.
  onBack: () => void queryClient.invalidateQueries(),
})
