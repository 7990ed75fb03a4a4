import { contract } from '@orrery/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, refuses, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

/** Attacks on prompts, numbered as in the list of attacks: runs, tasks, records and releases. */
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
  test('13: a run, task, optimisation, release or record of another space is not found, even with an own prompt', async () => {
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
  test('66: a tool of another space is not called, and undefined tools requested by a model are not run', async () => {
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
    // A call of an undefined tool ends the run with the call in the answer; it is not run.
    lab.server.script(calls({ id: 'c1', name: 'drop_tables', arguments: '{"all":true}' }))
    const { item } = await tried(id)
    expect(JSON.stringify(item)).toContain('drop_tables')
    expect(lab.server.requests).toHaveLength(1)
  })
  test('67: a failing model is retried only a few times, and long answers are cut', async () => {
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
  test('81: forged and foreign cursors give the caller’s own rows or an error', async () => {
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
  test('81: ids that are too large cause no server error, in texts or in the public callback', async () => {
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
  test('83: a run ends when its dataset is deleted', async () => {
    const { id } = await create()
    const dataset_id = await rows(3)
    const { task_id } = await lab.owner.api.promptBatch.start({ prompt_id: id, dataset_id })
    const removal = await lab.owner.api.dataset.remove({ datasetID: dataset_id } as never).then(() => 200, statusOf)
    expect([200, 409]).toContain(removal)
    lab.server.script(...Array.from({ length: 10 }, () => says('ok')))
    await lab.t.services.promptBatches.run(task_id)
    const read = () => lab.owner.api.promptBatch.rows({ prompt_id: id, batch_id: task_id })
    await expect.poll(async () => (await read()).batch.status).not.toBe('open')
    // No run can be started over the deleted dataset.
    if (removal === 200) {
      const again = lab.owner.api.promptBatch.start({ prompt_id: id, dataset_id })
      await expect(again).rejects.toMatchObject({ status: 404 })
    }
  })
  test('16: of all calls on prompts, a tester may make only those that need the view right', async () => {
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
      // Tasks, releases and runs have the access rules of their prompt.
      const kind = on === 'space' ? 'space' : 'prompt'
      const isOpen = await lab.t.services.access.canUser(tester.id, kind, ids[kind]!, can as never)
      expect(isOpen, call).toBe(false)
    }
    // Some calls need only the view right but change something: they check the rights themselves.
    const sign = await create({ prompt_type: 4 })
    const uses = [{ prompt_id: id, version: '1.0.0' }]
    const refused = [
      () => tester.api.promptSegment.updateUses({ prompt_id: sign.id, version: '1.0.0', uses }),
      () => tester.api.promptManage.clone({ prompt_id: id, dest_prompt_key: 'copy', dest_display_name: 'Copy' }),
    ]
    for (const call of refused) expect(await call().then(() => 200, statusOf)).toBe(403)
  })
})
