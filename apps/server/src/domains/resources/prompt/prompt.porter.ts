import { PromptType } from '@orrery/contract/shared/prompt-enums'
import { promptDetail } from '@orrery/contract'
import { object, text } from '#kit/read-json.ts'
import type { Porter } from '#domains/ground/resource/shared/resource-content.ts'
import type { DraftService } from './draft.service.ts'
import type { PromptService } from './prompt.service.ts'
import { detailFrom, emptyDetail, isSecret, type PromptDetail, shownDetail } from './shared/prompt-detail.ts'

interface Content {
  text: string
  /** Absent for plain texts of the library. */
  type?: number
  detail?: PromptDetail
}
export interface PromptPorterDeps {
  prompts: PromptService
  drafts: Pick<DraftService, 'version' | 'draft'>
}

export function createPromptPorter({ prompts, drafts }: PromptPorterDeps): Porter {
  return {
    async read(id) {
      const { head, prompt } = await prompts.get(id)
      // Prompts of the strictest level must not leave their space, no matter who exports them.
      if (isSecret(prompt.securityLevel)) return { content: { text: '' }, needs: [], published: false }
      if (prompt.type === PromptType.segment)
        return { content: { text: prompt.promptText }, needs: [], published: false }
      const { detail } = prompt.latest ? await drafts.version(id, prompt.latest) : await drafts.draft(id, head.ownerId)
      return { content: { text: prompt.promptText, type: prompt.type, detail }, needs: [], published: false }
    },
    check(content) {
      const { text: said, type, detail } = object(content)
      const plain = { text: text(said, 100_000) }
      if (detail === undefined) return plain
      const read = promptDetail().safeParse(shownDetail({ ...emptyDetail(), ...object(detail) } as PromptDetail))
      if (!read.success) return plain
      const known = ([1, 2, 3] as unknown[]).includes(type) ? (type as number) : PromptType.messages
      return { ...plain, type: known, detail: detailFrom(read.data) }
    },
    async create({ name, description, content }, { spaceId, userId }) {
      const { text: said, type, detail } = content as Content
      if (!detail || type === undefined)
        return (await prompts.create(spaceId, userId, { name, description, text: said })).id
      const key = `imported-${crypto.randomUUID()}`
      return (await prompts.add(spaceId, userId, { name, description, key, type, detail, isCommitted: true })).id
    },
  }
}
