import type { Prompt } from '@orrery/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

const atOnce = 24

export const ownPromptsQuery = (spaceId: string, word: string) =>
  infiniteQueryOptions({
    queryKey: ['prompts', 'own', spaceId, word],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.promptLibrary.list({ space_id: spaceId, keyword: word, page: pageParam, size: atOnce }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * atOnce < last.total ? pages.length + 1 : undefined),
  })

/** The texts depend on the language, so the language is part of the key. */
export const officialPromptsQuery = (word: string, language: string) =>
  queryOptions({
    queryKey: ['prompts', 'official', language, word],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.promptLibrary.official({ keyword: word }, { signal })).data,
  })

export interface PromptForm {
  name: string
  description: string
  text: string
}

export async function savePrompt(spaceId: string, form: PromptForm, before?: Prompt): Promise<string> {
  const { id } = await api.promptLibrary.save({
    prompt: {
      id: before?.id,
      space_id: spaceId,
      name: form.name.trim(),
      description: form.description.trim(),
      prompt_text: form.text,
      version: before?.version,
    },
  })
  await refreshPrompts()
  return id
}

export const refreshPrompts = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['prompts', 'own'] })
