import { beforeAll, expect, test } from 'vitest'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { greeting } from '#testing/workflow-canvas.ts'

let lab: OpenLab
beforeAll(async () => {
  lab = await openOpenLab()
})
const ask = (botId: string) =>
  lab.coze.chat.createAndPoll({
    bot_id: botId,
    user_id: 'visitor',
    additional_messages: [{ role: 'user' as never, content: 'my secret question', content_type: 'text' }],
  })

test('a chat with the published bot starts the workflow that waits for it, with ids and no content', async () => {
  const { api } = lab.owner
  const botId = await lab.publishedBot()
  const { workflow_id } = await api.workflow.create({ name: 'Counter', space_id: lab.spaceId })
  await api.workflow.save({ workflow_id, schema: greeting() })
  await api.workflowVersion.publish({ workflow_id, force: true })
  const { trigger_id } = await api.workflowTrigger.save({
    workflow_id,
    event_id: 'event',
    config: JSON.stringify({ event: 'chat.completed', sourceId: botId }),
    payload: '{"input":"chat {{chat_id}} of {{bot_id}}"}',
  })
  const history = async () => (await api.workflowTrigger.history({ trigger_id })).list
  lab.server.script(says('tried'), says('Fine'))
  // Who tries out the draft is left alone.
  await lab.ask(botId, 'preview', { draft_mode: true })
  await lab.t.services.triggerFiring.fireDue()
  expect(await history()).toEqual([])

  const { chat } = await ask(botId)
  await expect
    .poll(
      async () => {
        await lab.t.services.triggerFiring.fireDue()
        return (await history()).map((item) => item.status)
      },
      { timeout: 20_000 },
    )
    .toEqual([2])
  const [fired] = await history()
  expect(fired!.output).toBe(JSON.stringify({ output: `Hello chat ${chat.id} of ${botId}` }))
  const { rows } = await lab.t.infra.database.pool.query<{ input: string }>(
    'SELECT input FROM workflow_run WHERE id = $1',
    [fired!.execute_id],
  )
  expect(rows[0]!.input).not.toContain('secret question')
})
