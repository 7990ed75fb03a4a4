import type { contract, ShownRecord } from '@orrery/contract'
import { EvaluatorType, TemplateType } from '@orrery/contract/shared/evaluation-enums'
import { AppError, errors, type Locale } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { createJudgeCard } from '#domains/loop/experiment/shared/judge-card.ts'
import { readContent, showContent } from './shared/content-wire.ts'
import { evaluatorErrors } from './evaluator.errors.ts'
import type { EvaluatorService } from './evaluator.service.ts'
import type { EvaluatorView } from './evaluator.view.ts'
import type { Judge, Judgement } from './judge.service.ts'
import { codeTemplates, judgeTemplates } from './shared/judge-templates.ts'

export interface EvaluatorRoutesDeps {
  evaluators: EvaluatorService
  view: EvaluatorView
  judge: Judge
  /** Scores one row and stores the record. */
  runOnce(
    place: { spaceId: string; userId: string; locale: Locale; signal: AbortSignal },
    versionId: string,
    fields: Record<string, string>,
  ): Promise<ShownRecord>
  /** How well an evaluator has agreed with people so far. */
  cardOf(spaceId: string, evaluatorId: string): Promise<JudgeCard>
}
type JudgeCard = Awaited<ReturnType<ReturnType<typeof createJudgeCard>>>
const noNames: ReadonlyMap<string, string> = new Map()
const templatesOf = (type: number) => (type === TemplateType.prompt ? judgeTemplates : codeTemplates)
const parameters = JSON.stringify({
  type: 'object',
  properties: { reason: { type: 'string' }, score: { type: 'number' } },
  required: ['reason', 'score'],
})
const textsOf = (fields: Record<string, { text?: string | undefined }> = {}) =>
  Object.fromEntries(Object.entries(fields).map(([key, { text = '' }]) => [key, text]))
const outputOf = (given: Judgement, ms: number) => ({
  evaluator_result: { score: given.score, reasoning: given.reasoning },
  evaluator_usage: { input_tokens: String(given.inputTokens), output_tokens: String(given.outputTokens) },
  time_consuming_ms: String(ms),
  stdout: given.stdout,
})

export function evaluatorRoutes(deps: EvaluatorRoutesDeps): Handlers<typeof contract.evaluator> {
  const { evaluators, view, judge, runOnce } = deps
  const shown = async (spaceId: string, id: string) =>
    (await view.drafts(spaceId, [await evaluators.get(spaceId, id)]))[0]!
  async function requireDeletable(ctx: Ctx, spaceId: string, ids: string[]) {
    const canManageAll = await ctx.access.can(ctx.actor!, 'space', spaceId, 'observe')
    const found = await evaluators.getMany(spaceId, ids)
    if (found.length < new Set(ids).size) throw errors.notFound({ what: 'evaluator' })
    if (!canManageAll && found.some(({ row }) => row.createdBy !== ctx.userId)) throw evaluatorErrors.notYours()
  }
  return {
    create: async ({ evaluator: given, cid = '' }, ctx) => {
      const content = readContent(given.current_version.evaluator_content)
      const { name, description } = given
      const made = { name, description, content, requestKey: cid }
      return { evaluator_id: await evaluators.createDraft(given.space_id, ctx.userId, made) }
    },
    list: async (input) => {
      const types = input.evaluator_type ?? []
      const by = {
        name: input.search_name,
        makers: input.creator_ids,
        isJudge: types.length === 1 ? types[0] === EvaluatorType.prompt : undefined,
        order: input.order_bys?.[0],
      }
      const { rows, total } = await evaluators.search(input.space_id, by, input.page_num, input.page_size)
      return { evaluators: await view.drafts(input.space_id, rows), total: String(total) }
    },
    templates: ({ builtin_template_type }) => ({
      builtin_template_keys: templatesOf(builtin_template_type).map(({ content }) => showContent(content, noNames)),
    }),
    template: ({ builtin_template_type, builtin_template_key: key }) => {
      const found = templatesOf(builtin_template_type).find((one) => one.key === key)
      if (!found) throw evaluatorErrors.noTemplate({ key })
      return { builtin_template: showContent(found.content, noNames) }
    },
    tools: () => ({
      tools: [
        {
          tool_def: {
            type: 1,
            function_def: { name: 'eval', description: 'Gives the score with its reason', parameters },
          },
        },
      ],
    }),
    checkName: async ({ space_id, name, evaluator_id }, ctx) => {
      const isTaken = await evaluators.isTaken(space_id, name, evaluator_id)
      return { pass: !isTaken, message: isTaken ? evaluatorErrors.nameTaken().text(ctx.locale) : '' }
    },
    getMany: async ({ space_id, evaluator_ids }) => ({
      evaluators: await view.drafts(space_id, await evaluators.getMany(space_id, evaluator_ids)),
    }),
    versionsByIds: async ({ space_id, evaluator_version_ids }) => ({
      evaluators: await view.versions(space_id, await evaluators.versionsByIds(space_id, evaluator_version_ids)),
    }),
    versions: async (input) => {
      const { space_id, evaluator_id, query_versions, page_num, page_size } = input
      const { rows, total } = await evaluators.versions(space_id, evaluator_id, query_versions, page_num, page_size)
      return { evaluator_versions: await view.versionList(space_id, rows), total: String(total) }
    },
    version: async ({ space_id, evaluator_version_id }) => {
      const [found] = await view.versions(space_id, await evaluators.versionsByIds(space_id, [evaluator_version_id]))
      if (!found) throw errors.notFound({ what: 'evaluator' })
      return { evaluator: found }
    },
    get: async ({ space_id, evaluator_id }) => ({ evaluator: await shown(space_id, evaluator_id) }),
    setMeta: async ({ space_id, evaluator_id, name, description }, ctx) => {
      await evaluators.setMeta(space_id, ctx.userId, evaluator_id, { name, description })
      return {}
    },
    setDraft: async ({ space_id, evaluator_id, evaluator_content }, ctx) => {
      await evaluators.setDraft(space_id, ctx.userId, evaluator_id, readContent(evaluator_content))
      return { evaluator: await shown(space_id, evaluator_id) }
    },
    submit: async ({ space_id, evaluator_id, version, description }, ctx) => {
      await evaluators.submit(space_id, ctx.userId, evaluator_id, version, description)
      return { evaluator: await shown(space_id, evaluator_id) }
    },
    card: async ({ space_id, evaluator_id }) => {
      await evaluators.get(space_id, evaluator_id)
      return deps.cardOf(space_id, evaluator_id)
    },
    remove: async ({ space_id, evaluator_ids }, ctx) => {
      await requireDeletable(ctx, space_id, evaluator_ids)
      for (const id of evaluator_ids) await evaluators.remove(space_id, id)
      return {}
    },
    debug: async ({ space_id, evaluator_content, input_data }, ctx) => {
      const content = readContent(evaluator_content)
      await evaluators.check(space_id, content)
      const began = performance.now()
      const ms = () => Math.round(performance.now() - began)
      try {
        const given = await judge({ name: 'trial', content }, space_id, textsOf(input_data.input_fields), ctx.signal)
        return { evaluator_output_data: outputOf(given, ms()) }
      } catch (cause) {
        // A trial returns the error of its row as its result.
        if (!(cause instanceof AppError)) throw cause
        return {
          evaluator_output_data: {
            evaluator_usage: { input_tokens: '0', output_tokens: '0' },
            evaluator_run_error: { code: cause.code, message: cause.text(ctx.locale) },
            time_consuming_ms: String(ms()),
            stdout: '',
          },
        }
      }
    },
    run: async ({ space_id: spaceId, evaluator_version_id, input_data }, ctx) => {
      const place = { spaceId, userId: ctx.userId, locale: ctx.locale, signal: ctx.signal }
      return { Record: await runOnce(place, evaluator_version_id, textsOf(input_data.input_fields)) }
    },
  }
}
