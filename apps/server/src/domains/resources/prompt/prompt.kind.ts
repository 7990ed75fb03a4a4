import { joinTexts, searchTextsFrom } from '#domains/ground/resource/shared/search-texts.ts'
import { createPromptPorter, type PromptPorterDeps } from './prompt.porter.ts'

/** Prompts as a kind of resource. */
export const promptKind = (deps: PromptPorterDeps) => ({
  porter: createPromptPorter(deps),
  remove: async ({ id }: { id: string }, userId: string) => void (await deps.prompts.remove(id, userId)),
  canChangeSpace: true,
  searchTexts: searchTextsFrom<{ id: string; text: string }>(
    'SELECT id::text, prompt_text AS text FROM prompt_resource WHERE id = ANY($1::bigint[])',
    (row) => joinTexts([row.text]),
  ),
})
