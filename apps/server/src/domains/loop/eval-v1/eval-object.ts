import type { GivenEvalObject, ShownEvalObject } from '@orrery/contract'
import { TargetState, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { evalPlanErrors } from '#domains/loop/eval-plan/eval-plan.errors.ts'
import type { PlanTarget } from '#domains/loop/eval-plan/eval-plan.table.ts'
import type { EvalTypes } from '#domains/loop/eval-type/eval-type.service.ts'

const ObjectType = {
  bot: 0,
  prompt: 1,
  workflow: 2,
  appWorkflow: 3,
  agent: 4,
  playgroundBot: 5,
  playgroundBotTwo: 6,
  stored: 7,
  model: 8,
  visitor: 9,
} as const
interface ObjectKind {
  number: number
  name: string
  type: TargetType
  isSearched: boolean
}
/** Kinds of objects that can be evaluated without being registered. */
export const objectKinds: ObjectKind[] = [
  { number: ObjectType.bot, name: 'CozeBot', type: TargetType.bot, isSearched: true },
  { number: ObjectType.prompt, name: 'Prompt', type: TargetType.prompt, isSearched: true },
  { number: ObjectType.workflow, name: 'ChainTask', type: TargetType.workflow, isSearched: true },
  { number: ObjectType.appWorkflow, name: 'FornaxApp', type: TargetType.appWorkflow, isSearched: true },
  { number: ObjectType.agent, name: 'FornaxAgent', type: TargetType.external, isSearched: true },
  { number: ObjectType.playgroundBot, name: 'PlaygroundCozeBot', type: TargetType.bot, isSearched: true },
  { number: ObjectType.playgroundBotTwo, name: 'PlaygroundCozeBotV2', type: TargetType.bot, isSearched: true },
  { number: ObjectType.stored, name: 'EvalResultDatasetCollection', type: TargetType.stored, isSearched: false },
  { number: ObjectType.model, name: 'PlaygroundCozeModel', type: TargetType.model, isSearched: true },
  { number: ObjectType.visitor, name: 'CiciCrawl', type: TargetType.visitor, isSearched: true },
]
const missing = (part: string) => evalPlanErrors.badObject({ part })
const stateOf = (number: number | undefined) => (number === TargetState.published ? 2 : 1)
const FIRST_CUSTOM = 100

/** Converts an object of the first API version into a target of a plan. */
export async function readObject(
  given: GivenEvalObject,
  spaceId: string,
  types: Pick<EvalTypes, 'byNumber' | 'byId'>,
): Promise<PlanTarget> {
  const objectType = given.object_type
  const base = { objectType, state: 1 as const, name: '' }
  switch (objectType) {
    case ObjectType.bot:
    case ObjectType.playgroundBot:
    case ObjectType.playgroundBotTwo: {
      const bot = given.coze_bot ?? given.playground_coze_bot_v2
      if (!bot?.bot_id)
        throw missing(objectType === ObjectType.playgroundBotTwo ? 'playground_coze_bot_v2.bot_id' : 'coze_bot.bot_id')
      const name = bot.bot_name ?? ''
      const kept = given.playground_coze_bot_v2?.bot_version
      return {
        ...base,
        type: TargetType.bot,
        sourceId: bot.bot_id,
        state: stateOf(bot.bot_info_type),
        name,
        ...(kept && { runtime: JSON.stringify({ bot_version: kept }) }),
      }
    }
    case ObjectType.prompt: {
      if (!given.prompt?.prompt_id) throw missing('prompt.prompt_id')
      return { ...base, type: TargetType.prompt, sourceId: given.prompt.prompt_id, name: given.prompt.name ?? '' }
    }
    case ObjectType.workflow: {
      const of = given.chain_task
      if (!of?.task_id) throw missing('chain_task.task_id')
      const type = of.app_id ? TargetType.appWorkflow : TargetType.workflow
      return { ...base, type, sourceId: of.task_id, state: stateOf(of.version), name: of.task_name ?? '' }
    }
    case ObjectType.appWorkflow: {
      const of = given.fornax_app_object?.object
      if (!of?.object_meta_id) throw missing('fornax_app_object.object.object_meta_id')
      return { ...base, type: TargetType.appWorkflow, sourceId: of.object_meta_id, name: of.name ?? '' }
    }
    case ObjectType.agent: {
      const of = given.fornax_agent_object
      if (!of?.agent_id) throw missing('fornax_agent_object.agent_id')
      const { id, name } = await types.byId(spaceId, 'object', of.agent_id)
      return { ...base, type: TargetType.external, sourceId: id, name }
    }
    case ObjectType.stored: {
      const items = given.eval_result_dataset_collection?.items ?? []
      if (!items.length || items.some(({ dataset_id }) => !dataset_id))
        throw missing('eval_result_dataset_collection.items')
      const collection = items.map((one) => ({
        datasetId: one.dataset_id!,
        setId: one.rule_group_id ?? '0',
        name: one.dataset_name ?? '',
      }))
      return { ...base, type: TargetType.stored, sourceId: '', collection }
    }
    case ObjectType.model: {
      const of = given.playground_coze_model
      if (!of?.model_id) throw missing('playground_coze_model.model_id')
      const { temperature, max_tokens, top_p } = of
      const params = Object.entries({ temperature, max_tokens, top_p }).filter(([, one]) => one !== undefined)
      return {
        ...base,
        type: TargetType.model,
        sourceId: of.model_id,
        name: of.model_name ?? '',
        ...(params.length && { runtime: JSON.stringify(Object.fromEntries(params)) }),
      }
    }
    case ObjectType.visitor: {
      if (!given.cici_crawl?.bot_id) throw missing('cici_crawl.bot_id')
      return {
        ...base,
        type: TargetType.visitor,
        sourceId: given.cici_crawl.bot_id,
        state: 2,
        name: given.cici_crawl.name ?? '',
      }
    }
    default: {
      if (objectType < FIRST_CUSTOM) throw missing('object_type')
      const { id, name } = await types.byNumber(spaceId, 'object', objectType)
      const meta = {
        id: given.object?.object_meta_id ?? '',
        text: given.object?.object_meta ?? '',
        env: given.object?.env ?? '',
      }
      return { ...base, type: TargetType.external, sourceId: id, name: given.object?.name ?? name, meta }
    }
  }
}
const numbers = new Map(objectKinds.toReversed().map(({ type, number }) => [type, number]))
/** Default object type number of a target type. */
export const objectNumber = (type: TargetType): number => numbers.get(type) ?? FIRST_CUSTOM

function keptVersionOf({ runtime }: PlanTarget): { bot_version?: string } {
  const { bot_version } = JSON.parse(runtime || '{}') as { bot_version?: string }
  return bot_version ? { bot_version } : {}
}
export function showObject(target: PlanTarget, spaceId: string): ShownEvalObject {
  const { objectType: object_type, sourceId, state, name, meta } = target
  const bot = { bot_id: sourceId, bot_info_type: state, bot_name: name }
  switch (object_type) {
    case ObjectType.bot:
    case ObjectType.playgroundBot:
      return { object_type, coze_bot: bot }
    case ObjectType.playgroundBotTwo:
      return { object_type, playground_coze_bot_v2: { ...bot, ...keptVersionOf(target) } }
    case ObjectType.prompt:
      return { object_type, prompt: { prompt_id: sourceId, version: '', name } }
    case ObjectType.workflow:
      return { object_type, chain_task: { task_id: sourceId, task_name: name, version: state } }
    case ObjectType.appWorkflow:
      return { object_type, fornax_app_object: { app_id: '', object: { object_meta_id: sourceId, name } } }
    case ObjectType.agent:
      return { object_type, fornax_agent_object: { agent_id: sourceId, name } }
    case ObjectType.stored: {
      const items = (target.collection ?? []).map((one) => ({
        dataset_id: one.datasetId,
        rule_group_id: one.setId,
        dataset_name: one.name,
      }))
      return { object_type, eval_result_dataset_collection: { items } }
    }
    case ObjectType.model:
      return { object_type, playground_coze_model: { model_id: sourceId, model_name: name } }
    case ObjectType.visitor:
      return { object_type, cici_crawl: { bot_id: sourceId, name } }
    default:
      return {
        object_type,
        object: {
          object_type,
          name,
          object_meta: meta?.text ?? '',
          space_id: spaceId,
          env: meta?.env ?? '',
          object_meta_id: meta?.id ?? '',
          object_type_name: name,
        },
      }
  }
}
