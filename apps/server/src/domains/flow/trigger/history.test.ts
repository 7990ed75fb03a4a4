import { CollaborationResource } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTriggerLab, type TriggerLab } from '#testing/trigger-lab.ts'

let lab: TriggerLab
beforeAll(async () => {
  lab = await openTriggerLab()
})
const MINUTE = 60_000

describe('schedules', () => {
  test('are previewed in their time zone', async () => {
    const { times } = await lab.me.api.workflowTrigger.preview({
      cron: '30 9 * * *',
      time_zone: 'Asia/Shanghai',
      count: 3,
    })
    expect(times).toHaveLength(3)
    for (const time of times) expect(new Date(time * 1000).toISOString()).toMatch(/T01:30:00/)
    expect(times[1]! - times[0]!).toBe(24 * 3600)
    await expect(lab.me.api.workflowTrigger.preview({ cron: 'often' })).rejects.toMatchObject({
      code: ErrorCode.trigger.badCron,
    })
  })
  test('that never occur are refused, and nothing is saved', async () => {
    const id = await lab.published()
    for (const [config, code] of [
      [{ cron: '0 0 30 2 *' }, ErrorCode.trigger.neverComes],
      [{ cron: '0 9 * * *', missed: 'sometimes' }, ErrorCode.trigger.badConfig],
    ] as const)
      await expect(lab.save(id, 'schedule', config)).rejects.toMatchObject({ status: 400, code })
    expect(await lab.list(id)).toEqual([])
  })
  test('have a history: what ran, what was missed and what could not start', async () => {
    const id = await lab.published()
    const { trigger_id } = await lab.save(
      id,
      'schedule',
      { cron: '* * * * *', missed: 'skip' },
      { payload: '{"input":"a"}' },
    )
    lab.t.clock.advance(MINUTE)
    await lab.t.services.triggerFiring.fireDue()
    await lab.ended(trigger_id, 2)
    expect((await lab.history(trigger_id))[0]).toMatchObject({
      reason: 'schedule',
      output: '{"output":"Hello a"}',
      execute_id: expect.stringMatching(/^\d+$/),
      error: '',
    })
    lab.t.clock.advance(5 * MINUTE)
    await lab.t.services.triggerFiring.fireDue()
    expect((await lab.history(trigger_id)).map((item) => item.status)).toEqual([6, 2])

    const { trigger_id: empty } = await lab.save(id, 'schedule', { cron: '* * * * *' })
    lab.t.clock.advance(MINUTE)
    await lab.t.services.triggerFiring.fireDue()
    const [refused] = await lab.history(empty, { is_failed: true })
    expect(refused).toMatchObject({ status: 7, execute_id: '', error: expect.stringContaining('"input" is missing') })
    const chinese = lab.t.apiWith({
      cookie: lab.me.cookie(),
      'accept-language': 'zh-CN',
      'x-requested-with': 'XMLHttpRequest',
    })
    expect((await chinese.workflowTrigger.history({ trigger_id: empty })).list[0]!.error).toContain('缺少必填输入')
    const row = (await lab.list(id)).find((item) => item.trigger_id === empty)!
    expect(row).toMatchObject({ last_status: 7, last_error: expect.stringContaining('missing') })
  })
})

describe('a trigger', () => {
  test('can be run by hand, even while closed, and its history records that', async () => {
    const id = await lab.published()
    const { trigger_id } = await lab.save(
      id,
      'schedule',
      { cron: '0 0 1 1 *' },
      { payload: '{"input":"now"}', status: 0 },
    )
    const { execute_id } = await lab.member.api.workflowTrigger.fire({ trigger_id })
    await lab.ended(trigger_id, 2)
    expect((await lab.history(trigger_id))[0]).toMatchObject({
      reason: 'manual',
      execute_id,
      output: '{"output":"Hello now"}',
    })
    expect((await lab.list(id))[0]).toMatchObject({ last_execute_id: execute_id, last_status: 2 })
  })
  test('of a person who left the space runs again after another person has saved it', async () => {
    const id = await lab.published()
    await lab.me.api.collaborator.add({
      resource: { id, type: CollaborationResource.workflow },
      principal: { id: lab.member.id, type: 1 },
    })
    const { trigger_id } = await lab.save(
      id,
      'schedule',
      { cron: '* * * * *' },
      { payload: '{"input":"x"}' },
      lab.member,
    )
    await lab.me.api.space.removeMember({ space_id: lab.spaceId, remove_user_id: lab.member.id })
    lab.t.clock.advance(MINUTE)
    await lab.t.services.triggerFiring.fireDue()
    expect((await lab.history(trigger_id))[0]).toMatchObject({ status: 7, error: expect.stringContaining('save it') })
    await lab.save(id, 'schedule', { cron: '* * * * *' }, { payload: '{"input":"x"}', trigger_id })
    lab.t.clock.advance(MINUTE)
    await lab.t.services.triggerFiring.fireDue()
    await expect.poll(async () => (await lab.history(trigger_id))[0]!.status).toBe(2)
    await lab.me.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: lab.member.id }] })
  })
  test('is hidden from outsiders, and only editors may rotate it', async () => {
    const id = await lab.published()
    const { trigger_id } = await lab.save(id, 'webhook', {})
    const missing = '7'
    for (const call of [
      (trigger: string) => lab.outsider.api.workflowTrigger.history({ trigger_id: trigger }),
      (trigger: string) => lab.outsider.api.workflowTrigger.fire({ trigger_id: trigger }),
      (trigger: string) => lab.outsider.api.workflowTrigger.rotate({ trigger_id: trigger }),
      (trigger: string) => lab.outsider.api.workflowTrigger.listen({ trigger_id: trigger }),
      (trigger: string) => lab.outsider.api.workflowTrigger.heard({ trigger_id: trigger }),
    ]) {
      const [theirs, none] = await Promise.all([trigger_id, missing].map((one) => call(one).catch((cause) => cause)))
      expect(theirs).toMatchObject({ status: 404 })
      expect(theirs.message).toBe(none.message)
    }
    await expect(lab.member.api.workflowTrigger.rotate({ trigger_id })).rejects.toMatchObject({ status: 403 })
  })
  test('is audited in its space when it is created, rotated and deleted', async () => {
    const id = await lab.published()
    const { trigger_id } = await lab.save(id, 'webhook', {})
    await lab.me.api.workflowTrigger.rotate({ trigger_id })
    await lab.me.api.workflowTrigger.remove({ trigger_id })
    const { rows } = await lab.t.infra.database.pool.query<{ action: string }>(
      'SELECT action FROM audit_event WHERE target = $1 AND actor_id = $2 AND space_id = $3 ORDER BY id',
      [trigger_id, lab.me.id, lab.spaceId],
    )
    expect(rows.map((row) => row.action)).toEqual(['trigger.create', 'trigger.rotate', 'trigger.remove'])
  })
  test('cannot change its kind', async () => {
    const id = await lab.published()
    const { trigger_id } = await lab.save(id, 'webhook', {})
    await expect(lab.save(id, 'form', {}, { trigger_id })).rejects.toMatchObject({ code: ErrorCode.trigger.badConfig })
  })
})
