import { joinTexts, searchTextsFrom } from '#domains/ground/resource/shared/search-texts.ts'
import { createPromptPorter } from './prompt.porter.ts'
import type { PromptService } from './prompt.service.ts'

/** Prompts as a kind of resource. */
export const promptKind = (prompts: PromptService) => ({
  porter: createPromptPorter({ prompts }),
  remove: async ({ id }: { id: string }, userId: string) => void (await prompts.remove(id, userId)),
  canChangeSpace: true,
  searchTexts: searchTextsFrom<{ id: string; text: string }>(
    'SELECT id::text, prompt_text AS text FROM prompt_resource WHERE id = ANY($1::bigint[])',
    (row) => joinTexts([row.text]),
  ),
})
