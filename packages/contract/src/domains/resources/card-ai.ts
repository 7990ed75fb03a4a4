import { z } from 'zod'
import { op } from '#kit.ts'
import { id, idOrNone, pageNumber, pageSize } from '#shared/fields.ts'

const s = z.string()
/** Limited because generating a card uses tokens of the space. */
const limit = { by: 'user', max: 30, seconds: 60 } as const
const onCard = (can: 'view' | 'editInfo') => ({ access: { on: 'card', id: 'card_id', can } }) as const
const description = () => z.string().trim().min(1).max(4000)
const language = () => z.string().max(20).default('')
const order = () => ({ card_id: id(), description: description(), language: language() })

/** Cards generated from descriptions. */
export const cardAi = {
  generate: op('POST /api/card_builder/generate_card', {
    summary: 'Draw a card from a description, or change the draft by one',
    summaryZh: '根据描述生成卡片，或修改草稿',
    ...onCard('editInfo'),
    limit,
    input: () => z.object(order()),
    /** The draft is not changed: the editor decides whether to use the design. */
    output: () => z.object({ record_id: s, card_id: s, ai_schema: s }),
  }),
  generateStream: op('POST /api/card_builder/generate_card_stream', {
    summary: 'Draw a card from a description and receive it while it is written; the history has the design in the end',
    summaryZh: '根据描述流式生成卡片，最终设计保存在生成历史中',
    ...onCard('editInfo'),
    limit,
    reply: 'stream',
    input: () =>
      z.object({
        ...order(),
        /** A sample answer of the tool that the card is for, as JSON. */
        user_data: z.string().max(50_000).default(''),
        /** A description or design that the card should resemble. */
        reference: z.string().max(50_000).default(''),
      }),
  }),
  saveHistory: op('POST /api/card_builder/save_generate_history', {
    summary: 'Note what became of a generated card',
    summaryZh: '记录生成卡片的采用情况',
    ...onCard('editInfo'),
    reply: 'flat',
    input: () =>
      z.object({
        card_id: id(),
        record_id: id(),
        transfer_status: z.enum({ success: 1, failed: 2, interrupt: 3 }).optional(),
        /** The design in the form in which it was adopted. */
        ai_schema: z.string().max(150_000).default(''),
      }),
  }),
  history: op('POST /api/card_builder/list_card_generate_history', {
    summary: 'List what you have had drawn for a card, newest first',
    summaryZh: '列出你为卡片生成的历史，最新在前',
    ...onCard('view'),
    input: () => z.object({ card_id: id(), page: pageNumber(), size: pageSize(20) }),
    output: () =>
      z.object({
        total: z.int(),
        history_infos: z.array(
          z.object({
            id: s,
            card_id: s,
            create_time: s,
            user_description: s,
            /** Empty if the generation was not completed. */
            ai_schema: s,
            /** 0 started, 1 drawn, 2 invalid design, 3 model failed, 4 stopped. */
            status: z.int(),
            transfer_status: z.int(),
          }),
        ),
      }),
  }),
  variables: op('POST /api/card_builder/generate_card_variables', {
    summary: 'Invent sample values for the variables of a card',
    summaryZh: '为卡片变量生成示例值',
    ...onCard('editInfo'),
    limit,
    input: () => z.object({ card_id: id(), language: language(), desc: z.string().max(2000).default('') }),
    /** A JSON object with a value for each variable. */
    output: () => z.object({ card_variables: s }),
  }),
  defaultPrompt: op('POST /api/card_builder/get_default_prompt', {
    summary: 'Get a description of a card for the results of a tool or workflow',
    summaryZh: '获取用于展示工具或工作流结果的卡片描述',
    input: () =>
      z.object({
        tool_type: z.enum({ plugin: 1, workflow: 2 }),
        plugin_id: idOrNone(),
        api_id: idOrNone(),
        workflow_id: idOrNone(),
        language: language(),
      }),
    output: () =>
      z.object({
        title: s,
        desc: s,
        prompt: s,
        /** False when the tool does not describe its results. */
        success: z.boolean(),
        prompts: z.array(s),
      }),
  }),
  suggest: op('POST /api/card_builder/generate_card_suggestion', {
    summary: 'Find the cards and templates that fit a description best',
    summaryZh: '查找最符合描述的卡片和模板',
    headers: { space_id: 'space-id' },
    access: { on: 'space', id: 'space_id', can: 'view', optional: true },
    input: () =>
      z.object({
        /** Omitted: only official templates are searched. */
        space_id: idOrNone(),
        description: description(),
        candidates_number: z.int().min(1).max(10).default(3),
      }),
    output: () =>
      z.object({
        card_suggestion_data_list: z.array(
          z.object({
            /** Empty for a template. */
            card_id: s,
            version_num: s,
            name: s,
            dsl_content: s,
            image_desc: s,
            /** How well it fits, from 0 to 100. */
            fit: z.int(),
          }),
        ),
      }),
  }),
}
