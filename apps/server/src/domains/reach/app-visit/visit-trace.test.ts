import { ConnectorId, PublishRecordStatus } from '@orrery/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { readEvents } from '#testing/read-events.ts'
import { says } from '#testing/scripted-model.ts'
import { asking } from '#testing/workflow-canvas.ts'

/** A trace leads from the press of a visitor to the call of the model. */
let lab: ChatLab
let key: string
const node = (type: string, name: string, order: string, props: object, events: object = {}) => ({
  path: ['nodes', name],
  value: { page: 'home', parent: '', order, type, name, props, visible: '', phone: {}, events },
})
beforeAll(async () => {
  lab = await openChatLab()
  const { api } = lab.owner
  const { project_id } = await api.project.create({ space_id: lab.spaceId, name: 'Desk' })
  const { channel_map } = await api.projectInterface.create({ project_id, ui_name: 'Front desk' })
  const { workflow_id } = await api.workflow.create({ name: 'ask', space_id: lab.spaceId, project_id, flow_mode: 0 })
  await api.workflow.save({ workflow_id, schema: asking(lab.modelId) })
  const source = { kind: 'workflow', target: workflow_id, inputs: { input: '{{words.value}}' }, auto: false }
  const edits = [
    { path: ['sources', 'ask'], value: source },
    node('input', 'words', 'a', { label: 'Words' }),
    node('button', 'send', 'b', { label: 'Send' }, { click: [{ type: 'run', source: 'ask' }] }),
    node('answer', 'said', 'c', { source: 'ask' }),
  ]
  await api.projectInterface.update({
    sandbox_id: channel_map['1']!.sandbox_id,
    crdt_history: JSON.stringify(edits),
  })
  const input = { project_id, version_number: 'v1.0.0', connector_publish_config: { [ConnectorId.page]: {} } }
  const { publish_record_id } = await api.projectPublish.publish(input)
  await lab.t.services.projectPublishing.run(publish_record_id)
  const record = () => api.projectPublish.record({ project_id, publish_record_id })
  const isDone = async () => (await record()).publish_status === PublishRecordStatus.publishDone
  // The schedule of the server may already have finished it.
  await vi.waitUntil(isDone, { interval: 100 })
  const { links } = await api.share.links({ resource_id: project_id })
  key = links.find(({ connector_id }) => connector_id === ConnectorId.page)!.key
})
async function traced(used: object): Promise<{ kind: string; attributes: Record<string, unknown> }[]> {
  const { token } = await lab.t.anonymous.share.enter({ key })
  const visitor = lab.t.apiWith({ authorization: `Bearer ${token}` })
  const words = `Hello ${Math.random()}`
  lab.server.script(says('Good day.'))
  await readEvents(await visitor.appVisit.run({ key, source: 'ask', inputs: { input: words }, used } as never))
  const read = async () => {
    const { rows } = await lab.t.infra.database.pool.query<{ kind: string; attributes: Record<string, unknown> }>(
      `SELECT kind, attributes FROM span JOIN span_body USING (keep, started_at, space_id, trace_id, span_id)
       WHERE trace_id = (SELECT trace_id FROM trace_head WHERE input LIKE $1 LIMIT 1)`,
      [`%${words}%`],
    )
    return rows
  }
  // Spans are written from a queue after the run.
  await expect.poll(async () => (await read()).length).toBeGreaterThan(2)
  return read()
}

test('the press of the visitor is above the call of the model', async () => {
  const spans = await traced({ node: 'send', event: 'click' })
  expect(spans.map(({ kind }) => kind)).toContain('model')
  expect(spans.find(({ kind }) => kind === 'workflow')!.attributes).toMatchObject({
    interface_source: 'ask',
    interface_page: 'Front desk',
    interface_component: 'send',
    interface_event: 'click',
  })
})
test.each([
  ['an unknown component', { node: 'nosuch', event: 'click' }],
  ['an event that it does not have', { node: 'send', event: '<img onerror=x>' }],
  ['what every object has', { node: '__proto__', event: 'constructor' }],
])('a visitor cannot write %s into the trace', async (_, used) => {
  const { attributes } = (await traced(used)).find(({ kind }) => kind === 'workflow')!
  expect(Object.keys(attributes).filter((name) => name.startsWith('interface_'))).toEqual(['interface_source'])
})
