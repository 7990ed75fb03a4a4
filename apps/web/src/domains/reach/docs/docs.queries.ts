import { queryOptions } from '@tanstack/react-query'
import { NetworkError } from '#lib/network-error.ts'
import { type OpenApiDocument, readReference } from './reference.ts'

/** The reference is generated from the OpenAPI document, so that both agree. */
export const referenceQuery = queryOptions({
  queryKey: ['openapi'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const response = await fetch('/openapi.json', { signal })
    if (!response.ok) throw new NetworkError(new Error(`HTTP ${response.status}`))
    return readReference((await response.json()) as OpenApiDocument)
  },
})
