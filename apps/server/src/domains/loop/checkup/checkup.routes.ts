import type { contract, ShownFieldMeta, ShownRowReport, ShownRuleScore } from '@orrery/contract'
import { CheckupScene, CheckupStatus } from '@orrery/contract/shared/checkup-enums'
import { errors } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { mean } from '#kit/stats/intervals.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import type { TurnRow } from '#domains/loop/experiment/experiment.table.ts'
import type { Results } from '#domains/loop/experiment/result.service.ts'
import type { CaseService } from './case.service.ts'
import { checkupErrors } from './checkup.errors.ts'
import { type Checkups, type FoundCheckup, statusOf } from './checkup.service.ts'
import { modulesOf, type Placed, personOf, problemOf, sceneOf, shownCheckup, stateOf } from './checkup.view.ts'
import type { Checked, CheckupReports } from './report.service.ts'
import { type CheckKey, checks } from './shared/checks.ts'

export interface CheckupRoutesDeps {
  checkups: Checkups
  reports: CheckupReports
  cases: CaseService
  results: Pick<Results, 'progress'>
  people: Pick<PassportService, 'getMany'>
  /** What the next check-up of a bot would test. */
  placesOf(botId: string, spaceId: string, userId: string): Promise<Placed[]>
  draftVersion(botId: string): Promise<string>
}
const scenes = Object.values(CheckupScene)
const Operation = { contains: 0, equal: 1 } as const
const ValueType = { string: 0, enum: 1, tree: 2 } as const
const QueryType = { row: 1, group: 2 } as const
const resultNames = { pass: ['Passed', '通过'], fail: ['Failed', '未通过'], error: ['Error', '出错'] } as const
const Mode = { save: 1, remove: 2, read: 3 } as const
const text = (value: string) => ({ data_type: 1, text: value })

export function checkupRoutes(deps: CheckupRoutesDeps): Handlers<typeof contract.checkupTask> {
  const { checkups, reports, cases, results, people } = deps
  function requireSame(spaceId: string, ctx: Ctx) {
    if (ctx.located?.spaceId !== spaceId) throw errors.notFound({ what: 'bot' })
  }
  async function own(input: { space_id: string; batch_task_id: string; bot_id?: string | undefined }, ctx: Ctx) {
    const found = await checkups.get(input.space_id, input.batch_task_id, input.bot_id)
    await ctx.access.require(ctx.actor!, 'bot', found.head.botId, 'testRunWorkflow')
    const canManageAll = await ctx.access.can(ctx.actor!, 'bot', found.head.botId, 'editInfo')
    return { found, who: { userId: ctx.userId, canManageAll } }
  }
  /** The requested check-up, or the newest completed one. */
  async function wanted(botId: string, spaceId: string, id: string | undefined, scene?: CheckupScene) {
    if (id) return checkups.get(spaceId, id, botId)
    const list = await checkups.list(botId, scene, 0, 20)
    return list.find((one) => statusOf(one) === CheckupStatus.completed)
  }
  const progressOf = async (list: FoundCheckup[]) => {
    const found = await results.progress(list.flatMap(({ experiment: row }) => row?.id ?? []))
    return new Map(
      list.map(({ head, experiment: row }) => {
        const of = row && found.get(row.id)
        return [head.id, of?.items ? Math.floor(((of.items - of.openItems) / of.items) * 100) : 0]
      }),
    )
  }
  const who = (list: FoundCheckup[]) => people.getMany([...new Set(list.map(({ head }) => head.createdBy))])
  function ruleScore(key: CheckKey, list: Checked[], versionId: string, ctx: Ctx): ShownRuleScore {
    const known = list.flatMap(({ normal }) => normal ?? [])
    const name = checks[key].name[ctx.locale === 'zh-CN' ? 1 : 0]
    const type = String(checks[key].wireType)
    return {
      rule: { rule_id: versionId, rule_name: name, evaluator_type: type, evaluator_type_name: name },
      executed_case_count: known.length,
      total_case_count: list.length,
      consuming_ms: String(list.reduce((sum, { score }) => sum + (score?.ms ?? 0), 0)),
      ...(known.length && { score: reports.rounded(mean(known)) }),
    }
  }
  const resultOf = (list: Checked[]) =>
    list.some(({ turn, normal }) => normal === undefined && turn.state === 2)
      ? 'error'
      : list.some(reports.hasFailed)
        ? 'fail'
        : 'pass'
  function metas(rows: Placed[], ctx: Ctx): Record<string, ShownFieldMeta> {
    const zh = ctx.locale === 'zh-CN' ? 1 : 0
    const skills = [...new Set(rows.map(({ skillName }) => skillName))]
    return {
      query: { operations: [Operation.contains, Operation.equal], value_type: ValueType.string, value_options: [] },
      module: {
        operations: [Operation.equal],
        value_type: ValueType.tree,
        value_options: modulesOf(rows, ctx.locale).map(({ module_id, name, sub_divisions }) => ({
          key: module_id,
          value: name,
          SonValueOption: sub_divisions.map((one) => ({ key: one.sub_division_id, value: one.name })),
        })),
      },
      result: {
        operations: [Operation.equal],
        value_type: ValueType.enum,
        value_options: Object.entries(resultNames).map(([key, names]) => ({ key, value: names[zh] })),
      },
      skill: {
        operations: [Operation.equal],
        value_type: ValueType.enum,
        value_options: skills.map((name) => ({ key: name, value: name })),
      },
    }
  }
  const known = ['query', 'module', 'result', 'skill']

  return {
    enabled: async ({ space_id }, ctx) => {
      requireSame(space_id, ctx)
      return { is_hit_gray: !(await cases.isOff(space_id)) }
    },
    setup: async ({ config }, ctx) => {
      // Everybody but the instance owner gets "not found".
      if (!ctx.actor?.isInstanceOwner || ctx.actor.token) throw checkupErrors.noSetup()
      const missing = (field: string) => checkupErrors.badCase({ field, problem: 'is missing', problemZh: '缺失' })
      let name: string | undefined
      if (config.setup_mode === Mode.save) {
        const given = config.upsert_config?.case_config
        if (!given) throw missing('upsert_config')
        name = given.name
        const rows = given.rows.map(({ contents }) => contents.map((one) => one.text ?? one.markdown_box?.text ?? ''))
        await cases.save(ctx.userId, { name, rows, evaluatorType: given.evaluator_type })
      } else if (config.setup_mode === Mode.remove) {
        if (!config.remove_config) throw missing('remove_config')
        name = config.remove_config.name
        await cases.remove(name)
      } else name = config.read_config?.name
      return {
        case_configs: (await cases.read(name)).map((one) => ({
          name: one.name,
          columns: one.columns,
          rows: one.rows.map((cells) => ({ contents: cells.map(text) })),
          evaluator_type: one.evaluatorType,
          read_case_id: one.id,
          is_edited: one.isEdited,
        })),
        detail: '',
      }
    },
    scenes: async ({ space_id, bot_id }, ctx) => {
      requireSame(space_id, ctx)
      const places = await deps.placesOf(bot_id, space_id, ctx.userId)
      const all = scenes.map((scene) => sceneOf(scene, places, ctx.locale))
      return { scenes: all.filter(({ modules }) => modules.length) }
    },
    submit: async ({ space_id, bot_id, scene_id = CheckupScene.full, real_tools = false }, ctx) => {
      requireSame(space_id, ctx)
      return { batch_task_id: await checkups.submit(space_id, ctx.userId, bot_id, scene_id, real_tools) }
    },
    list: async ({ space_id, bot_id, scene_id, offset, limit }, ctx) => {
      requireSame(space_id, ctx)
      const found = await checkups.list(bot_id, scene_id, offset, limit + 1)
      const page = found.slice(0, limit)
      const [progress, names] = await Promise.all([progressOf(page), who(page)])
      return {
        batch_tasks: page.map((one) => shownCheckup(one, progress.get(one.head.id) ?? 0, names, ctx.locale)),
        has_more: found.length > limit,
      }
    },
    statuses: async ({ space_id, bot_id, batch_task_ids }, ctx) => {
      requireSame(space_id, ctx)
      const all = await Promise.all(
        [...new Set(batch_task_ids)].map((id) => checkups.get(space_id, id, bot_id).catch(() => undefined)),
      )
      return {
        batch_tasks: Object.fromEntries(
          all.flatMap((one) =>
            one ? [[one.head.id, { batch_task_id: one.head.id, status: statusOf(one) }] as const] : [],
          ),
        ),
      }
    },
    kill: async (input, ctx) => {
      const { found, who: caller } = await own(input, ctx)
      await checkups.kill(found, caller)
      return {}
    },
    retry: async (input, ctx) => {
      const { found } = await own(input, ctx)
      await checkups.retry(found)
      return {}
    },
    remove: async (input, ctx) => {
      const { found, who: caller } = await own(input, ctx)
      if (!caller.canManageAll && found.head.createdBy !== ctx.userId) throw errors.noAccess()
      await checkups.remove(found, caller)
      return {}
    },
    versions: async ({ space_id, bot_id }, ctx) => {
      requireSame(space_id, ctx)
      const [heads, draft] = await Promise.all([checkups.heads(bot_id), deps.draftVersion(bot_id)])
      const states = new Map(heads.toReversed().map((head) => [head.version, head]))
      const shown = [...states.values()].toReversed().map((head) => ({
        space_id,
        bot_id,
        snap_version: head.version,
        create_time_ms: String(head.createdAt),
        ...(head.commitVersion && { commit_version: head.commitVersion }),
      }))
      const own = states.has(draft) ? [] : [{ space_id, bot_id, snap_version: draft, create_time_ms: '0' }]
      return { bot_snapshot_versions: [...own, ...shown] }
    },
    overall: async ({ space_id, bot_id, batch_task_id, scene_id }, ctx) => {
      requireSame(space_id, ctx)
      const found = await wanted(bot_id, space_id, batch_task_id, scene_id)
      if (!found) return {}
      const [figures, last, progress, names] = await Promise.all([
        reports.figures(found),
        reports.lastFigures(found),
        progressOf([found]),
        who([found]),
      ])
      const { head, experiment: row } = found
      const all = modulesOf(head.rows, ctx.locale)
      const shownModules = (given: NonNullable<typeof last>) =>
        given.modules.flatMap(({ module, score }) => {
          const shown = all.find(({ module_id }) => module_id === module)
          return shown && score !== undefined ? [{ module: shown, score: reports.rounded(score) }] : []
        })
      const spent = row && (await results.progress([row.id])).get(row.id)
      const words = (score: number | undefined) => (score === undefined ? '' : reports.rounded(score).toFixed(1))
      return {
        overall: {
          batch_task_id: head.id,
          space_id,
          bot_id,
          bot_snapshot_version: stateOf(found),
          scene: sceneOf(head.scene, head.rows, ctx.locale),
          module_eval_report_overalls: figures ? shownModules(figures) : [],
          token: String(spent ? spent.targetIn + spent.targetOut + spent.judgeIn + spent.judgeOut : 0),
          consuming_ms: String(row ? Math.max(0, (row.endedAt || row.startedAt) - row.startedAt) : 0),
          create_time_ms: String(head.createdAt),
          creator: personOf(head.createdBy, names),
          score: words(figures?.score),
          status: statusOf(found),
          progress: progress.get(head.id) ?? 0,
          err_msg: problemOf(found, ctx.locale),
          ...(last && {
            last_eval_task_res: { score: words(last.score), module_eval_report_overalls: shownModules(last) },
          }),
        },
      }
    },
    scores: async ({ space_id, bot_id, batch_task_id }, ctx) => {
      requireSame(space_id, ctx)
      const found = await wanted(bot_id, space_id, batch_task_id)
      const figures = found && (await reports.figures(found))
      if (!found || !figures) return {}
      const all = modulesOf(found.head.rows, ctx.locale)
      return {
        score: {
          batch_task_id: found.head.id,
          space_id,
          bot_id,
          module_rule_scores: figures.modules.flatMap(({ module, list }) => {
            const shown = all.find(({ module_id }) => module_id === module)
            const rules = [...Map.groupBy(list, ({ key }) => key)]
            return shown
              ? [
                  {
                    module: shown,
                    rule_scores: rules.map(([key, some]) => ruleScore(key, some, figures.versionOf.get(key)!, ctx)),
                  },
                ]
              : []
          }),
        },
      }
    },
    detail: async ({ space_id, bot_id, batch_task_id, offset, limit, filters }, ctx) => {
      requireSame(space_id, ctx)
      const odd = Object.keys(filters).find((key) => !known.includes(key))
      if (odd !== undefined) throw checkupErrors.unknownFilter({ key: odd, known: known.join(', ') })
      const found = await wanted(bot_id, space_id, batch_task_id)
      if (!found?.experiment) return { has_more: false }
      const reading = await reports.read(found.experiment, found.head.rows)
      const byRow = Map.groupBy(reading.checked, ({ row }) => row.itemId)
      const questionOf = ([first]: Checked[]) => reading.questionsOf(first!.row.itemId).join('\n')
      const isWanted = (list: Checked[]): boolean =>
        Object.entries(filters).every(([key, { operation, string_value = '', enums = [] }]) => {
          const { row } = list[0]!
          if (key === 'query') {
            const question = questionOf(list)
            return operation === Operation.equal ? question === string_value : question.includes(string_value)
          }
          if (key === 'skill') return enums.includes(row.skillName)
          if (key === 'result') return enums.includes(resultOf(list))
          return enums.includes(row.module) || enums.includes(row.subDivision)
        })
      const all = modulesOf(found.head.rows, ctx.locale)
      const rows = found.head.rows.flatMap(({ itemId }) => {
        const list = byRow.get(itemId)
        return list && isWanted(list) ? [list] : []
      })
      const shown = (list: Checked<TurnRow>[]): ShownRowReport => {
        const last = list.find(({ key }) => key === 'latency') ?? list.at(-1)!
        const values = reading.valuesOf(last.turn)
        const groups = [...Map.groupBy(list, reports.moduleOf)]
        return {
          row_id: last.turn.id,
          row_group_id: last.row.itemId,
          contents: [
            text(questionOf(list)),
            text(values.reference_output || values.value || values.agent || values.expected_calls || ''),
          ],
          output: text(last.turn.outputs.actual_output ?? ''),
          query_type: last.row.turns > 1 ? QueryType.group : QueryType.row,
          module_rules: groups.flatMap(([module, some]) => {
            const of = all.find(({ module_id }) => module_id === module)
            return of
              ? [
                  {
                    module: of,
                    rules: some.map((one) => ruleScore(one.key, [one], reading.versionOf.get(one.key)!, ctx)),
                  },
                ]
              : []
          }),
          create_time_ms: String(last.turn.createdAt),
          row_eval_report: {
            input_token: String(last.turn.inputTokens),
            output_token: String(last.turn.outputTokens),
            consuming_ms: String(last.turn.ms),
          },
        }
      }
      return {
        detail: {
          batch_task_id: found.head.id,
          space_id,
          bot_id,
          columns: ['question', 'expected', 'answer'].map((name) => ({ column_id: name, column_name: name })),
          row_reports: rows.slice(offset, offset + limit).map(shown),
        },
        has_more: rows.length > offset + limit,
      }
    },
    filterMeta: async ({ space_id, bot_id }, ctx) => {
      requireSame(space_id, ctx)
      const found = await wanted(bot_id, space_id, undefined)
      const places = found?.head.rows ?? (await deps.placesOf(bot_id, space_id, ctx.userId))
      return { field_metas: metas(places, ctx) }
    },
  }
}
