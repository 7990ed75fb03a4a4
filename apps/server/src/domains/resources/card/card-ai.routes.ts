import { type ApiParameter, CardBiz, type CardDesign, type contract } from '@orrery/contract'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import type { Reach } from '#domains/resources/plugin/shared/plugin-reach.ts'
import type { Toolsets } from '#domains/resources/plugin/toolset.service.ts'
import type { WorkflowFactsPort } from '#domains/resources/plugin/shared/workflow-port.ts'
import { cardErrors } from './card.errors.ts'
import { fitOf } from './card-fit.ts'
import { type CardService, designOf } from './card.service.ts'
import { type CardTemplates, readDesign } from './card-template.service.ts'
import type { CardWriter } from './card-writer.service.ts'
import { CardState } from './card.table.ts'
import { officialTemplates } from './official-templates.ts'

export interface CardAiDeps {
  cards: CardService
  templates: CardTemplates
  writer: CardWriter
  reach: Reach
  toolsets: Pick<Toolsets, 'findTool'>
  ports: WorkflowFactsPort
}
const MAX_CARDS = 100

/** Cards and suggestions written by a model, or by rules if the space has no model. */
export function cardAiRoutes(deps: CardAiDeps): Handlers<typeof contract.cardAi> {
  const { cards, templates, writer, reach, toolsets, ports } = deps
  type Order = { card_id: string; description: string; language: string; reference?: string; user_data?: string }
  async function orderOf(input: Order, ctx: Ctx) {
    return {
      cardId: input.card_id,
      spaceId: ctx.located!.spaceId,
      userId: ctx.userId,
      description: input.description,
      language: input.language,
      reference: [input.reference, input.user_data].filter(Boolean).join('\n'),
      locale: ctx.locale,
      current: designOf((await cards.requireDraft(input.card_id)).draft),
      signal: ctx.signal,
    }
  }
  return {
    generate: async (input, ctx) => {
      const { id, design } = await writer.generate(await orderOf(input, ctx))
      return { record_id: id, card_id: input.card_id, ai_schema: JSON.stringify(design) }
    },
    generateStream: async (input, ctx) => {
      const order = await orderOf(input, ctx)
      return async (sse) => {
        try {
          const send = (message: string) => sse.send({ data: { message, finished: false } })
          const { id } = await writer.generate(order, send)
          sse.send({ data: { message: '', finished: true, record_id: id } })
        } catch (cause) {
          const fault = cause instanceof AppError ? cause : cardErrors.notDrawn({ problem: 'no answer' })
          sse.send({ event: 'error', data: { code: fault.code, msg: fault.text(ctx.locale) } })
        }
      }
    },
    saveHistory: async (input, ctx) => {
      const change = {
        ...(input.transfer_status !== undefined && { transferStatus: input.transfer_status }),
        ...(input.ai_schema && { design: readDesign(input.ai_schema, 'ai_schema') }),
      }
      const isKnown =
        Object.keys(change).length === 0 || (await writer.note(input.record_id, input.card_id, ctx.userId, change))
      if (!isKnown) throw errors.notFound({ what: 'record' })
      return {}
    },
    history: async ({ card_id, page, size }, ctx) => {
      const { rows, total } = await writer.history(card_id, ctx.userId, page, size)
      return {
        total,
        history_infos: rows.map((row) => ({
          id: row.id,
          card_id,
          create_time: secondsText(row.createdAt),
          user_description: row.description,
          ai_schema: row.design ? JSON.stringify(row.design) : '',
          status: row.status,
          transfer_status: row.transferStatus,
        })),
      }
    },
    variables: async (input, ctx) => {
      const design = designOf((await cards.requireDraft(input.card_id)).draft)
      const values = await writer.samples(design, ctx.located!.spaceId, input.desc, input.language, ctx.signal)
      return { card_variables: JSON.stringify(values) }
    },
    defaultPrompt: async (input, ctx) => {
      const isPlugin = input.tool_type === CardBiz.plugin
      const found = isPlugin ? await toolOf(input.plugin_id, input.api_id, ctx) : await flowOf(input.workflow_id, ctx)
      const prompt = promptFor(found.name, found.fields, input.language ? languageOf(input.language) : ctx.locale)
      return { title: found.name, desc: found.desc, prompt, success: found.fields.length > 0, prompts: [prompt] }
    },
    suggest: async (input, ctx) => {
      const space = input.space_id
      const [own, drawn] = space
        ? await Promise.all([
            templates.list(space, 1, MAX_CARDS),
            cards.list({ spaceId: space, status: CardState.published }, false, 1, MAX_CARDS),
          ])
        : [{ rows: [] }, { rows: [] }]
      const candidates = [
        ...drawn.rows.flatMap(({ id, name, version, design }) =>
          design ? [{ card_id: id, version_num: String(version), name, design }] : [],
        ),
        ...[...own.rows, ...officialTemplates(ctx.locale)].map(({ name, design }) => ({
          card_id: '',
          version_num: '',
          name,
          design,
        })),
      ]
      const ranked = candidates
        .map((one) => ({ ...one, fit: fitOf(input.description, one.name, one.design) }))
        .toSorted((a, b) => b.fit - a.fit)
        .slice(0, input.candidates_number)
      return {
        card_suggestion_data_list: ranked.map(({ card_id, version_num, name, design, fit }) => ({
          card_id,
          version_num,
          name,
          dsl_content: JSON.stringify(design),
          image_desc: pictureIn(design),
          fit: Math.round(fit * 100),
        })),
      }
    },
  }
  async function toolOf(pluginId: string | undefined, apiId: string | undefined, ctx: Ctx) {
    if (!pluginId || !apiId) throw errors.notFound({ what: 'tool' })
    await reach(ctx, pluginId, 'view')
    const found = await toolsets.findTool(pluginId, { id: apiId })
    if (!found) throw errors.notFound({ what: 'tool' })
    return { name: found.tool.name, desc: found.tool.description, fields: found.tool.response }
  }
  async function flowOf(workflowId: string | undefined, ctx: Ctx) {
    if (!workflowId) throw errors.notFound({ what: 'workflow' })
    await ctx.access.require(ctx.actor!, 'workflow', workflowId, 'view')
    const [{ name }, end] = await Promise.all([
      ports.workflowFacts.tools(workflowId),
      ports.workflowFacts.gives(workflowId),
    ])
    return { name, desc: '', fields: end?.fields ?? [] }
  }
}

const languageOf = (language: string): Locale => (language.startsWith('zh') ? 'zh-CN' : 'en')
function promptFor(name: string, fields: readonly ApiParameter[], locale: Locale): string {
  const isChinese = locale === 'zh-CN'
  const names = fields.map((field) => (field.desc && field.desc.length <= 30 ? field.desc : field.name)).slice(0, 12)
  if (isChinese) return names.length ? `展示“${name}”结果的卡片，包含${names.join('、')}` : `展示“${name}”结果的卡片`
  return names.length
    ? `A card for the results of ${name} with ${names.join(', ')}`
    : `A card for the results of ${name}`
}
/** Describes the image of a card in words. */
function pictureIn({ elements }: CardDesign): string {
  const picture = elements.find((element) => element.type === 'picture')
  return picture?.type === 'picture' ? picture.alt : ''
}
