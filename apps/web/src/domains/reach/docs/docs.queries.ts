import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#lib/i18n.ts'
import { NetworkError } from '#lib/network-error.ts'
import { type OpenApiDocument, readReference } from './reference.ts'

/** The reference, generated from the OpenAPI document so that both agree, in the language of the screen. */
export const referenceQuery = (language: Language) =>
  queryOptions({
    queryKey: ['openapi', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetch('/openapi.json', { signal, headers: { 'accept-language': language } })
      if (!response.ok) throw new NetworkError(new Error(`HTTP ${response.status}`))
      return readReference((await response.json()) as OpenApiDocument)
    },
  })
