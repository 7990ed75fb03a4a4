import { z } from 'zod'
import { id, idOrNone, text } from '#shared/fields.ts'
import { PROMPT_PLATFORM_LIMITS as LIMITS, PromptPartType } from '#shared/prompt-enums.ts'

const short = z.string().max(1000)
/** Clients send null for an omitted value. */
const optional = <T extends z.ZodType>(type: T) => z.preprocess((value) => value ?? undefined, type.optional())

const contentPart = z.object({
  type: z.union([
    z.literal(PromptPartType.text),
    z.literal(PromptPartType.image),
    z.literal(PromptPartType.binary),
    z.literal(PromptPartType.imageVariable),
  ]),
  text: optional(text(LIMITS.text)),
  image: optional(z.object({ url: optional(z.string().max(4000)), uri: optional(short) })),
  binary_content: optional(z.object({ mime_type: short, data: z.string().max(LIMITS.detail) })),
  config: optional(z.object({ image_resolution: optional(z.enum(['low', 'high', 'auto'])) })),
})
const toolCall = z.object({
  tool_call: z.object({
    id: optional(short),
    type: optional(z.number()),
    function_call: z.object({ name: short, arguments: optional(text(LIMITS.text)) }),
  }),
  mock_response: optional(text(LIMITS.text)),
})
export const promptMessage = () =>
  z.object({
    message_type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(20)]),
    content: optional(text(LIMITS.text)),
    parts: optional(z.array(contentPart).max(100)),
    tool_calls: optional(z.array(toolCall).max(100)),
    tool_call_id: optional(short),
  })
export type PromptMessage = z.infer<ReturnType<typeof promptMessage>>

export const promptVariable = () =>
  z.object({
    key: z.string().max(100),
    desc: optional(text(1000)),
    variable_type: z.int().min(1).max(8).default(1),
    is_required: optional(z.boolean()),
    /** For arrays: the type of the items. */
    item_type: optional(z.int().min(1).max(6)),
  })
export type PromptVariable = z.infer<ReturnType<typeof promptVariable>>
/** The value of a variable; values of types other than text are JSON. */
export const promptValue = () =>
  z.object({
    key: z.string().max(100),
    value: optional(z.string().max(LIMITS.detail)),
    placeholder_messages: optional(z.array(promptMessage()).max(LIMITS.messages)),
    image: optional(
      z.object({ link: optional(z.object({ url: z.string().max(4000) })), binary: optional(z.unknown()) }),
    ),
    /** Texts and images that replace an image variable; takes precedence over `image`. */
    parts: optional(z.array(contentPart).max(100)),
  })
export type PromptValue = z.infer<ReturnType<typeof promptValue>>

const tool = z.object({
  tool_def: z.object({
    type: z.literal(1).default(1),
    function: z.object({
      name: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ and -'),
      description: optional(text(4000)),
      parameters: optional(text(LIMITS.text)),
    }),
  }),
  mock_response: optional(z.array(text(LIMITS.text)).max(20)),
  /** The tool of a plugin that it represents; called in real trials. */
  source: optional(z.object({ plugin_id: id(), api_name: short })),
  disable: optional(z.boolean()),
})
export type PromptTool = z.infer<typeof tool>
export const promptModel = () =>
  z.object({
    id: idOrNone(),
    name: optional(short),
    temperature: optional(z.number().min(0).max(2)),
    max_tokens: optional(z.int().min(1).max(1_000_000)),
    top_k: optional(z.int().min(0).max(1000)),
    top_p: optional(z.number().min(0).max(1)),
    json_mode: optional(z.boolean()),
    presence_penalty: optional(z.number().min(-2).max(2)),
    frequency_penalty: optional(z.number().min(-2).max(2)),
  })
export type PromptModel = z.infer<ReturnType<typeof promptModel>>

const toolChoice = z.object({
  tool_choice: optional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
  specification: optional(z.object({ type: optional(z.number()), name: short })),
})
const promptText = () =>
  z.object({
    system_prompt: optional(promptMessage()),
    user_prompt: optional(promptMessage()),
    message_list: optional(z.array(promptMessage()).max(LIMITS.messages)),
  })

/** An MCP server of the space whose tools the model may call; without `tools`, all of them. */
const mcpServer = () =>
  z.object({
    mcp_server_id: id(),
    name: optional(short),
    tools: optional(z.array(z.object({ function: z.object({ name: short }) })).max(200)),
  })
export type PromptMcpServer = z.infer<ReturnType<typeof mcpServer>>

/** The content of a prompt, as clients send it. */
export const givenDetail = () => ({
  prompt_text: optional(promptText()),
  prompt_input: optional(z.object({ variables: optional(z.array(promptVariable()).max(LIMITS.variables)) })),
  model_config: optional(promptModel()),
  tools: optional(z.array(tool).max(LIMITS.tools)),
  tool_call_config: optional(toolChoice),
  template_type: optional(z.string().max(50)),
  mcp_servers: optional(z.array(mcpServer()).max(20)),
})
export type GivenDetail = z.infer<z.ZodObject<ReturnType<typeof givenDetail>>>

/** `givenDetail` as a schema, for content from a file. */
export const promptDetail = () => z.object(givenDetail())

const person = () => z.object({ user_id: z.string(), name: z.string(), avatar_url: z.string() })
export type PromptPerson = z.infer<ReturnType<typeof person>>
export const promptPerson = person

const grayField = z.object({ type: z.union([z.literal(1), z.literal(2), z.literal(3)]), custom_key: optional(short) })
const grayList = z.object({ field: grayField, values: z.array(short).max(10_000) })
export interface GivenCondition {
  condition_type: 1 | 2
  expr?: { operator: number; var: string; const_val?: string | undefined } | undefined
  combo_condition?: { combo_type: 1 | 2; conditions: GivenCondition[] } | undefined
}
const condition: z.ZodType<GivenCondition> = z.lazy(() =>
  z.object({
    condition_type: z.union([z.literal(1), z.literal(2)]),
    expr: optional(z.object({ operator: z.int().min(1).max(10), var: short, const_val: optional(short) })),
    combo_condition: optional(
      z.object({
        combo_type: z.union([z.literal(1), z.literal(2)]),
        conditions: z.array(condition).max(50),
      }),
    ),
  }),
)
export const grayConfig = () =>
  z.object({
    allow_list: optional(grayList),
    block_list: optional(grayList),
    bucket: optional(
      z.object({
        field: grayField,
        in_gray: z.int().min(0).max(1_000_000),
        bucket_size: optional(z.int().min(1).max(1_000_000)),
      }),
    ),
    condition: optional(condition),
  })
export type PromptGray = z.infer<ReturnType<typeof grayConfig>>

export const releaseInfo = () =>
  z.object({
    id: z.string(),
    version: z.string(),
    pre_version: z.string(),
    env: z.number(),
    feature: z.string(),
    label: z.string(),
    publisher: z.string(),
    publisher_info: person().optional(),
    create_time: z.string(),
    update_time: z.string(),
    gray_release_config: grayConfig().optional(),
    status: z.number(),
  })
export type PromptReleaseInfo = z.infer<ReturnType<typeof releaseInfo>>

export const promptShape = () =>
  z.object({
    id: z.string(),
    prompt_key: z.string(),
    display_name: z.string(),
    description: z.string(),
    prompt_type: z.number(),
    creator: z.string(),
    creator_info: person().optional(),
    create_tsms: z.string(),
    update_tsms: z.string(),
    /** 1 never committed, 2 committed. */
    status: z.number(),
    version: z.string(),
    /** The newest version; empty if there is none. */
    latest_version: z.string(),
    security_level: z.number(),
    model_config: promptModel().optional(),
    prompt_text: promptText().optional(),
    prompt_input: z.object({ variables: z.array(promptVariable()) }).optional(),
    tools: z.array(tool).optional(),
    mcp_servers: z.array(mcpServer()).optional(),
    tool_call_config: toolChoice.optional(),
    template_type: z.string().optional(),
    has_segment: z.boolean().optional(),
    publish_info: z
      .object({
        publisher: z.string(),
        publish_description: z.string(),
        publish_tsms: z.string(),
        publisher_info: person().optional(),
      })
      .optional(),
    is_draft: z.boolean().optional(),
    is_draft_edited: z.boolean().optional(),
    draft_base_version: z.string().optional(),
    /** `draft_rev`: has to be sent with a change of the draft. */
    metadata: z.record(z.string(), z.string()).optional(),
    infos: z.array(releaseInfo()).optional(),
    /** Only for official prompts: categories, and how often people used the prompt. */
    labels: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
    heat: z.string().optional(),
    /** Tags of the space. */
    tags: z.array(z.object({ id: z.string(), name: z.string() })).optional(),
    /** Labels that point to versions of this prompt. */
    pointers: z.array(z.object({ name: z.string(), version: z.string() })).optional(),
  })
export type PlatformPrompt = z.infer<ReturnType<typeof promptShape>>

const pulledMessage = () => promptMessage().extend({ encrypt_content: z.string().optional() })
/** A prompt in the format for programs; the content of messages may be encrypted. */
export const pulledShape = () =>
  promptShape().extend({
    prompt_text: z
      .object({
        system_prompt: pulledMessage().optional(),
        user_prompt: pulledMessage().optional(),
        message_list: z.array(pulledMessage()).optional(),
      })
      .optional(),
  })

export const onPrompt = (can: 'view' | 'editInfo' | 'delete') => ({ on: 'prompt', id: 'prompt_id', can }) as const
export const promptId = () => ({ prompt_id: id(), space_id: idOrNone() })
export const flat = { reply: 'flat' } as const
export { optional as orNothing }
