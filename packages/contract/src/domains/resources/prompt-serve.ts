import { z } from 'zod'
import { op } from '#kit.ts'
import { base, id, idOrNone, pageNumber, pageSize, text } from '#shared/fields.ts'
import { PROMPT_PLATFORM_LIMITS as LIMITS } from '#shared/prompt-enums.ts'
import { flat, orNothing, promptMessage, promptValue, promptVariable, pulledShape } from './prompt-shapes.ts'

const query = () =>
  z.object({
    prompt_key: z.string().max(LIMITS.key),
    version: orNothing(z.string().max(50)),
    label: orNothing(z.string().max(50)),
  })
const part = z.object({
  type: z.enum(['text', 'image_url', 'base64_data', 'multi_part_variable']),
  text: z.string().optional(),
  /** A plain string: the clients for Go and Python cannot read anything else. */
  image_url: z.string().optional(),
  base64_data: z.string().optional(),
})
/** The format of the client libraries for three languages, which determine names and types. */
const servedPrompt = () =>
  z.object({
    workspace_id: z.string(),
    prompt_key: z.string(),
    version: z.string(),
    prompt_template: z.object({
      template_type: z.enum(['normal', 'jinja2']),
      messages: z.array(
        z.object({
          role: z.enum(['system', 'user', 'assistant', 'tool', 'placeholder']),
          content: z.string(),
          parts: z.array(part).optional(),
        }),
      ),
      variable_defs: z.array(z.object({ key: z.string(), desc: z.string(), type: z.string() })),
    }),
    tools: z
      .array(
        z.object({
          type: z.literal('function'),
          function: z.object({ name: z.string(), description: z.string(), parameters: z.string() }),
        }),
      )
      .optional(),
    tool_call_config: z.object({ tool_choice: z.enum(['auto', 'none']) }).optional(),
    llm_config: z
      .object({
        temperature: z.number().optional(),
        max_tokens: z.number().optional(),
        top_k: z.number().optional(),
        top_p: z.number().optional(),
        presence_penalty: z.number().optional(),
        frequency_penalty: z.number().optional(),
        json_mode: z.boolean().optional(),
      })
      .optional(),
  })
export type ServedPrompt = z.infer<ReturnType<typeof servedPrompt>>
/** A call without a space uses the only space of its token. */
const ofSpace = { on: 'space', id: 'space_id', can: 'view', optional: true } as const

/** Prompts for programs with a token. */
export const promptServe = {
  mget: op('POST /v1/loop/prompts/mget', {
    summary: 'Get prompts by key and version or label',
    summaryZh: '按 Key 和版本或标签获取提示词',
    access: { on: 'space', id: 'workspace_id', can: 'view' },
    scope: 'Prompt.read',
    input: () => z.object({ workspace_id: id(), queries: z.array(query()).min(1).max(100) }),
    output: () => z.object({ items: z.array(z.object({ query: query(), prompt: servedPrompt() })) }),
  }),
  pull: op('POST /api/devops/prompt_platform/v1/prompt/mpull', {
    summary: 'Get prompts by key, in the form of the editor',
    summaryZh: '按 Key 获取提示词（编辑器格式）',
    access: ofSpace,
    scope: 'Prompt.read',
    ...flat,
    input: () =>
      z.object({
        space_id: idOrNone(),
        prompt_queries: z
          .array(
            z.object({
              prompt_key: z.string().max(LIMITS.key),
              version: orNothing(z.string().max(50)),
              release_label: orNothing(z.string().max(50)),
            }),
          )
          .min(1)
          .max(100),
        /**
         * 1: encrypted in addition to the text. 2: encrypted instead of the text. JWE (dir, A256GCM) with the space's
         * key.
         */
        encrypt_option: orNothing(z.int().min(0).max(2)),
        base,
      }),
    output: () => z.object({ prompts: z.array(pulledShape()) }),
  }),
  evalVersion: op('POST /api/devops/prompt_platform/v1/prompt/eval_version', {
    summary: 'Tell which version a user gets',
    summaryZh: '判断用户命中的版本',
    access: ofSpace,
    scope: 'Prompt.read',
    ...flat,
    input: () =>
      z.object({
        space_id: idOrNone(),
        prompt_key: z.string().max(LIMITS.key),
        /** JSON object with uid, did and params. */
        traffic: z.string().max(100_000),
        base,
      }),
    output: () => z.object({ hit: z.boolean(), version: z.string() }),
  }),
  list: op('POST /open-apis/prompt/v1/prompt/list', {
    summary: 'List committed prompts',
    summaryZh: '列出已提交的提示词',
    access: ofSpace,
    scope: 'Prompt.read',
    ...flat,
    input: () =>
      z.object({
        space_id: idOrNone(),
        page: pageNumber(),
        page_size: pageSize(20, 100),
        key_word: orNothing(z.string().max(200)),
        creator: idOrNone(),
        filter_prompt_types: orNothing(z.array(z.number()).max(10)),
      }),
    output: () =>
      z.object({
        prompts: z.array(
          z.object({
            id: z.string(),
            prompt_key: z.string(),
            display_name: z.string(),
            description: z.string(),
            creator: z.string(),
            create_tsms: z.string(),
            update_tsms: z.string(),
            status: z.number(),
            last_publish_version: z.string(),
            security_level: z.number(),
          }),
        ),
        total: z.number(),
      }),
  }),
  render: op('POST /open-apis/prompt/v1/prompt/render_template', {
    summary: 'Fill a template with values',
    summaryZh: '用变量值填充模板',
    scope: 'Prompt.read',
    ...flat,
    bodyLimit: 2 * LIMITS.detail,
    input: () =>
      z.object({
        prompt_template: z.object({
          template_type: orNothing(z.string().max(50)),
          message_list: z.array(promptMessage()).max(LIMITS.messages),
          variable_defs: orNothing(z.array(promptVariable()).max(LIMITS.variables)),
          metadata: orNothing(z.record(z.string(), text(1000))),
        }),
        variable_vals: orNothing(z.array(promptValue()).max(LIMITS.variables)),
      }),
    output: () => z.object({ message_list: z.array(promptMessage()) }),
  }),
}
