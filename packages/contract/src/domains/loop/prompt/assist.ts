import { z } from 'zod'
import { flat, orNothing, promptMessage, promptValue, promptVariable } from '#domains/resources/prompt-shapes.ts'
import { op } from '#kit.ts'
import { base, id, idOrNone, text } from '#shared/fields.ts'
import { PROMPT_PLATFORM_LIMITS as LIMITS } from '#shared/prompt-enums.ts'
import { replyItem } from './run.ts'

const root = '/api/devops/prompt_platform/v1/prompt'
const named = () => ({
  prompt_name: orNothing(text(200)),
  prompt_desc: orNothing(text(2000)),
})

/** A model that helps people write prompts. */
export const promptAssist = {
  generate: op(`POST ${root}/generate`, {
    summary: 'Write a prompt from a form, or improve one; the text streams',
    summaryZh: '根据表单生成提示词，或优化提示词（流式返回）',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    reply: 'stream',
    bodyLimit: 2 * LIMITS.detail,
    input: () =>
      z.object({
        space_id: id(),
        /** 1 from a form, 2 in one step, 3 from feedback on an answer. */
        generate_prompt_type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
        original_prompt: orNothing(text(LIMITS.text)),
        ...named(),
        prompt_key: orNothing(z.string().max(LIMITS.key)),
        prompt_id: idOrNone(),
        is_retry: orNothing(z.boolean()),
        /** 1 Basic, 2 CRISPE. */
        structured_prompt_type: orNothing(z.union([z.literal(0), z.literal(1), z.literal(2)])),
        /** The form, as a JSON object of texts. */
        structured_context: orNothing(text(20_000)),
        user_message: orNothing(promptMessage()),
        assistant_message: orNothing(promptMessage()),
        variables: orNothing(
          z.array(promptVariable().extend({ value: promptValue().shape.value })).max(LIMITS.variables),
        ),
        feedback: orNothing(text(4000)),
        base,
      }),
    output: () => z.object({ item: replyItem(), record_id: z.string() }),
  }),
  rate: op(`POST ${root}/generate_record/update`, {
    summary: 'Tell what became of a suggestion',
    summaryZh: '反馈对生成内容的处理',
    access: { on: 'space', id: 'space_id', can: 'createResource' },
    ...flat,
    input: () =>
      z.object({
        record_id: id(),
        space_id: id(),
        prompt_id: idOrNone(),
        is_liked: orNothing(z.boolean()),
        is_disliked: orNothing(z.boolean()),
        is_accepted: orNothing(z.boolean()),
        is_canceled: orNothing(z.boolean()),
        base,
      }),
  }),
  /** Counts what people did with suggestions. */
  kept: op(`POST ${root}/generate_record/figures`, {
    summary: 'Count suggestions that were kept, liked and dropped',
    summaryZh: '统计被采纳、点赞和放弃的生成内容',
    access: { on: 'space', id: 'space_id', can: 'view' },
    ...flat,
    input: () => z.object({ space_id: id() }),
    output: () =>
      z.object({
        total: z.number(),
        accepted: z.number(),
        liked: z.number(),
        disliked: z.number(),
        canceled: z.number(),
      }),
  }),
  helper: op(`POST ${root}/chat_with_bot`, {
    summary: 'Ask the assistant that helps with writing prompts',
    summaryZh: '与提示词写作助手对话',
    ...flat,
    limit: { by: 'user', max: 30, seconds: 60 },
    input: () =>
      z.object({
        message: orNothing(promptMessage()),
        contexts: orNothing(z.array(promptMessage()).max(LIMITS.messages)),
        /** Asks for the assistant's next question instead of an answer. */
        get_next_guide: orNothing(z.boolean()),
        last_generated_prompt: orNothing(text(LIMITS.text)),
        ...named(),
        base,
      }),
    output: () => z.object({ item: replyItem() }),
  }),
}
