import { ComponentType, ParameterType, TrafficScene } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { TargetType } from '@orrery/contract/shared/evaluation-enums'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let owner: Person
let space_id: string
let same: string
let set: string
let made = 0
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId: space_id } = lab)
  const { evaluator_id } = await owner.api.evaluator.create({
    evaluator: {
      space_id,
      name: 'Same',
      current_version: { evaluator_content: { builtin_evaluator: { kind: 'similarity', metric: 'exact' } } },
    },
  })
  const { evaluator } = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
  same = evaluator.current_version!.id
  set = await dataset(['older', 'newer', 'reference_output'])
})
async function dataset(columns: string[], count = 4): Promise<string> {
  const { evaluation_set_id } = await owner.api.evaluationSet.create({
    space_id,
    name: `Set ${(made += 1)}`,
    evaluation_set_schema: { field_schemas: ['input', ...columns].map((name) => ({ name })) },
  })
  const items = Array.from({ length: count }, (_, at) => ({
    turns: [
      {
        field_data_list: ['input', ...columns].map((name) => ({ name, content: { text: `${name} ${at}` } })),
      },
    ],
  }))
  await owner.api.evaluationSet.addItems({ space_id, evaluation_set_id, items })
  return evaluation_set_id
}
async function ended(column: string, of = set) {
  const { experiment } = await owner.api.experiment.submit({
    space_id,
    name: `Run ${(made += 1)}`,
    eval_set_id: of,
    create_eval_target_param: { eval_target_type: TargetType.stored },
    evaluator_version_ids: [same],
    target_field_mapping: { from_eval_set: [{ field_name: 'output', from_field_name: column }] },
  })
  await lab.t.services.experiments.run(experiment.id)
  return experiment.id
}
const wins = (winner: string) => says(JSON.stringify({ reason: `${winner} it is`, winner }))

describe('pairs', () => {
  test('are judged in both orders, and a win in one order only is a tie', async () => {
    const ids = [await ended('older'), await ended('newer')]
    lab.server.script(wins('B'), wins('A'), wins('B'), wins('B'), wins('A'), wins('B'), wins('tie'), wins('tie'))
    const { pairwise } = await owner.api.pairwise.start({ space_id, experiment_ids: ids, model_id: lab.modelId })
    expect(pairwise).toMatchObject({ state: 'waiting', rows: 4, judged: 0 })
    await expect(owner.api.pairwise.start({ space_id, experiment_ids: ids })).rejects.toMatchObject({
      code: ErrorCode.pairwise.running,
    })
    await lab.t.services.pairwise.run(pairwise.id)
    const { pairwise: done } = await owner.api.pairwise.get({ space_id, pairwise_id: pairwise.id })
    expect(done).toMatchObject({ state: 'done', judged: 4, failed: 0, is_offline: false })
    expect(done.wins + done.losses + done.ties).toBe(4)
    expect(done.cost).toBeGreaterThan(0)
    const asked = lab.server.requests.slice(-8).map(({ body }) => JSON.stringify(body.messages))
    // The judge was called in both orders for every row.
    for (const at of [0, 1, 2, 3]) {
      const own = asked.filter((text) => text.includes(`input ${at}`))
      expect(own.map((text) => text.indexOf(`older ${at}`) < text.indexOf(`newer ${at}`)).sort()).toEqual([false, true])
    }
    const { pairwise: last } = await owner.api.pairwise.last({ space_id, first_id: ids[0]!, second_id: ids[1]! })
    expect(last?.id).toBe(pairwise.id)
  })
  test('report a win rate with a confidence interval, and how often the judge contradicts itself', async () => {
    const ids = [await ended('older'), await ended('newer')]
    const { pairwise } = await owner.api.pairwise.start({ space_id, experiment_ids: ids })
    const { db } = lab.t.infra.database
    await db.execute(sql`UPDATE pairwise SET state = 3 WHERE id = ${pairwise.id}`)
    await db.execute(sql`UPDATE pairwise_row SET forward = CASE WHEN nth < 4 THEN 2 ELSE 1 END, backward = 2
      WHERE pairwise_id = ${pairwise.id}`)
    const { pairwise: done } = await owner.api.pairwise.get({ space_id, pairwise_id: pairwise.id })
    expect(done).toMatchObject({
      wins: 3,
      losses: 0,
      ties: 1,
      win_rate: 1,
      p: expect.closeTo(0.25, 9),
      contradictions: 0.25,
    })
    expect(done.interval!.low).toBeCloseTo(0.4385, 3)
    expect(done.results.map(({ winner }) => winner)).toEqual(['second', 'second', 'second', 'tie'])
  })
  test('fail when the judge names no winner, and need experiments with shared rows', async () => {
    const ids = [await ended('older'), await ended('newer')]
    const elsewhere = await ended('older', await dataset(['older', 'reference_output']))
    const refusal = { code: ErrorCode.pairwise.notSame }
    await expect(owner.api.pairwise.start({ space_id, experiment_ids: [ids[0]!, elsewhere] })).rejects.toMatchObject(
      refusal,
    )
    await expect(owner.api.pairwise.start({ space_id, experiment_ids: [ids[0]!, ids[0]!] })).rejects.toMatchObject({
      code: ErrorCode.pairwise.sameTwice,
    })
    lab.server.script(...Array.from({ length: 40 }, () => says('Both are fine')))
    const { pairwise } = await owner.api.pairwise.start({ space_id, experiment_ids: ids, model_id: lab.modelId })
    await lab.t.services.pairwise.run(pairwise.id)
    const { pairwise: done } = await owner.api.pairwise.get({ space_id, pairwise_id: pairwise.id })
    expect(done).toMatchObject({ judged: 0, failed: 4 })
    expect(done.results[0]!.error).toBe('The judge named no winner: Both are fine')
    const outsider = await lab.t.register('outsider')
    const foreign = (await outsider.api.space.create({ name: 'Foreign' })).id
    await expect(outsider.api.pairwise.get({ space_id: foreign, pairwise_id: pairwise.id })).rejects.toMatchObject({
      status: 404,
    })
    await expect(outsider.api.pairwise.start({ space_id: foreign, experiment_ids: ids })).rejects.toMatchObject({
      status: 404,
    })
  })
})

test('the card of an evaluator shows its agreement with people, its bias and its cost', async () => {
  const { evaluator_id } = await owner.api.evaluator.create({
    evaluator: {
      space_id,
      name: 'Kind',
      current_version: {
        evaluator_content: { code_evaluator: { language_type: 2, code: 'function evaluate() { return 1 }' } },
      },
    },
  } as never)
  const { evaluator } = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
  const { experiment } = await owner.api.experiment.submit({
    space_id,
    name: 'Kind run',
    eval_set_id: set,
    create_eval_target_param: { eval_target_type: TargetType.stored },
    evaluator_version_ids: [evaluator.current_version!.id],
    target_field_mapping: { from_eval_set: [{ field_name: 'output', from_field_name: 'older' }] },
  })
  await lab.t.services.experiments.run(experiment.id)
  const card = () => owner.api.evaluator.card({ space_id, evaluator_id })
  expect(await card()).toMatchObject({ scored: 4, failed: 0, looked_at: 0 })
  const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [experiment.id] })
  const records = item_results.flatMap(({ turn_results }) =>
    Object.values(turn_results[0]!.experiment_results[0]!.payload!.evaluator_output.evaluator_records),
  )
  for (const [at, score] of [1, 0, 0, 1].entries())
    await owner.api.experimentResult.correct({
      space_id,
      evaluator_record_id: records[at]!.id,
      correction: { score, explain: '' },
    })
  // The evaluator always scores 1: people agree with half of the scores, which is no better than chance.
  expect(await card()).toMatchObject({ looked_at: 4, share: 0.5, kappa: 0, bias: 0.5, cost_per_row: 0 })
})

test('tools of a target are real, mocked by frozen mock sets, or refused; mocks bound in the editor do not apply', async () => {
  const { plugin_id } = await owner.api.plugin.registerMeta({
    space_id,
    name: 'Bank',
    desc: 'Money',
    icon: {},
    creation_method: 1,
    ide_code_runtime: '1',
  })
  const { api_id } = await owner.api.pluginTool.create({
    plugin_id,
    name: 'pay',
    desc: 'Pays',
    source_code: `function handler() { return { receipt: 'real money' } }`,
    request_params: [],
    response_params: [{ name: 'receipt', type: ParameterType.string }],
  })
  await owner.api.plugin.publish({ plugin_id })
  const bizCtx = { bizSpaceID: space_id, trafficScene: TrafficScene.toolDebug, trafficCallerID: plugin_id }
  const mockSubject = {
    componentID: api_id,
    componentType: ComponentType.tool,
    parentComponentID: plugin_id,
    parentComponentType: ComponentType.plugin,
  }
  const { id: mockSet } = await owner.api.mockSet.save({ bizCtx, name: 'Play money', mockSubject })
  const rule = (answer: string) => ({
    bizCtx,
    mocksetID: mockSet,
    name: 'rule',
    responseExpect: { responseExpectRule: JSON.stringify({ receipt: answer }) },
  })
  await owner.api.mockSet.saveRule(rule('play money'))
  const botId = await lab.createBot({ plugin_info_list: [{ plugin_id, api_id, api_name: 'pay' }] })
  await owner.api.mockSet.bind({ bizCtx: { ...bizCtx, trafficCallerID: botId }, mockSetID: mockSet, mockSubject })
  const one = await dataset([], 1)
  async function trajectory(runtime: object, change?: () => Promise<unknown>) {
    const { experiment } = await owner.api.experiment.submit({
      space_id,
      name: `Tools ${(made += 1)}`,
      eval_set_id: one,
      create_eval_target_param: { eval_target_type: TargetType.bot, source_target_id: botId },
      runtime_parameter: JSON.stringify(runtime),
    })
    await change?.()
    lab.server.reset()
    lab.server.script(calls({ name: 'pay', arguments: '{}' }), says('paid'))
    await lab.t.services.experiments.run(experiment.id)
    const { item_results } = await owner.api.experimentResult.rows({ space_id, experiment_ids: [experiment.id] })
    const record = item_results[0]!.turn_results[0]!.experiment_results[0]!.payload!.target_output.eval_target_record
    return record?.eval_target_output_data.output_fields.trajectory?.text ?? ''
  }
  expect(await trajectory({ tools: 'real' })).toContain('real money')
  const mocked = { tools: 'mocked', mock_sets: [mockSet] }
  // A mock rule that is changed after the start has no effect.
  const later = () => owner.api.mockSet.saveRule({ ...rule('changed'), priority: 9 })
  expect(await trajectory(mocked, later)).toContain('play money')
  await owner.api.mockSet.saveRule({
    ...rule('only Lima'),
    priority: 20,
    requestFilter: { requestFilterType: 1, requestFilterRule: '{"city":"Lima"}' },
  } as never)
  expect(await trajectory(mocked)).toContain('changed')
  const { id: other } = await owner.api.mockSet.save({ bizCtx, name: 'Empty', mockSubject })
  expect(await trajectory({ tools: 'mocked', mock_sets: [other] })).toContain('No mock set answers this call of pay')
  expect(await trajectory({ tools: 'refused' })).not.toMatch(/money|changed/)
  const wrong = (runtime: object, eval_target_type: TargetType = TargetType.bot) =>
    owner.api.experiment.submit({
      space_id,
      name: `Wrong ${(made += 1)}`,
      eval_set_id: one,
      create_eval_target_param: {
        eval_target_type,
        source_target_id: eval_target_type === TargetType.bot ? botId : lab.modelId,
      },
      runtime_parameter: JSON.stringify(runtime),
    })
  await expect(wrong({ tools: 'mocked' })).rejects.toThrow(/mock_sets goes with tools/)
  await expect(wrong({ tools: 'mocked', mock_sets: ['999'] })).rejects.toMatchObject({ status: 404 })
  await expect(wrong({ tools: 'refused' }, TargetType.model)).rejects.toThrow(/tools is for bots/)
})
