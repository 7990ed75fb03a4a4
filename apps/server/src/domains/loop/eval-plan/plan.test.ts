import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { ExperimentStatus, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { beforeAll, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let owner: Person
let member: Person
let space_id: string
let botId: string
let set: string
let rule: string
beforeAll(async () => {
  lab = await openChatLab()
  ;({ owner, spaceId: space_id } = lab)
  member = await lab.t.register('member')
  await owner.api.space.addMembers({ space_id, member_info_list: [{ user_id: member.id }] })
  botId = await lab.createBot()
  const { evaluation_set_id } = await owner.api.evaluationSet.create({
    space_id,
    name: 'Questions',
    evaluation_set_schema: { field_schemas: [{ name: 'input' }, { name: 'wanted' }] },
  })
  set = evaluation_set_id
  const items = ['hello', 'bye'].map((text) => ({
    turns: [
      {
        field_data_list: [
          { name: 'input', content: { text } },
          { name: 'wanted', content: { text } },
        ],
      },
    ],
  }))
  await owner.api.evaluationSet.addItems({ space_id, evaluation_set_id, items })
  const { evaluator_id } = await owner.api.evaluator.create({
    evaluator: {
      space_id,
      name: 'Says it',
      current_version: {
        evaluator_content: { builtin_evaluator: { kind: 'rule', rule: 'contains', contents: ['{{wanted}}'] } },
      },
    },
  })
  const { evaluator } = await owner.api.evaluator.submit({ space_id, evaluator_id, version: '1.0.0' })
  rule = evaluator.current_version!.id
})
const parts = () => ({
  space_id,
  eval_set_id: set,
  create_eval_target_param: { eval_target_type: TargetType.bot, source_target_id: botId },
  evaluator_version_ids: [rule],
  evaluator_field_mapping: [
    {
      evaluator_version_id: rule,
      from_eval_set: [{ field_name: 'wanted', from_field_name: 'wanted' }],
      from_target: [{ field_name: 'output', from_field_name: 'actual_output' }],
    },
  ],
})
const save = (name: string) => owner.api.evaluationPlan.save({ ...parts(), name })
const experiments = async (word: string) =>
  (await owner.api.experiment.list({ space_id, filter_option: { fuzzy_name: word } })).experiments

test('a plan is checked, saved, run and listed with its last result', async () => {
  const wrong = {
    ...parts(),
    target_field_mapping: { from_eval_set: [{ field_name: 'input', from_field_name: 'gone' }] },
  }
  await expect(owner.api.evaluationPlan.save({ ...wrong, name: 'Wrong' })).rejects.toMatchObject({
    code: ErrorCode.experiment.noField,
  })
  await expect(
    owner.api.evaluationPlan.save({ ...parts(), name: 'Nothing', evaluator_version_ids: [] }),
  ).rejects.toMatchObject({ code: ErrorCode.evalPlan.noRules })
  const { plan } = await save('Daily')
  expect(plan).toMatchObject({
    name: 'Daily',
    target: { type: TargetType.bot, source_id: botId, is_published: false },
    dataset: { id: set, name: 'Questions' },
    evaluators: [{ version_id: rule, name: 'Says it' }],
    cron: '',
    is_gate: false,
  })
  lab.server.script(says('well, hello'), says('hello again'))
  const { experiment_id } = await owner.api.evaluationPlan.run({ space_id, plan_id: plan.id })
  await lab.t.services.experiments.run(experiment_id)
  const { plans } = await member.api.evaluationPlan.list({ space_id, source_id: botId })
  expect(plans.map(({ name }) => name)).toEqual(['Daily'])
  expect(plans[0]!.last_run).toMatchObject({ experiment_id, status: ExperimentStatus.success, passing_share: 0.5 })
  // The first API version shows the plan as a case, with the same run.
  const { task } = await owner.api.evaluationTask.get({ space_id, case_id: plan.id, task_id: experiment_id })
  expect(task).toMatchObject({ score: 0.5, passing_rate: 0.5 })
  await expect(member.api.evaluationPlan.remove({ space_id, plan_id: plan.id })).rejects.toMatchObject({
    code: ErrorCode.evalPlan.notYours,
  })
  await owner.api.evaluationPlan.remove({ space_id, plan_id: plan.id })
  expect(await experiments('Daily')).toHaveLength(1)
})

test('a scheduled plan runs once per time, and shows why it could not run', async () => {
  const { plan } = await save('Nightly')
  const of = { space_id, plan_id: plan.id }
  const { db } = lab.t.infra.database
  const due = () => db.execute(`UPDATE eval_plan SET schedule_next = 1000, schedule_lease = 0 WHERE id = ${plan.id}`)
  const shown = async () => (await owner.api.evaluationPlan.list({ space_id })).plans.find(({ id }) => id === plan.id)!
  await expect(owner.api.evaluationPlan.schedule({ ...of, cron: 'every day' })).rejects.toMatchObject({ status: 400 })
  const timed = await member.api.evaluationPlan.schedule({ ...of, cron: '0 3 * * *', time_zone: 'Asia/Shanghai' })
  expect(timed.plan).toMatchObject({ cron: '0 3 * * *', time_zone: 'Asia/Shanghai', schedule_problem: '' })
  expect(new Date(Number(timed.plan.next_at)).getUTCHours()).toBe(19)
  await lab.t.services.evalSchedules.run()
  expect(await experiments('Nightly')).toHaveLength(0)
  await due()
  await Promise.all([lab.t.services.evalSchedules.run(), lab.t.services.evalSchedules.run()])
  const [started] = await experiments('Nightly')
  expect(started).toMatchObject({ name: 'Nightly 1970-01-01 00:00', creator_by: member.id })
  // The same time again, as if a process had died between starting the run and recording it.
  await due()
  await lab.t.services.evalSchedules.run()
  expect(await experiments('Nightly')).toHaveLength(1)
  expect(Number((await shown()).next_at)).toBeGreaterThan(Date.now())
  await owner.api.space.removeMember({ space_id, remove_user_id: member.id })
  await db.execute(`UPDATE eval_plan SET schedule_next = 2000 WHERE id = ${plan.id}`)
  await lab.t.services.evalSchedules.run()
  expect(await shown()).toMatchObject({ schedule_problem: expect.stringMatching(/^The person who set the times up/) })
  await owner.api.evaluationPlan.schedule(of)
  expect(await shown()).toMatchObject({ cron: '', next_at: '0', schedule_problem: '' })
})
