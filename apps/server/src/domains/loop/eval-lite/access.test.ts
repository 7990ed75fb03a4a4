import { contract, type Op } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Api, type Person, type TestApp } from '#testing/test-app.ts'

/** Calls every operation of check-ups and comparisons as a person without access to the space or the resource. */
let t: TestApp
let owner: Person
let stranger: Person
let ours: Ids
let foreign: Ids
interface Ids {
  space_id: string
  bot_id: string
  checkup: string
  batch: string
  task: string
  dataset: string
}
const exact = {
  evaluator_type: 10_000,
  process_type: 4,
  name: 'Same',
  buildin_func_rule: { contents: ['{{reference_output}}'] },
}
const objectOf = (bot_id: string) => ({ object_type: 6, playground_coze_bot_v2: { bot_id, bot_info_type: 1 } })
/** Creates a bot with a check-up and a finished comparison. */
async function fill({ api }: Person, name: string): Promise<Ids> {
  const space_id = (await api.space.create({ name })).id
  const { bot_id } = await api.bot.create({ space_id, name })
  const { batch_task_id: checkup } = await api.checkupTask.submit({ space_id, bot_id, scene_id: '5' })
  await t.services.checkups.run(checkup)
  for (const row of await t.services.experiments.ofBatch(space_id, [checkup])) await t.services.experiments.run(row.id)
  const { id: batch } = await api.liteBatch.create({ space_id, name })
  const of = { space_id, batch_task_id: batch }
  await api.liteBatch.bindObjects({ ...of, eval_objects: [objectOf(bot_id)] })
  const { dataset_id: dataset } = await api.liteDataset.create({
    ...of,
    name,
    row_groups: [{ rows: [{ cells: ['Repeat: one', 'one'] }] }],
  })
  await api.liteBatch.setRule({ ...of, rule: exact })
  const { task_ids } = await api.liteBatch.submit(of)
  await t.services.experiments.run(task_ids[0]!)
  return { space_id, bot_id, checkup, batch, task: task_ids[0]!, dataset }
}
beforeAll(async () => {
  t = await openTestApp()
  // The first registered account becomes the instance owner.
  await t.register('instance')
  owner = await t.register('owner')
  stranger = await t.register('stranger')
  ours = await fill(owner, 'Ours')
  foreign = await fill(stranger, 'Foreign')
})

type Calls = Record<string, (api: Api, ids: Ids) => Promise<unknown>>
const ofBot = ({ space_id, bot_id }: Ids) => ({ space_id, bot_id })
const ofCheckup = ({ space_id, checkup }: Ids) => ({ space_id, batch_task_id: checkup })
const ofBatch = ({ space_id, batch }: Ids) => ({ space_id, batch_task_id: batch })
const rows = [{ rows: [{ cells: ['Repeat: two', 'two'] }] }]
const checkupCalls: Calls = {
  'checkupTask.enabled': (api, ids) => api.checkupTask.enabled(ofBot(ids)),
  'checkupTask.scenes': (api, ids) => api.checkupTask.scenes(ofBot(ids)),
  'checkupTask.submit': (api, ids) => api.checkupTask.submit(ofBot(ids)),
  'checkupTask.list': (api, ids) => api.checkupTask.list(ofBot(ids)),
  'checkupTask.statuses': (api, ids) => api.checkupTask.statuses({ ...ofBot(ids), batch_task_ids: [ids.checkup] }),
  'checkupTask.kill': (api, ids) => api.checkupTask.kill(ofCheckup(ids)),
  'checkupTask.retry': (api, ids) => api.checkupTask.retry(ofCheckup(ids)),
  'checkupTask.remove': (api, ids) => api.checkupTask.remove(ofCheckup(ids)),
  'checkupTask.versions': (api, ids) => api.checkupTask.versions(ofBot(ids)),
  'checkupTask.overall': (api, ids) => api.checkupTask.overall(ofBot(ids)),
  'checkupTask.scores': (api, ids) => api.checkupTask.scores(ofBot(ids)),
  'checkupTask.detail': (api, ids) => api.checkupTask.detail(ofBot(ids)),
  'checkupTask.filterMeta': (api, ids) => api.checkupTask.filterMeta(ofBot(ids)),
}
const batchCalls: Calls = {
  'liteBatch.bindObjects': (api, ids) => api.liteBatch.bindObjects({ ...ofBatch(ids), eval_objects: [] }),
  'liteBatch.forecast': (api, ids) => api.liteBatch.forecast({ ...ofBatch(ids), credits_check_type: 3 }),
  'liteBatch.update': (api, ids) => api.liteBatch.update({ ...ofBatch(ids), name: 'Theirs' }),
  'liteBatch.submit': (api, ids) => api.liteBatch.submit(ofBatch(ids)),
  'liteBatch.kill': (api, ids) => api.liteBatch.kill(ofBatch(ids)),
  'liteBatch.retry': (api, ids) => api.liteBatch.retry(ofBatch(ids)),
  'liteBatch.clone': (api, ids) => api.liteBatch.clone({ space_id: ids.space_id, source_batch_task_id: ids.batch }),
  'liteBatch.get': (api, ids) => api.liteBatch.get(ofBatch(ids)),
  'liteBatch.remove': (api, ids) => api.liteBatch.remove(ofBatch(ids)),
  'liteBatch.rows': (api, ids) => api.liteBatch.rows({ ...ofBatch(ids), task_id: ids.task }),
  'liteBatch.setRule': (api, ids) => api.liteBatch.setRule({ ...ofBatch(ids), rule: exact }),
  'liteDataset.create': (api, ids) => api.liteDataset.create({ ...ofBatch(ids), row_groups: rows }),
  'liteDataset.bind': (api, ids) => api.liteDataset.bind({ ...ofBatch(ids), dataset_id: '101' }),
  'liteDataset.clear': (api, ids) => api.liteDataset.clear(ofBatch(ids)),
  'liteDataset.testRows': (api, ids) => api.liteDataset.testRows(ofBatch(ids)),
  'liteDataset.remove': (api, ids) => api.liteDataset.remove({ ...ofBatch(ids), dataset_id: ids.dataset }),
  'liteDataset.rows': (api, { space_id, dataset }) => api.liteDataset.rows({ space_id, dataset_id: dataset }),
  'liteDataset.addRows': (api, { space_id, dataset }) =>
    api.liteDataset.addRows({ space_id, dataset_id: dataset, row_groups: rows }),
}
/** Calls scoped to a space only: they take no id from another space, or skip such ids in their answers. */
const spaceCalls: Calls = {
  'liteBatch.operable': (api, ids) => api.liteBatch.operable({ space_id: ids.space_id, bot_ids: [ids.bot_id] }),
  'liteBatch.create': (api, { space_id }) => api.liteBatch.create({ space_id }),
  'liteBatch.list': (api, { space_id }) => api.liteBatch.list({ space_id }),
  'liteBatch.progress': (api, { space_id, batch }) => api.liteBatch.progress({ space_id, batch_task_ids: [batch] }),
  'liteBatch.judges': (api, { space_id }) => api.liteBatch.judges({ space_id, limit: 5 }),
  'liteBatch.rewrite': (api, { space_id }) => api.liteBatch.rewrite({ space_id, prompt: 'Is {{output}} right?' }),
  'liteDataset.list': (api, { space_id }) => api.liteDataset.list({ space_id }),
}
const setup = (api: Api) => api.checkupTask.setup({ config: { setup_mode: 3, read_config: {} } })
/** Returns the HTTP status of a call; a streamed answer resolves to a Response. */
const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    (given) => (given instanceof Response ? given.status : 200),
    (cause: { status: number }) => cause.status,
  )
/** Everything in a space that these calls could change. */
async function stateOf({ space_id, bot_id, checkup, batch, dataset }: Ids) {
  const { api } = owner
  const [task, comparison, set, all] = await Promise.all([
    api.checkupTask.overall({ space_id, bot_id, batch_task_id: checkup }),
    api.liteBatch.get({ space_id, batch_task_id: batch }),
    api.liteDataset.rows({ space_id, dataset_id: dataset }),
    api.liteBatch.list({ space_id }),
  ])
  return { task, comparison, set, all, checkups: await api.checkupTask.list({ space_id, bot_id }) }
}

test('the lists below cover every check-up and comparison call', () => {
  const known = Object.entries(contract).flatMap(([domain, ops]) =>
    Object.entries(ops as Record<string, Op>)
      .filter(([, op]) => op.routes.some(({ path }) => path.startsWith('/api/devops/coze_evaluation/')))
      .map(([name]) => `${domain}.${name}`),
  )
  const named = [checkupCalls, batchCalls, spaceCalls].flatMap((calls) => Object.keys(calls))
  expect([...named, 'checkupTask.setup'].toSorted()).toEqual(known.toSorted())
  expect(known).toHaveLength(39)
})

test('an outsider gets 404 for every call on a space and changes nothing', async () => {
  const before = await stateOf(ours)
  const found: string[] = []
  for (const [name, call] of Object.entries({ ...checkupCalls, ...batchCalls, ...spaceCalls })) {
    const status = await statusOf(call(stranger.api, ours))
    if (status !== 404) found.push(`${name}: ${status}`)
  }
  expect(found).toEqual([])
  expect(await stateOf(ours)).toEqual(before)
})

test('ids of another space are not found in the caller’s own space', async () => {
  const before = await stateOf(ours)
  const mixed = { ...ours, space_id: foreign.space_id }
  const found: string[] = []
  for (const [name, call] of Object.entries({ ...checkupCalls, ...batchCalls })) {
    const status = await statusOf(call(stranger.api, mixed))
    if (status !== 404) found.push(`${name}: ${status}`)
  }
  expect(found).toEqual([])
  const { api } = stranger
  expect(await api.liteBatch.operable({ space_id: foreign.space_id, bot_ids: [ours.bot_id] })).toMatchObject({
    operable_bot_ids: [],
  })
  expect(await api.liteBatch.progress({ space_id: foreign.space_id, batch_task_ids: [ours.batch] })).toMatchObject({
    coze_batch_task_progress: [],
  })
  // A comparison of the stranger does not give access to an experiment of the owner.
  const two = { space_id: foreign.space_id, batch_task_id: foreign.batch, task_id: ours.task }
  await expect(api.liteBatch.rows(two)).rejects.toMatchObject({ status: 404 })
  const { id } = await api.liteBatch.create({ space_id: foreign.space_id })
  const draft = { space_id: foreign.space_id, batch_task_id: id }
  await expect(
    api.liteBatch.bindObjects({ ...draft, eval_objects: [objectOf(foreign.bot_id), objectOf(ours.bot_id)] }),
  ).rejects.toMatchObject({ code: ErrorCode.evalTarget.noSource })
  await expect(api.liteDataset.bind({ ...draft, dataset_id: ours.dataset })).rejects.toMatchObject({ status: 404 })
  expect((await api.liteBatch.get(draft)).coze_batch_task.coze_batch_task_meta).toMatchObject({
    eval_objects: [],
    datasets: [],
  })
  expect(await stateOf(ours)).toEqual(before)
})

test('members see and start check-ups and comparisons, but cannot stop or delete those of others', async () => {
  const member = await t.register('member')
  const { space_id, bot_id, batch, checkup } = ours
  await owner.api.space.addMembers({
    space_id,
    member_info_list: [{ user_id: member.id, space_role_type: 3 }],
  } as never)
  expect((await member.api.checkupTask.overall({ space_id, bot_id })).overall!.batch_task_id).toBe(checkup)
  expect((await member.api.liteBatch.get({ space_id, batch_task_id: batch })).coze_batch_task).toBeDefined()
  const { batch_task_id } = await member.api.checkupTask.submit({ space_id, bot_id, scene_id: '5' })
  await member.api.checkupTask.kill({ space_id, batch_task_id })
  await expect(member.api.checkupTask.remove({ space_id, batch_task_id: checkup })).rejects.toMatchObject({
    status: 403,
  })
  await expect(member.api.liteBatch.remove({ space_id, batch_task_id: batch })).rejects.toMatchObject({ status: 403 })
  await member.api.checkupTask.remove({ space_id, batch_task_id })
  expect((await owner.api.checkupTask.list({ space_id, bot_id })).batch_tasks.map((one) => one.batch_task_id)).toEqual([
    checkup,
  ])
})

test('only the instance owner may change the built-in questions', async () => {
  for (const { api } of [owner, stranger])
    await expect(setup(api)).rejects.toMatchObject({ status: 404, code: ErrorCode.checkup.noSetup })
})
