import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { eventsOf, type ReadEvent } from '#testing/read-events.ts'
import { says } from '#testing/scripted-model.ts'
import { answerNode, canvas, edge, literal, param, ref, startNode } from '#testing/workflow-canvas.ts'
import { createSentMessages } from './sent-messages.ts'

/** Clients that reconnect to a run get the rest of its messages, and nothing twice. */
let lab: ChatLab
let workflow_id: string
beforeAll(async () => {
  lab = await openChatLab()
  const model = {
    id: '2',
    type: '3',
    meta: { position: { x: 0, y: 0 } },
    data: {
      nodeMeta: { title: 'Write' },
      inputs: {
        inputParameters: [param('input', ref('100001', 'input'))],
        llmParam: [
          param('modelType', literal(lab.modelId, 'integer')),
          param('prompt', literal('{{input}}')),
          param('systemPrompt', literal('')),
          param('responseFormat', literal('0', 'integer')),
          param('enableChatHistory', literal(false, 'boolean')),
        ],
      },
      outputs: [{ name: 'output', type: 'string' }],
    },
  }
  const schema = canvas(
    [startNode(), model, answerNode([param('o', ref('2', 'output'))], '{{o}}')],
    [edge('100001', '2'), edge('2', '900001')],
  )
  workflow_id = (await lab.owner.api.workflow.create({ name: 'Writer', space_id: lab.spaceId })).workflow_id
  await lab.owner.api.workflow.save({ workflow_id, schema })
})
afterEach(() => lab.server.reset())

const begin = async () =>
  (await lab.owner.api.workflowRun.test({ workflow_id, input: { input: 'x' } })).execute_id as string
const listen = (execute_id: string, after = '') =>
  lab.owner.api.workflowEditor.runEvents(
    { workflow_id, execute_id },
    after ? { headers: { 'last-event-id': after } } : {},
  )
const textOf = ({ data }: ReadEvent) => (data as { text: string }).text
/** Reads events until a text was received, or until the end. */
async function hear(response: Response, until?: string) {
  const heard: ReadEvent[] = []
  for await (const event of eventsOf(response)) {
    if (event.event === 'message') heard.push(event)
    if (until && heard.map(textOf).join('') === until) break
  }
  return { text: heard.map(textOf).join(''), last: heard.at(-1)?.id ?? '' }
}
const kept = async (id: string) =>
  (
    await lab.t.infra.database.pool.query<{ content: string }>(
      'SELECT content FROM workflow_run_text WHERE run_id = $1',
      [id],
    )
  ).rows.map((row) => row.content)

describe('a client that reconnects', () => {
  test('to the same process receives the rest', async () => {
    const gate = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ text: 'Good ' }, { until: gate.promise }, { text: 'morning' }, { finish: 'stop' }] })
    const id = await begin()
    const first = await hear(await listen(id), 'Good ')
    expect(first.text).toBe('Good ')
    const again = await listen(id, first.last)
    gate.resolve()
    expect((await hear(again)).text).toBe('morning')
    // After the end, the same event id returns the same rest, and no event id returns everything.
    expect((await hear(await listen(id, first.last))).text).toBe('morning')
    expect((await hear(await listen(id))).text).toBe('Good morning')
  })

  test('after another process has taken over receives the rest, and nothing twice', async () => {
    const gate = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ text: 'Good ' }, { until: gate.promise }] }, says('Go', 'od mor', 'ning'))
    const id = await begin()
    const first = await hear(await listen(id), 'Good ')
    await expect.poll(() => kept(id)).toEqual(['Good '])
    await lab.t.infra.database.pool.query(
      "UPDATE workflow_run SET lease_owner = 'dead', lease_until = now() - interval '1 minute' WHERE id = $1",
      [id],
    )
    expect(await lab.t.services.runLoop.sweep()).toBe(1)
    expect((await hear(await listen(id, first.last))).text).toBe('morning')
    expect(await kept(id)).toEqual(['Good morning'])
    gate.resolve()
  })

  test('and has received more than was stored continues from its own position', async () => {
    const gate = Promise.withResolvers<void>()
    lab.server.script({ steps: [{ text: 'Good ' }, { until: gate.promise }, { text: 'morning' }, { finish: 'stop' }] })
    const id = await begin()
    await hear(await listen(id), 'Good ')
    const ahead = await listen(id, '7@900001')
    gate.resolve()
    expect((await hear(ahead)).text).toBe('rning')
  })
})

test('pieces that were already sent are left out', () => {
  const piece = (text: string, offset: number, finish = false) =>
    ({ type: 'message', path: '5', nodeId: '5', title: 'Say', depth: 0, text, offset, finish, seq: 0 }) as Parameters<
      ReturnType<typeof createSentMessages>['take']
    >[0]
  const messages = createSentMessages([{ path: '5', nodeId: '5', title: 'Say', text: 'Good ', isDone: false }])
  expect(messages.take(piece('Go', 0))).toBeUndefined()
  expect(messages.take(piece('od mor', 2))).toMatchObject({ text: 'mor', offset: 5 })
  expect(messages.take(piece('ning', 8, true))).toMatchObject({ text: 'ning', offset: 8, finish: true })
  expect(messages.take(piece('ning', 8, true))).toBeUndefined()
  expect(messages.unsaved()).toEqual([
    { path: '5', nodeId: '5', title: 'Say', text: 'Good morning', isDone: true, place: 0 },
  ])
  expect(messages.hasUnsaved()).toBe(false)
})
