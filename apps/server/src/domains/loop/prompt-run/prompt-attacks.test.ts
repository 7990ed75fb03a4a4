import { contract } from '@orrery/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

/** Cases of the security list on what prompts are made into: runs, tasks, records and releases. */
let lab: ChatLab
let stranger: Person
let farSpace: string
beforeAll(async () => {
  lab = await openChatLab()
  stranger = await lab.t.register('stranger')
  farSpace = (await stranger.api.space.create({ name: 'Far' })).id
})
afterEach(() => lab.server.reset())

let n = 0
async function create(more: object = {}, who = lab.owner, space_id = lab.spaceId) {
  const key = `attack.${(n += 1)}`
  const { prompt_id: id } = await who.api.promptManage.create({
    space_id,
    display_name: `Attack ${n}`,
    prompt_key: key,
    prompt_text: { message_list: [{ message_type: 1, content: 'You are {{who}}' }] },
    prompt_input: { variables: [{ key: 'who' }] },
    ...(space_id === lab.spaceId && { model_config: { id: lab.modelId } }),
    ...more,
  })
  await who.api.promptManage.publish({ prompt_id: id, version: '1.0.0' })
  return { id, key }
}
async function rows(count: number, who = lab.owner, spaceID = lab.spaceId): Promise<string> {
  const fields = [{ name: 'who', contentType: 1 as const }]
  const { datasetID } = await who.api.dataset.create({ spaceID, name: `Rows ${(n += 1)}`, fields })
  const items = Array.from({ length: count }, (_, at) => ({ data: [{ name: 'who', content: `Person ${at}` }] }))
  await who.api.datasetItem.addMany({ datasetID, items })
  return datasetID
}
const statusOf = (cause: { status?: number }) => cause.status
const tried = async (id: string, more: object = {}) => {
  const { prompt } = await lab.owner.api.promptManage.get({ prompt_id: id })
  return lab.owner.api.promptRun.tryOut({ space_id: lab.spaceId, prompt: { ...prompt, id }, ...more } as never)
}

describe('security', () => {
  test('13: a run, a task, an optimisation, a release and a record of another space are not found beside an own prompt', async () => {
    const own = await create()
    const far = await create({}, stranger, farSpace)
    const dataset_id = await rows(1, stranger, farSpace)
    const { task_id: batch_id } = await stranger.api.promptBatch.start({ prompt_id: far.id, dataset_id })
    const { release_id } = await stranger.api.promptRelease.release({ prompt_id: far.id, version: '1.0.0', env: 2 })
    const { release_task_id } = await stranger.api.promptReleaseTask.create({
      space_id: farSpace,
      release_resources: [{ prompt_id: far.id, prompt_version: '1.0.0' }],
      env: 1,
    })
    const { task } = await stranger.api.promptOptimise.create({
      display_name: 'Far',
      target: { prompt: { prompt_id: far.id, prompt_version: '1.0.0' } },
    })
    const { api } = lab.owner
    const prompt_id = own.id
    const refused = [
      () => api.promptBatch.rows({ prompt_id, batch_id }),
      () => api.promptBatch.start({ prompt_id, dataset_id }),
      () => api.promptReleaseTask.get({ release_task_id }),
      () => api.promptReleaseTask.rollback({ release_task_id }),
      () => api.promptReleaseTask.cancel({ release_task_id }),
      () => api.promptReleaseTask.trigger({ release_task_id, subtask_key: 'approve', trigger_operation: 2 }),
      () => api.promptRelease.toAll({ release_id }),
      () =>
        api.promptRelease.change({ release_id, gray_release_config: { bucket: { field: { type: 1 }, in_gray: 1 } } }),
      () => api.promptOptimise.exec({ task_id: task.id }),
      () => api.promptRun.record({ prompt_id, debug_id: batch_id }),
    ]
    for (const [at, call] of refused.entries()) expect(await call().then(() => 200, statusOf), `call ${at}`).toBe(404)
    expect((await stranger.api.promptRelease.list({ prompt_id: far.id, status: 1, env: 2 })).infos).toHaveLength(1)
  })
  test('66: a tool of another space is not reached, and what a model asks for is not taken as told', async () => {
    const { mcp_server } = await stranger.api.mcp.create({
      space_id: farSpace,
      name: 'Theirs',
      description: 'A server',
    })
    const server = { mcp_server_id: mcp_server.id, name: 'Theirs', tools: [{ function: { name: 'echo' } }] }
    const { id } = await create()
    const refusal = await tried(id, { prompt: { id, mcp_servers: [server] } }).then(() => 200, statusOf)
    expect([400, 404]).toContain(refusal)
    expect(lab.server.requests).toEqual([])
    // A name that nobody defined ends the run with the call at hand: it is not carried out.
    lab.server.script(calls({ id: 'c1', name: 'drop_tables', arguments: '{"all":true}' }))
    const { item } = await tried(id)
    expect(JSON.stringify(item)).toContain('drop_tables')
    expect(lab.server.requests).toHaveLength(1)
  })
  test('67: a model that is out of order, or says too much, ends clearly and is kept within bounds', async () => {
    const { id } = await create()
    for (const status of [429, 500]) {
      lab.server.reset()
      lab.server.script(...Array.from({ length: 20 }, () => refuses(status, 'busy')))
      const outcome = await tried(id).then(() => 200, statusOf)
      expect(outcome).toBeGreaterThanOrEqual(400)
      expect(lab.server.requests.length).toBeLessThan(10)
    }
    lab.server.reset()
    lab.server.script(says('x'.repeat(2_000_000)))
    const dataset_id = await rows(1)
    const { task_id } = await lab.owner.api.promptBatch.start({ prompt_id: id, dataset_id })
    await lab.t.services.promptBatches.run(task_id)
    const read = () => lab.owner.api.promptBatch.rows({ prompt_id: id, batch_id: task_id })
    await expect.poll(async () => (await read()).batch.status).toBe('done')
    expect(JSON.stringify(await read()).length).toBeLessThan(200_000)
  })
  test('81: forged cursors and those of others give own rows or a refusal', async () => {
    const { id } = await create()
    const far = await create({}, stranger, farSpace)
    await stranger.api.promptRelease.release({ prompt_id: far.id, version: '1.0.0', env: 2 })
    const { infos } = await stranger.api.promptRelease.list({ prompt_id: far.id })
    const { api } = lab.owner
    const forged = [infos[0]!.id, '-1', '1.5', 'x', "1' OR '1'='1", '9'.repeat(19), '9'.repeat(25)]
    for (const cursor of forged) {
      const pages = [
        () => api.promptManage.versions({ prompt_id: id, cursor } as never),
        () => api.promptRelease.list({ prompt_id: id, cursor }),
        () => api.promptRun.history({ prompt_id: id, cursor }),
        () => api.promptMembers.search({ name_like: 's', page_token: cursor, page_size: 10 }),
      ]
      for (const [at, page] of pages.entries()) {
        const outcome = await page().then(
          (found) =>
            JSON.stringify(found).includes(far.id) || /stranger/.test(JSON.stringify(found)) ? 'theirs' : 'own',
          statusOf,
        )
        expect(['own', 400], `${cursor} on page ${at}`).toContain(outcome)
      }
    }
  })
  test('81: numbers that are too great for an id are refused in texts, and at the door that is open to all', async () => {
    const { id } = await create()
    const content = `<cozeloop_snippet>id=${'9'.repeat(19)}&version=</cozeloop_snippet>`
    const saved = { prompt_id: id, prompt_text: { message_list: [{ message_type: 1 as const, content }] } }
    const outcomes = [
      await lab.owner.api.promptManage.save(saved).then(() => 200, statusOf),
      await lab.owner.api.promptManage.publish({ prompt_id: id, version: '2.0.0' }).then(() => 200, statusOf),
      await lab.owner.api.promptMembers.info({ user_id: '9'.repeat(19) }).then(() => 200, statusOf),
    ]
    expect(outcomes.filter((status) => status! >= 500)).toEqual([])
    const callback = '/api/devops/prompt_platform/v1/platform/lark_card_callback'
    const { status } = await lab.t.request(`${callback}?space_id=${'9'.repeat(19)}`, { method: 'POST', body: '{}' })
    expect(status).toBeLessThan(500)
  })
  test('83: a dataset that goes away under a run stops the run, and says so', async () => {
    const { id } = await create()
    const dataset_id = await rows(3)
    const { task_id } = await lab.owner.api.promptBatch.start({ prompt_id: id, dataset_id })
    const removal = await lab.owner.api.dataset.remove({ datasetID: dataset_id } as never).then(() => 200, statusOf)
    expect([200, 409]).toContain(removal)
    lab.server.script(...Array.from({ length: 10 }, () => says('ok')))
    await lab.t.services.promptBatches.run(task_id)
    const read = () => lab.owner.api.promptBatch.rows({ prompt_id: id, batch_id: task_id })
    await expect.poll(async () => (await read()).batch.status).not.toBe('open')
    // Another prompt cannot be run over it any more.
    if (removal === 200) {
      const again = lab.owner.api.promptBatch.start({ prompt_id: id, dataset_id })
      await expect(again).rejects.toMatchObject({ status: 404 })
    }
  })
  test('16: of all calls on prompts a tester is let through to those that ask for a look alone', async () => {
    const tester = await lab.t.register('tester')
    const { api } = lab.owner
    const space_id = lab.spaceId
    await api.space.addMembers({ space_id, member_info_list: [{ user_id: tester.id }] })
    await api.space.updateMember({ space_id, user_id: tester.id, space_role_type: 3, is_tester: true })
    const { id } = await create()
    const ids: Partial<Record<string, string>> = { space: space_id, prompt: id }
    const groups = Object.entries(contract).filter(([name]) => name.startsWith('prompt'))
    const rules = groups.flatMap(([group, ops]) =>
      Object.entries(ops as Record<string, { access: unknown }>).flatMap(([name, { access }]) => {
        const rule = access as { on?: string; can?: string }
        return rule.can && rule.can !== 'view' ? [{ call: `${group}.${name}`, on: rule.on!, can: rule.can }] : []
      }),
    )
    expect(rules.length).toBeGreaterThan(35)
    for (const { call, on, can } of rules) {
      // Tasks, releases and runs are as open as the prompt that they belong to.
      const kind = on === 'space' ? 'space' : 'prompt'
      const isOpen = await lab.t.services.access.canUser(tester.id, kind, ids[kind]!, can as never)
      expect(isOpen, call).toBe(false)
    }
    // What asks for a look and changes something all the same decides for itself.
    const sign = await create({ prompt_type: 4 })
    const uses = [{ prompt_id: id, version: '1.0.0' }]
    const refused = [
      () => tester.api.promptSegment.updateUses({ prompt_id: sign.id, version: '1.0.0', uses }),
      () => tester.api.promptManage.clone({ prompt_id: id, dest_prompt_key: 'copy', dest_display_name: 'Copy' }),
    ]
    for (const call of refused) expect(await call().then(() => 200, statusOf)).toBe(403)
  })
})
