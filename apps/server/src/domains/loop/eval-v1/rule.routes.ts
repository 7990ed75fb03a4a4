import type { contract, ShownRuleGroup, ShownRuleType } from '@orrery/contract'
import { AppError, errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { EvalTypes } from '#domains/loop/eval-type/eval-type.service.ts'
import type { EvalTypeRow } from '#domains/loop/eval-type/eval-type.table.ts'
import type { Judge } from '#domains/loop/evaluator/judge.service.ts'
import type { EvaluatorService } from '#domains/loop/evaluator/evaluator.service.ts'
import type { EvaluatorSets } from '#domains/loop/evaluator-set/evaluator-set.service.ts'
import type { EvaluatorSetRow } from '#domains/loop/evaluator-set/evaluator-set.table.ts'
import { type BuiltinType, builtinTypes, ProcessType } from './evaluator-types.ts'
import { numberOf, partsOf, processOf, readRule, type RuleReader, showRule } from './rule-wire.ts'
import { tryFields } from './try-fields.ts'

export interface RuleRoutesDeps {
  sets: EvaluatorSets
  evaluators: Pick<EvaluatorService, 'check' | 'get'>
  types: EvalTypes
  judge: Judge
  promptOf(spaceId: string, id: string, version?: string): Promise<{ text: string } | undefined>
}
const Field = { name: 4, desc: 5 } as const
const RunState = { success: 3, fail: 4 } as const
const HUB = 200
const shownMeta = (row: EvaluatorSetRow, size?: number): ShownRuleGroup => ({
  id: row.id,
  name: row.name,
  desc: row.description,
  space_id: row.spaceId,
  is_published: row.isPublished,
  creator_id: row.createdBy,
  created_at: String(row.createdAt),
  updated_at: String(row.updatedAt),
  ...(size !== undefined && { rules_count: String(size) }),
})
const noType = { rule_config_json_schema: '', receive_chat_history: false, tags: [], sample: '', is_add_to_hub: false }
const shownBuiltin = (one: BuiltinType, isChinese: boolean): ShownRuleType => ({
  ...noType,
  name: one.name,
  evaluator_type: one.number,
  process_type: one.process,
  tool_tip_content: isChinese ? one.tipZh : one.tip,
  is_positive: one.isPositive ?? true,
  modal_tag: [one.modal ?? 'text'],
  sample: one.sample ?? '',
})
const shownCustom = (row: EvalTypeRow): ShownRuleType => ({
  ...noType,
  name: row.name,
  evaluator_type: row.number,
  process_type: ProcessType.callback,
  tool_tip_content: row.description,
  is_positive: true,
  rule_config_json_schema: row.config.contentSchema,
  modal_tag: ['text'],
})
function readerOf(spaceId: string, { types, promptOf }: Pick<RuleRoutesDeps, 'types' | 'promptOf'>): RuleReader {
  return {
    promptOf: async (id, version) => (await promptOf(spaceId, id, version))?.text,
    async callbackOf(number, content) {
      const row = await types.find(spaceId, 'evaluator', number)
      if (row) types.requireContent(row, content, 'rule.custom_callback.content')
      return row
    },
  }
}

/** Lists of evaluators in the first API version. */
export function ruleRoutes(deps: RuleRoutesDeps): Handlers<typeof contract.evaluationRule> {
  const { sets, evaluators, types, judge } = deps
  const canManageAll = (ctx: Ctx, spaceId: string) => ctx.access.can(ctx.actor!, 'space', spaceId, 'observe')
  const shown = async (spaceId: string, row: EvaluatorSetRow) => ({
    meta: shownMeta(row),
    rules: (await sets.membersOf(spaceId, row.id)).map(showRule),
  })
  async function metas(rows: EvaluatorSetRow[], isCounted = false) {
    const sizes = isCounted ? await sets.sizes(rows.map(({ id }) => id)) : undefined
    return rows.map((row) => shownMeta(row, sizes && (sizes.get(row.id) ?? 0)))
  }
  return {
    create: async ({ space_id, name, desc, publish_to_rule_group, cid }, ctx) => {
      const given = {
        name,
        description: desc,
        isPublished: publish_to_rule_group,
        requestKey: cid && `${ctx.userId}/${cid}`,
      }
      return { rule_group: await shown(space_id, await sets.create(space_id, ctx.userId, given)) }
    },
    update: async ({ id, space_id, update_fields, name, desc }, ctx) => {
      const set = {
        ...(update_fields.includes(Field.name) && { name }),
        ...(update_fields.includes(Field.desc) && { description: desc }),
      }
      return { rule_group: await shown(space_id, await sets.update(space_id, ctx.userId, id, set)) }
    },
    remove: async ({ rule_group_id, space_id }, ctx) => {
      await sets.remove(space_id, ctx.userId, await canManageAll(ctx, space_id), rule_group_id)
      return {}
    },
    list: async ({ space_id, cursor, limit, need_rules_count, fuzzy_name, creator_id }) => {
      const { rows, next } = await sets.list(space_id, { name: fuzzy_name, maker: creator_id }, cursor, limit)
      return { metas: await metas(rows, need_rules_count), has_more: next !== '', next_cursor: next || '0' }
    },
    types: async ({ space_id }, ctx) => {
      const hub = await sets.hub(space_id, undefined, HUB)
      return {
        types: [
          ...builtinTypes.map((one) => shownBuiltin(one, ctx.locale === 'zh-CN')),
          ...hub.map((row): ShownRuleType => {
            const number = numberOf(row.draft)
            const process = processOf(row.draft, number)
            const { prompt_rule, python_rule, js_rule, manual_rule, fornax_prompt_rule } = partsOf(row.draft, process)
            return {
              ...noType,
              name: row.name,
              evaluator_type: number,
              process_type: process,
              tool_tip_content: row.description,
              is_positive: true,
              modal_tag: ['text'],
              is_add_to_hub: true,
              hub_evaluator_type_meta: {
                evaluator_hub_id: row.id,
                name: row.name,
                weight: 1,
                granularity: 1,
                prompt_rule,
                python_rule,
                js_rule,
                manual_rule,
                fornax_prompt_rule,
              },
            }
          }),
        ],
        has_more: false,
        next_cursor: '0',
      }
    },
    customTypes: async ({ space_id, cursor, limit, evaluator_type_name: name }) => {
      const { rows, next } = await types.list(space_id, 'evaluator', { name }, cursor, limit)
      return { types: rows.map(shownCustom), has_more: next !== '', next_cursor: next || '0' }
    },
    getMany: async ({ space_id, rule_group_ids, need_rules_count }) => ({
      metas: await metas(await sets.getMany(space_id, rule_group_ids), need_rules_count),
    }),
    copy: async ({ space_id, source_rule_group_id, target_rule_group_id, to_space_id = space_id }, ctx) => {
      // The caller also needs the right to create resources in the other space.
      if (to_space_id !== space_id) await ctx.access.require(ctx.actor!, 'space', to_space_id, 'createResource')
      const to = { spaceId: to_space_id, setId: target_rule_group_id }
      const { setId, members } = await sets.copy(space_id, ctx.userId, source_rule_group_id, to)
      return { rule_group_id: setId, copied_rules: members.map(showRule), to_space_id }
    },
    tryOut: async ({ space_id, rule, data }, ctx) => {
      const { name, content } = await readRule(rule, readerOf(space_id, deps))
      await evaluators.check(space_id, content)
      const began = Date.now()
      const times = () => ({ start_time: String(began), end_time: String(Date.now()) })
      const scale = 'scale' in content ? content.scale : undefined
      try {
        const given = await judge({ name, content }, space_id, tryFields(data), ctx.signal)
        return {
          result: {
            run_state: RunState.success,
            err_msg: '',
            score: given.score,
            score_content: given.reasoning,
            tokens: String(given.inputTokens + given.outputTokens),
            ...times(),
            input_tokens: String(given.inputTokens),
            output_tokens: String(given.outputTokens),
            ...(scale && { scoring_scope: { min_score: scale.min, max_score: scale.max } }),
          },
        }
      } catch (cause) {
        // A trial returns the evaluator's error as its result: it explains why the row has no score.
        if (!(cause instanceof AppError) || ctx.signal.aborted) throw cause
        const nothing = { score_content: '', tokens: '0', input_tokens: '0', output_tokens: '0' }
        return { result: { run_state: RunState.fail, err_msg: cause.text(ctx.locale), ...nothing, ...times() } }
      }
    },
    rulesByIds: async ({ space_id, rule_ids }) => ({
      rules: (await sets.membersByIds(space_id, rule_ids)).map(showRule),
    }),
    unpublish: async ({ evaluator_hub_id, space_id }, ctx) => {
      const { row } = await evaluators.get(space_id, evaluator_hub_id)
      if (row.createdBy !== ctx.userId && !(await canManageAll(ctx, space_id))) throw errors.noAccess()
      await sets.hide(space_id, evaluator_hub_id)
      return {}
    },
    meta: async ({ rule_group_id, space_id }) => ({
      meta: (await metas([await sets.get(space_id, rule_group_id)], true))[0]!,
    }),
    rules: async ({ rule_group_id, space_id }) => {
      await sets.get(space_id, rule_group_id)
      const rules = (await sets.membersOf(space_id, rule_group_id)).map(showRule)
      return {
        rules,
        default_custom_metrics_rules: rules.filter(({ process_type }) => process_type === ProcessType.metric),
      }
    },
    addMany: async ({ rule_group_id, space_id, rules }, ctx) => {
      const read = readerOf(space_id, deps)
      const given = await Promise.all(rules.map((rule, at) => readRule(rule, read, `rules[${at}]`)))
      return { rules: (await sets.add(space_id, ctx.userId, rule_group_id, given)).map(showRule) }
    },
    add: async ({ rule_group_id, space_id, rule }, ctx) => {
      const given = await readRule(rule, readerOf(space_id, deps))
      const [made] = await sets.add(space_id, ctx.userId, rule_group_id, [given])
      return { rule: showRule(made!) }
    },
    publish: async ({ rule_group_id, space_id, rule }, ctx) => {
      const given = await readRule(rule, readerOf(space_id, deps))
      const [made] = await sets.add(space_id, ctx.userId, rule_group_id, [given])
      try {
        await sets.show(space_id, made!.evaluator.id)
      } catch (cause) {
        // Its name is taken: remove the rule again.
        await sets.removeMember(space_id, ctx.userId, rule_group_id, made!.member.id)
        throw cause
      }
      return { rule: showRule(made!), evaluator_hub_id: made!.evaluator.id }
    },
    change: async ({ rule_group_id, rule_id, space_id, rule }, ctx) => {
      const given = await readRule(rule, readerOf(space_id, deps))
      return { rule: showRule(await sets.change(space_id, ctx.userId, rule_group_id, rule_id, given)) }
    },
    removeRule: async ({ rule_group_id, rule_id, space_id }, ctx) => {
      await sets.removeMember(space_id, ctx.userId, rule_group_id, rule_id)
      return {}
    },
  }
}
