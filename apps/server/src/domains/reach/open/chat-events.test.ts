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

test('a chat with the published bot starts the workflow that watches it, with ids and no content', async () => {
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
  // A chat with the draft triggers nothing.
  await lab.ask(botId, 'preview', { draft_mode: true })
  await lab.t.services.triggerFiring.fireDue()
  expect(await history()).toEqual([])

  const { chat } = await ask(botId)
  await expect
    .poll(async () => {
      await lab.t.services.triggerFiring.fireDue()
      return (await history()).map((item) => item.status)
    })
    .toEqual([2])
  const [fired] = await history()
  expect(fired!.output).toBe(JSON.stringify({ output: `Hello chat ${chat.id} of ${botId}` }))
  const { rows } = await lab.t.infra.database.pool.query<{ input: string }>(
    'SELECT input FROM workflow_run WHERE id = $1',
    [fired!.execute_id],
  )
  expect(rows[0]!.input).not.toContain('secret question')
})

test('a turn that a program starts while it records a trace is placed below the calling span', async () => {
  const bot = await lab.publishedBot()
  lab.server.script(says('below'))
  const [traceId, spanId] = ['5'.repeat(32), '6'.repeat(16)]
  const headers = { authorization: `Bearer ${lab.token}`, 'content-type': 'application/json' }
  const post = (path: string, body: object, more: Record<string, string>) =>
    fetch(lab.baseURL + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const question = { role: 'user', content: 'Who calls?', content_type: 'text' }
  const asked = { bot_id: bot, user_id: 'ann', stream: true, additional_messages: [question] }
  await (await post('/v3/chat', asked, { traceparent: `00-${traceId}-${spanId}-01` })).text()
  const nanos = (ms: number) => `${lab.t.clock.now() - ms}000000`
  const span = { traceId, spanId, name: 'program', startTimeUnixNano: nanos(5000), endTimeUnixNano: nanos(0) }
  await post(
    '/v1/traces',
    { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] },
    { 'cozeloop-workspace-id': lab.spaceId },
  )
  const { spans } = await lab.owner.api.traceSearch.get({ space_id: lab.spaceId, trace_id: traceId })
  const turn = spans.find(({ kind }) => kind === 'turn')
  expect(turn).toMatchObject({ parent_id: spanId, input: 'Who calls?' })
  expect(spans.find(({ kind }) => kind === 'model')).toBeDefined()
  // It is also a separate trace in the log of its bot.
  const { traces } = await lab.owner.api.trace.list({ bot_id: bot })
  expect(traces).toHaveLength(1)
})
