import { PromptMessageType, ReleaseTaskStatus, ReleaseTrigger } from '@orrery/contract/shared/prompt-enums'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'
import type { Person } from '#testing/test-app.ts'

let team: BotTeam
beforeAll(async () => {
  team = await openBotTeam()
  // Makes the editor of the team an admin: a second person who may approve.
  await team.maker.api.space.updateMember({ space_id: team.spaceId, user_id: team.editor.id, space_role_type: 2 })
})
const settings = (approval: boolean, protected_labels: string[] = []) =>
  team.maker.api.promptRelease.saveSettings({ space_id: team.spaceId, approval, protected_labels })
beforeEach(() => settings(true))

let n = 0
/** Creates a prompt with two versions, by default written by the member. */
async function create(second: object = {}, by = team.member) {
  const key = `release.${(n += 1)}`
  const message = (content: string) => ({
    prompt_text: { message_list: [{ message_type: PromptMessageType.user, content }] as never },
  })
  const { prompt_id: id } = await by.api.promptManage.create({
    space_id: team.spaceId,
    display_name: `Prompt ${n}`,
    prompt_key: key,
    prompt_input: { variables: [{ key: 'name' }] },
    ...message('Greet {{name}}'),
  })
  await by.api.promptManage.publish({ prompt_id: id, version: '1.0.0' })
  await by.api.promptManage.save({ prompt_id: id, ...message('Welcome {{name}}'), ...second })
  await by.api.promptManage.publish({ prompt_id: id, version: '2.0.0' })
  return { id, key }
}
const start = async (items: { id: string; version?: string }[], more: object = {}, who = team.member) =>
  (
    await who.api.promptReleaseTask.create({
      space_id: team.spaceId,
      release_resources: items.map(({ id, version = '2.0.0' }) => ({ prompt_id: id, prompt_version: version })),
      env: 2,
      ...more,
    })
  ).release_task_id
const task = async (id: string, who = team.member) =>
  (await who.api.promptReleaseTask.get({ release_task_id: id })).release_task
const trigger = (id: string, subtask_key: string, trigger_operation: number, who: Person, comment = '') =>
  who.api.promptReleaseTask.trigger({ release_task_id: id, subtask_key, trigger_operation, comment })
const approve = (id: string, who = team.maker) => trigger(id, 'approve', ReleaseTrigger.approve, who)
const served = async (key: string) => {
  const queries = [{ prompt_key: key, label: 'production' }]
  const ask = team.member.api.promptServe.mget({ workspace_id: team.spaceId, queries })
  return ask.then(
    ({ items }) => items[0]!.prompt.version,
    () => undefined,
  )
}
const label = { label: 'production' }
const share = { if_gray_release: true, gray_release_config: { bucket: { field: { type: 1 as const }, in_gray: 1000 } } }

describe('a release task', () => {
  test('must be approved by another person before its version is served', async () => {
    const { id, key } = await create()
    const direct = { prompt_id: id, version: '2.0.0', env: 2 as const, ...label }
    await expect(team.maker.api.promptRelease.release(direct)).rejects.toMatchObject({ status: 409 })
    const taskId = await start([{ id }], label)
    expect(await task(taskId)).toMatchObject({
      status: ReleaseTaskStatus.pendingApproval,
      current_subtask_key: 'approve',
      approvable: false,
      cancelable: true,
    })
    expect(await served(key)).toBeUndefined()
    const waiting = async (who: Person) =>
      (
        await who.api.promptReleaseTask.list({ space_id: team.spaceId, prompt_id: id, waiting_for_me: true })
      ).release_tasks.map((one) => one.id)
    expect([await waiting(team.maker), await waiting(team.member)]).toEqual([[taskId], []])
    await expect(approve(taskId, team.member)).rejects.toMatchObject({ status: 403 })
    await expect(approve(taskId, team.stranger)).rejects.toMatchObject({ status: 404 })
    await approve(taskId)
    expect(await task(taskId)).toMatchObject({
      status: ReleaseTaskStatus.finished,
      subtasks: { approve: { approval_info: { approver: team.maker.id, approval_pass: true } } },
    })
    expect(await served(key)).toBe('2.0.0')
    await expect(approve(taskId)).rejects.toMatchObject({ status: 409 })
  })
  test('cannot be approved by the people who started it or wrote its versions', async () => {
    const own = await create({}, team.maker)
    const taskId = await start([own], label, team.maker)
    await expect(approve(taskId, team.maker)).rejects.toMatchObject({ status: 403 })
    const written = await start([{ id: own.id, version: '1.0.0' }], label, team.member)
    await expect(approve(written, team.maker)).rejects.toMatchObject({ status: 403 })
    await approve(written, team.editor)
    const { approvers } = await team.maker.api.promptReleaseTask.approvers({ space_id: team.spaceId })
    expect(approvers.map((person) => person.user_id)).toEqual([team.editor.id])
  })
  test('serves nothing after a rejection, which needs a reason', async () => {
    const { id, key } = await create()
    const taskId = await start([{ id }], label)
    await expect(trigger(taskId, 'approve', ReleaseTrigger.reject, team.maker)).rejects.toMatchObject({ status: 400 })
    await trigger(taskId, 'approve', ReleaseTrigger.reject, team.maker, 'Too short')
    expect(await task(taskId)).toMatchObject({
      status: ReleaseTaskStatus.rejected,
      subtasks: { approve: { approval_info: { approval_comment: 'Too short', approval_pass: false } } },
    })
    await team.member.api.promptReleaseTask.cancel({ release_task_id: taskId })
    expect(await served(key)).toBeUndefined()
  })
  test('serves the approved version, not a later commit', async () => {
    const { id, key } = await create()
    const taskId = await start([{ id }], label)
    const prompt_text = { message_list: [{ message_type: 2, content: 'Later' }] as never }
    await team.member.api.promptManage.save({ prompt_id: id, prompt_text })
    await team.member.api.promptManage.publish({ prompt_id: id, version: '3.0.0' })
    await approve(taskId)
    expect(await served(key)).toBe('2.0.0')
  })
  test('skips approval only for an owner or admin with a reason, recorded in the audit log', async () => {
    const { id, key } = await create()
    const escape = (comment: string) => ({
      ...label,
      release_config: { approval_escape: true, approval_escape_comment: comment },
    })
    await expect(start([{ id }], escape('Urgent'))).rejects.toMatchObject({ status: 403 })
    await expect(start([{ id }], escape(' '), team.maker)).rejects.toMatchObject({ status: 400 })
    const taskId = await start([{ id }], escape('Urgent'), team.maker)
    expect(await task(taskId)).toMatchObject({
      status: ReleaseTaskStatus.finished,
      release_config: { approval_escape: true, approval_escape_comment: 'Urgent' },
    })
    expect(await served(key)).toBe('2.0.0')
    const { rows } = await team.t.infra.database.pool.query(
      "SELECT 1 FROM audit_event WHERE action = 'prompt.escape' AND target = $1",
      [id],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('spaces and people in the API of the platform', () => {
  const space = () => ({ space_id: team.spaceId })
  test('a space shows whether releases need approval, and its owner can change it', async () => {
    const api = team.maker.api.promptSpace
    await settings(false, ['stable'])
    await api.update({ ...space(), release_approval_config: { enable: true } })
    expect((await team.member.api.promptSpace.get(space())).space).toMatchObject({
      id: team.spaceId,
      name: 'Team',
      space_type: 2,
      release_approval_config: { enable: true },
    })
    expect(await team.member.api.promptRelease.settings(space())).toMatchObject({
      approval: true,
      protected_labels: ['stable'],
    })
    await expect(team.member.api.promptSpace.update({ ...space(), name: 'Mine' })).rejects.toMatchObject({
      status: 403,
    })
    const { space_id } = await api.create({ name: 'Another' })
    const { spaces } = await api.list({})
    expect(spaces.map(({ id }) => id)).toEqual(expect.arrayContaining([team.spaceId, space_id]))
  })
  test('members are listed by role; people are found only if they share a space with the caller', async () => {
    const { space_members } = await team.member.api.promptSpace.members({ ...space(), role_type: 2 })
    expect(space_members.map(({ user_info }) => user_info.user_id)).toEqual([team.member.id])
    const ids = [team.maker.id, team.stranger.id]
    const { user_infos } = await team.member.api.promptSpace.users({ user_ids: ids })
    expect(user_infos.map(({ user_id }) => user_id)).toEqual([team.maker.id])
    expect((await team.member.api.promptSpace.session({})).user_info.user_id).toBe(team.member.id)
  })
  test('models are listed with the ranges of their settings', async () => {
    const { models } = await team.member.api.promptSpace.models({})
    expect(models[0]).toMatchObject({ temperature: { name: 'temperature', min: '0' } })
  })
})

describe('the steps of a release', () => {
  beforeEach(() => settings(false))
  test('a version is served to a share of users, then to all, and can be rolled back', async () => {
    const { id, key } = await create()
    await start([{ id, version: '1.0.0' }], label)
    const taskId = await start([{ id }], { ...label, release_config: share })
    expect(await task(taskId)).toMatchObject({ status: ReleaseTaskStatus.gray, current_subtask_key: 'canary' })
    expect(await served(key)).toBe('1.0.0')
    await expect(trigger(taskId, 'canary', ReleaseTrigger.skip, team.member, 'Now')).rejects.toMatchObject({
      status: 403,
    })
    await trigger(taskId, 'canary', ReleaseTrigger.finish, team.member)
    expect(await served(key)).toBe('2.0.0')
    expect((await task(taskId)).release_resources).toMatchObject([{ prompt_pre_version: '1.0.0' }])
    await team.member.api.promptReleaseTask.rollback({ release_task_id: taskId })
    expect(await served(key)).toBe('1.0.0')
    expect((await task(taskId)).status).toBe(ReleaseTaskStatus.rolledBack)
    await expect(team.member.api.promptReleaseTask.rollback({ release_task_id: taskId })).rejects.toMatchObject({
      status: 409,
    })
  })
  test('a gray release can be rolled back; an older task cannot roll back a newer release', async () => {
    const { id, key } = await create()
    const first = await start([{ id, version: '1.0.0' }], label)
    const gray = await start([{ id }], { ...label, release_config: share })
    await team.maker.api.promptReleaseTask.rollback({ release_task_id: gray })
    const { infos } = await team.member.api.promptRelease.list({ prompt_id: id, page_size: 10, status: 4 })
    expect(infos).toEqual([])
    await start([{ id }], label)
    await expect(team.member.api.promptReleaseTask.rollback({ release_task_id: first })).rejects.toMatchObject({
      status: 409,
    })
    expect(await served(key)).toBe('2.0.0')
  })
  test('a version that would break programs fails the checks until the cause is fixed', async () => {
    const { id, key } = await create({ prompt_input: { variables: [{ key: 'name', variable_type: 4 }] } })
    await start([{ id, version: '1.0.0' }], label)
    const taskId = await start([{ id }], label)
    const found = await task(taskId)
    expect(found).toMatchObject({ status: ReleaseTaskStatus.inProgress, current_subtask_key: 'check' })
    expect(found.release_check_result.check_detail).toContainEqual(
      expect.objectContaining({
        check_type: 'variables',
        is_block: true,
        desc: expect.stringContaining('name') as string,
      }),
    )
    expect(await served(key)).toBe('1.0.0')
    await team.maker.api.promptRelease.offline({ prompt_id: id, version: '1.0.0', env: 2, ...label })
    await trigger(taskId, 'check', ReleaseTrigger.retry, team.member)
    expect(await served(key)).toBe('2.0.0')
  })
  test('several prompts are released together or not at all', async () => {
    const [a, b] = [await create(), await create()]
    // The second prompt has no served version, which a gray release needs.
    await start([{ id: a.id, version: '1.0.0' }], label)
    await expect(start([a, b], { ...label, release_config: share })).rejects.toMatchObject({ status: 409 })
    expect([await served(a.key), await served(b.key)]).toEqual(['1.0.0', undefined])
    const { infos } = await team.member.api.promptRelease.list({ prompt_id: a.id, page_size: 10, status: 4 })
    expect(infos).toEqual([])
    await start([a, b], label)
    expect([await served(a.key), await served(b.key)]).toEqual(['2.0.0', '2.0.0'])
    await expect(start([a, a], label)).rejects.toMatchObject({ status: 400 })
  })
  test('concurrent releases leave exactly one version in each serving slot', async () => {
    const { id, key } = await create()
    const tries = ['1.0.0', '2.0.0', '1.0.0', '2.0.0'].map((version) => start([{ id, version }], label))
    await Promise.allSettled(tries)
    const { infos } = await team.member.api.promptRelease.list({ prompt_id: id, page_size: 20, status: 1 })
    expect(infos).toHaveLength(1)
    expect(await served(key)).toBe(infos[0]!.version)
  })
})
