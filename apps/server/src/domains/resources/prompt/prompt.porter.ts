import { object, text } from '#kit/read-json.ts'
import type { Porter } from '#domains/ground/resource/shared/resource-content.ts'
import type { PromptService } from './prompt.service.ts'

export function createPromptPorter({ prompts }: { prompts: PromptService }): Porter {
  return {
    async read(id) {
      const { prompt } = await prompts.get(id)
      return { content: { text: prompt.promptText }, needs: [], published: false }
    },
    check: (content) => ({ text: text(object(content).text, 100_000) }),
    async create({ name, description, content }, { spaceId, userId }) {
      return (await prompts.create(spaceId, userId, { name, description, text: (content as { text: string }).text })).id
    },
  }
}
