import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { ReleaseTaskStatus, ReleaseTrigger } from '@orrery/contract/shared/prompt-enums'
import { beforeAll, describe, expect, test } from 'vitest'
import { all, type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { type ChatBody, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: OpenLab
let member: Person
let datasetId: string
let evaluatorId: string
beforeAll(async () => {
  lab = await openOpenLab()
  member = await lab.t.register('member')
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
  const fields = [{ name: 'who', contentType: 1 as const }]
  const { datasetID } = await lab.owner.api.dataset.create({ spaceID: lab.spaceId, name: 'People', fields })
  const items = ['Ann', 'Bob', 'Cleo', 'Dora'].map((content) => ({ data: [{ name: 'who', content }] }))
  await lab.owner.api.datasetItem.addMany({ datasetID, items })
  datasetId = datasetID
  const code = 'function evaluate({ who, output }) { return { score: output.includes(who) ? 1 : 0 } }'
  const made = await lab.owner.api.traceTasks.createEvaluator({
    workspace_id: lab.spaceId,
    name: 'Names',
    content: { kind: 'code', language: 'javascript', code },
  })
  evaluatorId = made.evaluator_version_id
})
let n = 0
const texts = { '1.0.0': 'Greet {{who}}', '2.0.0': 'Greet nobody', '3.0.0': 'Greet {{who}} kindly' } as const
/** Creates three versions; the second one does not use the name. */
async function create() {
  const key = `gate.${(n += 1)}`
  const detail = (content: string) => ({
    prompt_text: { message_list: [{ message_type: 1 as const, content }] },
    prompt_input: { variables: [{ key: 'who' }] },
    model_config: { id: lab.modelId },
  })
  const { prompt_id: id } = await member.api.promptManage.create({
    space_id: lab.spaceId,
    display_name: `Gate ${n}`,
    prompt_key: key,
    ...detail(texts['1.0.0']),
  })
  for (const [version, text] of Object.entries(texts)) {
    if (version !== '1.0.0') await member.api.promptManage.save({ prompt_id: id, ...detail(text) })
    await member.api.promptManage.publish({ prompt_id: id, version })
  }
  return { id, key }
}
const gate = (more: object = {}) => ({ dataset_id: datasetId, evaluator_version_id: evaluatorId, ...more })
const release = async (id: string, version: string, env: 1 | 2 = 2) =>
  (
    await member.api.promptReleaseTask.create({
      space_id: lab.spaceId,
      release_resources: [{ prompt_id: id, prompt_version: version }],
      env,
      label: 'production',
    })
  ).release_task_id
const task = async (release_task_id: string) =>
  (await member.api.promptReleaseTask.get({ release_task_id })).release_task
const served = async (key: string) =>
  (
    await member.api.promptServe.mget({
      workspace_id: lab.spaceId,
      queries: [{ prompt_key: key, label: 'production' }],
    })
  ).items[0]!.prompt.version
/** Lets the fake model echo its prompt, and runs the batches until all rows are judged. */
async function judge(id: string) {
  lab.server.reset()
  lab.server.script(...Array.from({ length: 20 }, () => (body: ChatBody) => says(String(body.messages[0]!.content))))
  const { batches } = await member.api.promptBatch.list({ prompt_id: id })
  for (const batch of batches.toReversed())
    if (batch.status === 'open') await lab.t.services.promptBatches.run(batch.id)
}
const gateOf = async (taskId: string) =>
  (await task(taskId)).release_check_result.check_detail.find(({ check_type: type }) => type === 'gate')

describe('the gate of a prompt', () => {
  test('holds a release until both versions are judged, and stops a worse version', async () => {
    const { id, key } = await create()
    await lab.owner.api.promptGate.set({ space_id: lab.spaceId, prompt_id: id, gate: gate({ least: 0.5 }) })
    const first = await release(id, '1.0.0')
    expect(await task(first)).toMatchObject({
      status: ReleaseTaskStatus.inProgress,
      subtasks: { check: { status: 2 } },
    })
    await expect(served(key)).rejects.toMatchObject({ status: 404 })
    await judge(id)
    expect(await task(first)).toMatchObject({ status: ReleaseTaskStatus.finished })
    expect(await gateOf(first)).toMatchObject({ check_result: 'pass', desc: expect.stringContaining('1.00') })
    const worse = await release(id, '2.0.0')
    expect(await gateOf(worse)).toMatchObject({ check_result: 'wait', is_block: false })
    await judge(id)
    expect(await task(worse)).toMatchObject({
      status: ReleaseTaskStatus.inProgress,
      subtasks: { check: { status: 8 } },
    })
    expect(await gateOf(worse)).toMatchObject({ check_result: 'fail', is_block: true })
    expect(await served(key)).toBe('1.0.0')
    await member.api.promptReleaseTask.cancel({ release_task_id: worse })
    const better = await release(id, '3.0.0')
    await judge(id)
    expect(await task(better)).toMatchObject({ status: ReleaseTaskStatus.finished })
    expect(await served(key)).toBe('3.0.0')
    // The batch of the gate is not remembered as the person's last batch.
    expect(await member.api.promptBatch.case({ prompt_id: id })).toMatchObject({ dataset_id: '0' })
  })
  test('accepts a lower score within its margin; retrying the check judges again', async () => {
    const { id, key } = await create()
    await lab.owner.api.promptRelease.release({ prompt_id: id, version: '1.0.0', env: 2, label: 'production' })
    await lab.owner.api.promptGate.set({ space_id: lab.spaceId, prompt_id: id, gate: gate({ margin: 0.5 }) })
    const taskId = await release(id, '2.0.0')
    await judge(id)
    expect(await gateOf(taskId)).toMatchObject({ check_result: 'fail' })
    await lab.owner.api.promptGate.set({ space_id: lab.spaceId, prompt_id: id, gate: gate({ margin: 1 }) })
    const again = { release_task_id: taskId, subtask_key: 'check', trigger_operation: ReleaseTrigger.retry }
    await member.api.promptReleaseTask.trigger(again)
    await judge(id)
    expect(await task(taskId)).toMatchObject({ status: ReleaseTaskStatus.finished })
    expect(await served(key)).toBe('2.0.0')
  })
  test('cannot be bypassed in production, and does not apply to the test environment', async () => {
    const { id, key } = await create()
    await lab.owner.api.promptRelease.release({ prompt_id: id, version: '1.0.0', env: 2, label: 'production' })
    await lab.owner.api.promptGate.set({ space_id: lab.spaceId, prompt_id: id, gate: gate() })
    const gated = { status: 409, code: ErrorCode.promptPlace.gated }
    const direct = { prompt_id: id, version: '2.0.0', env: 2 as const, label: 'production' }
    await expect(lab.owner.api.promptRelease.release(direct)).rejects.toMatchObject(gated)
    const pointed = { prompt_id: id, label: 'production', version: '2.0.0' }
    await expect(lab.owner.api.promptManage.point(pointed)).rejects.toMatchObject(gated)
    const inTest = await release(id, '2.0.0', 1)
    expect(await task(inTest)).toMatchObject({ status: ReleaseTaskStatus.finished })
    expect(await served(key)).toBe('1.0.0')
  })
  test('is set by owners and admins, with a dataset and a judge of the same space', async () => {
    const { id } = await create()
    await expect(
      member.api.promptGate.set({ space_id: lab.spaceId, prompt_id: id, gate: gate() }),
    ).rejects.toMatchObject({ status: 403 })
    const set = (more: object) =>
      lab.owner.api.promptGate.set({ space_id: lab.spaceId, prompt_id: id, gate: gate(more) })
    await expect(set({ evaluator_version_id: '1' })).rejects.toMatchObject({ code: ErrorCode.promptGate.noEvaluator })
    await expect(set({ margin: 2 })).rejects.toMatchObject({ status: 400 })
    const elsewhere = (await lab.owner.api.space.create({ name: 'Elsewhere' })).id
    const fields = [{ name: 'who', contentType: 1 as const }]
    const { datasetID } = await lab.owner.api.dataset.create({ spaceID: elsewhere, name: 'Far', fields })
    await expect(set({ dataset_id: datasetID })).rejects.toMatchObject({ status: 404 })
    expect(await member.api.promptGate.get({ prompt_id: id })).not.toHaveProperty('gate')
  })
  test('fails the check if it cannot judge, and stops judging when the task is cancelled', async () => {
    const { id } = await create()
    const fields = [{ name: 'who', contentType: 1 as const }]
    const empty = await lab.owner.api.dataset.create({ spaceID: lab.spaceId, name: `Empty ${n}`, fields })
    await lab.owner.api.promptGate.set({
      space_id: lab.spaceId,
      prompt_id: id,
      gate: gate({ dataset_id: empty.datasetID }),
    })
    const taskId = await release(id, '1.0.0')
    expect(await gateOf(taskId)).toMatchObject({ check_result: 'fail' })
    await lab.owner.api.promptGate.set({ space_id: lab.spaceId, prompt_id: id, gate: gate() })
    const other = await release(id, '1.0.0')
    await member.api.promptReleaseTask.cancel({ release_task_id: other })
    const { batches } = await member.api.promptBatch.list({ prompt_id: id })
    expect(batches.map(({ status }) => status)).toEqual(['cancelled'])
  })
})

describe('a published bot that follows a prompt', () => {
  const release = (id: string, version: string, gray?: object) =>
    lab.owner.api.promptRelease.release({
      prompt_id: id,
      version,
      env: 2,
      label: 'production',
      ...(gray && { gray_release_config: gray as never }),
    })
  /** Asks one question as a user, through the API. */
  async function ask(botId: string, user_id: string, conversation_id?: string) {
    lab.server.reset()
    lab.server.script(says('ok'))
    const additional_messages = [{ role: 'user' as const, content: 'Hello', content_type: 'text' as const }]
    const question = { bot_id: botId, user_id, additional_messages, ...(conversation_id && { conversation_id }) }
    const events = (await all(lab.coze.chat.stream(question as never))) as { data?: { conversation_id?: string } }[]
    const told = String(lab.server.requests[0]?.body.messages[0]!.content ?? '')
    return { told, conversation: events.find(({ data }) => data?.conversation_id)!.data!.conversation_id! }
  }
  const follower = (key: string) =>
    lab.publishedBot({ prompt_info: { prompt: 'Own', prompt_ref: { key, label: 'production' } } })
  test('keeps its version within a conversation until the conversation is cleared or the version is rolled back', async () => {
    const { id, key } = await create()
    await release(id, '1.0.0')
    const botId = await follower(key)
    const first = await ask(botId, 'ann')
    expect(first.told).toMatch(/^Greet $/m)
    await release(id, '2.0.0')
    expect((await ask(botId, 'ann', first.conversation)).told).not.toContain('nobody')
    const second = await ask(botId, 'ann')
    expect(second.told).toContain('nobody')
    await lab.coze.conversations.clear(first.conversation)
    expect((await ask(botId, 'ann', first.conversation)).told).toContain('nobody')
    await lab.owner.api.promptRelease.rollback({ prompt_id: id, version: '2.0.0', env: 2, label: 'production' })
    for (const conversation of [first.conversation, second.conversation])
      expect((await ask(botId, 'ann', conversation)).told).not.toContain('nobody')
  })
  test('keeps its version or leaves it by the releases of its own lane, not by those of another lane', async () => {
    const { id, key } = await create()
    await release(id, '1.0.0')
    const botId = await follower(key)
    const first = await ask(botId, 'ann')
    await release(id, '2.0.0')
    const second = await ask(botId, 'ann')
    const tried = { prompt_id: id, env: 2 as const, label: 'production', feature: 'try' }
    await lab.owner.api.promptRelease.release({ ...tried, version: '1.0.0' })
    await lab.owner.api.promptRelease.offline({ ...tried, version: '1.0.0' })
    await lab.owner.api.promptRelease.release({ ...tried, version: '2.0.0' })
    expect((await ask(botId, 'ann', first.conversation)).told).not.toContain('nobody')
    await lab.owner.api.promptRelease.rollback({ prompt_id: id, version: '2.0.0', env: 2, label: 'production' })
    expect((await ask(botId, 'ann', second.conversation)).told).not.toContain('nobody')
  })
  test('records prompt key and version in its trace, and the guard counts its turns', async () => {
    const { id, key } = await create()
    await release(id, '1.0.0')
    const botId = await follower(key)
    await lab.owner.api.promptRelease.saveSettings({
      space_id: lab.spaceId,
      gray_plan: [{ share: 50, minutes: 60 }],
      guard: { error: true, min_calls: 20 },
    })
    const { release_task_id } = await member.api.promptReleaseTask.create({
      space_id: lab.spaceId,
      release_resources: [{ prompt_id: id, prompt_version: '2.0.0' }],
      env: 2,
      label: 'production',
      release_config: { if_gray_release: true },
    })
    for (let user = 0; user < 6; user += 1) await ask(botId, `guarded ${user}`)
    await lab.t.services.promptGuard.checkAll()
    const { calls_before: before, calls_now: now } = (await task(release_task_id)).subtasks['canary']!.stage!
    expect(before + now).toBe(6)
    const { rows } = await lab.t.infra.database.pool.query<{ version: string }>(
      `SELECT prompt_version AS version FROM span WHERE prompt_key = $1 AND kind = 'skill' ORDER BY started_at`,
      [key],
    )
    expect(rows.filter(({ version }) => version === '2.0.0')).toHaveLength(now)
    expect(rows).toHaveLength(6)
  })
})
