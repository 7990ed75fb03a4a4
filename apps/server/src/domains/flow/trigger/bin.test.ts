import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { openTriggerLab, type TriggerLab } from '#testing/trigger-lab.ts'

let lab: TriggerLab
beforeAll(async () => {
  lab = await openTriggerLab()
})
const remove = (workflow_id: string) => lab.me.api.workflow.remove({ workflow_id, space_id: lab.spaceId })
const restore = (res_id: string) => lab.me.api.bin.restore({ space_id: lab.spaceId, res_id })
const missing = { status: 404 }

test('a webhook of a workflow in the bin answers like a missing one, for test calls too', async () => {
  const id = await lab.published()
  const { trigger_id, secret, webhook_url } = await lab.save(id, 'webhook', { auth: 'token' })
  const { pathname } = new URL(webhook_url)
  const headers = { authorization: `Bearer ${secret}` }
  const send = async (path: string) => {
    const response = await lab.t.request(path, { method: 'POST', body: '{"input":"bin"}', headers })
    const { code, msg } = (await response.json()) as { code: number; msg: string }
    return { status: response.status, code, msg }
  }
  await lab.me.api.workflowTrigger.listen({ trigger_id })
  await remove(id)
  const none = { webhook: await send('/api/workflow_hook/1'), test: await send('/api/workflow_hook/1/test') }
  expect([await send(pathname), await send(`${pathname}/test`)]).toEqual([none.webhook, none.test])
  expect(none.webhook.status).toBe(404)
  await expect(lab.me.api.workflowTrigger.rotate({ trigger_id })).rejects.toMatchObject(missing)
  await expect(lab.history(trigger_id)).rejects.toMatchObject(missing)
  await restore(id)
  expect(await lab.history(trigger_id)).toEqual([])
  expect((await send(`${pathname}/test`)).status).toBe(200)
  expect((await send(pathname)).status).toBe(200)
  await lab.ended(trigger_id, 2)
})

test('a form of a workflow in the bin answers like a missing one', async () => {
  const id = await lab.published()
  const { trigger_id, form_url } = await lab.save(id, 'form', { title: 'Join us' })
  const key = form_url.split('/').at(-1)!
  const { workflowForm: forms } = lab.t.anonymous
  const submit = () => forms.submit({ key, submission: randomUUID(), values: { input: 'Ann' } })
  const none = await forms.get({ key: 'none' }).catch((cause: Error) => cause.message)
  await remove(id)
  await expect(forms.get({ key })).rejects.toMatchObject({ ...missing, message: none })
  await expect(submit()).rejects.toMatchObject({ ...missing, message: none })
  await restore(id)
  expect((await forms.get({ key })).title).toBe('Join us')
  await submit()
  await lab.ended(trigger_id, 2)
})

test('an event that happens while a workflow is in the bin does not start the workflow after a restore', async () => {
  const [source, id] = [await lab.published(), await lab.published()]
  const event = { event: 'run.succeeded', sourceId: source }
  const { trigger_id } = await lab.save(id, 'event', event, { payload: '{"input":"event"}' })
  const clock = await lab.save(source, 'schedule', { cron: '0 0 1 1 *' }, { payload: '{"input":"source"}' })
  const happen = () => lab.me.api.workflowTrigger.fire({ trigger_id: clock.trigger_id })
  const waiting = async () =>
    (await lab.t.infra.database.pool.query('SELECT 1 FROM trigger_event WHERE trigger_id = $1', [trigger_id])).rowCount
  await remove(id)
  await happen()
  await lab.ended(clock.trigger_id, 2)
  await lab.t.services.triggerFiring.fireDue()
  expect(await waiting()).toBe(0)
  await restore(id)
  expect(await lab.history(trigger_id)).toEqual([])
  await happen()
  await expect
    .poll(async () => {
      await lab.t.services.triggerFiring.fireDue()
      return (await lab.history(trigger_id)).map((item) => item.status)
    })
    .toEqual([2])
})
