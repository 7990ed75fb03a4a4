import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { AppError, badInput } from '#kit/errors.ts'
import type { DraftService } from '#domains/resources/prompt/draft.service.ts'
import type { PromptService } from '#domains/resources/prompt/prompt.service.ts'
import type { SegmentService } from '#domains/resources/prompt/segment.service.ts'
import type { LibraryPrompts } from './plan-prompts.ts'

interface StoredPromptsDeps {
  prompts: Pick<PromptService, 'find'>
  drafts: Pick<DraftService, 'version'>
  segments: Pick<SegmentService, 'expand'>
}

/** Reads prompts of the library by version, as instructions and a question. */
export const createStoredPrompts = ({ prompts, drafts, segments }: StoredPromptsDeps): LibraryPrompts => ({
  async textOf(spaceId, id, wanted) {
    const found = await prompts.find(id)
    if (found?.head.spaceId !== spaceId) return undefined
    const version = wanted ?? found.prompt.latest
    // A prompt without versions has a single shared text.
    if (!version) return found.prompt.promptText ? { system: '', text: found.prompt.promptText } : undefined
    const row = await drafts.version(id, version).catch((cause: unknown) => {
      if (cause instanceof AppError) return undefined
      throw cause
    })
    if (!row) return undefined
    const { template_type: template, messages } = await segments.expand(spaceId, id, row.detail)
    if (template !== 'normal')
      throw badInput(
        'promptID',
        'columns take prompts with {{variables}}, not Jinja templates. Choose another one',
        '列仅支持使用 {{变量}} 的提示词，不支持 Jinja 模板，请另选一个',
      )
    const said = (isSystem: boolean) =>
      messages
        .filter(({ message_type: type }) => (type === PromptMessageType.system) === isSystem)
        .filter(({ message_type: type }) => type !== PromptMessageType.placeholder)
        .flatMap(({ content, parts = [] }) => [content ?? '', ...parts.map(({ text }) => text ?? '')])
        .filter(Boolean)
        .join('\n\n')
    const [system, text] = [said(true), said(false)]
    if (!system && !text) return undefined
    return text ? { system, text } : { system: '', text: system }
  },
})
