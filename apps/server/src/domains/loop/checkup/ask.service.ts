import { personaOf } from '@orrery/contract'
import { TargetState, TargetType, TurnState } from '@orrery/contract/shared/evaluation-enums'
import { errors, type Locale } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { mean } from '#kit/stats/intervals.ts'
import { userKey } from '#kit/user-key.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { DatasetService } from '#domains/loop/dataset/dataset.service.ts'
import type { ItemService } from '#domains/loop/dataset/item.service.ts'
import type { EvalTargets } from '#domains/loop/eval-target/eval-target.service.ts'
import type { TargetOutput } from '#domains/loop/eval-target/shared/target-run.ts'
import type { Judge } from '#domains/loop/evaluator/judge.service.ts'
import { normalScore } from '#domains/loop/evaluator/shared/evaluator-inputs.ts'
import type { TurnRow } from '#domains/loop/experiment/experiment.table.ts'
import { sampledTools } from './checkup.service.ts'
import { findingOf } from './findings.ts'
import type { CheckupRows } from './rows.service.ts'
import { checks } from './shared/checks.ts'

export interface AskDeps {
  rows: Pick<CheckupRows, 'one' | 'datasetOf'>
  datasets: Pick<DatasetService, 'get'>
  items: Pick<ItemService, 'byIds'>
  targets: Pick<EvalTargets, 'freeze' | 'runnerOf'>
  models: Pick<ModelService, 'resolve'>
  judge: Judge
  eraseUserData(userKey: string): Promise<void>
  newId: NewId
}
interface Place {
  spaceId: string
  userId: string
  botId: string
  locale: Locale
  signal: AbortSignal
}
const blank = { workflowRunId: null, errorCode: 0, error: '', errorZh: '', hash: '', pos: 0, trial: 0 }

/** Asks one question of the current draft and scores the answer. Nothing is stored. */
export function createAsking(deps: AskDeps) {
  return async ({ spaceId, userId, botId, locale, signal }: Place, itemId: string) => {
    const row = await deps.rows.one(botId, itemId)
    const datasetId = (await deps.rows.datasetOf(botId))!
    const [[item], { schema }] = await Promise.all([
      deps.items.byIds({ datasetId }, [itemId]),
      deps.datasets.get(datasetId),
    ])
    if (!item) throw errors.notFound({ what: 'row' })
    const param = { sourceId: botId, type: TargetType.bot, state: TargetState.draft, runtime: sampledTools }
    const { version } = await deps.targets.freeze(spaceId, userId, param)
    const { snapshot } = version
    if (snapshot.kind !== 'bot') throw errors.internal()
    const run = deps.targets.runnerOf(version)
    const id = deps.newId()
    const nameOf = new Map(schema.fields.map(({ key, name }) => [key, name]))
    const turns = item.turns.map((turn) =>
      Object.fromEntries(Object.entries(turn).map(([key, { text }]) => [nameOf.get(key) ?? key, text])),
    )
    const outputs: TargetOutput[] = []
    try {
      for (const values of turns) {
        const history = outputs.map((one, nth) => ({
          input: turns[nth]!.input ?? '',
          output: one.outputs.actual_output ?? '',
        }))
        const place = { spaceId, userId, endUser: `eval-${id}/0-0`, signal }
        outputs.push(await run(place, { fields: { input: values.input ?? '' }, history }))
      }
    } finally {
      await deps.eraseUserData(userKey(userId, `eval-${id}`))
    }
    const model = await deps.models.resolve(undefined, spaceId)
    const wanted = row.checks.filter(({ key }) => !(checks[key].needsModel && model.isOffline))
    const judged = await Promise.all(
      wanted.map(async ({ key, turn = turns.length }) => {
        const [output, values] = [outputs[turn - 1]!, turns[turn - 1]!]
        const facts = { ...output.outputs, persona: personaOf(snapshot.config.prompt_info) } as Record<string, string>
        const fields = Object.fromEntries([
          ...checks[key].fromSet.map((one) => [one.field_name, values[one.from_field_name ?? ''] ?? '']),
          ...checks[key].fromTarget.map((one) => [one.field_name, facts[one.from_field_name ?? ''] ?? '']),
        ]) as Record<string, string>
        const { content, name } = checks[key]
        const { score } = await deps.judge({ name: name[0], content }, spaceId, fields, signal)
        return { key, output, values, turn, normal: normalScore(content, score) }
      }),
    )
    const failed = judged.find(({ key, normal }) => normal < checks[key].pass)
    const asTurn = ({ output, turn }: NonNullable<typeof failed>): TurnRow => ({
      ...blank,
      ...output,
      id,
      experimentId: null,
      spaceId,
      targetVersionId: version.id,
      itemId,
      turn: turn - 1,
      state: TurnState.success,
      hasOutput: true,
      input: {},
      createdBy: userId,
      createdAt: 0,
      updatedAt: 0,
    })
    const asked = { ...row, turns: turns.length }
    return {
      is_good: !failed,
      answered: outputs.at(-1)?.outputs.actual_output ?? '',
      ...(judged.length && { score: mean(judged.map(({ normal }) => normal)) }),
      ...(failed && {
        finding: findingOf(
          { row: asked, key: failed.key, turn: asTurn(failed), values: failed.values },
          snapshot.config,
          locale,
        ),
      }),
    }
  }
}
export type Asking = ReturnType<typeof createAsking>
