import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { TRIGGER_LIMITS } from '@orrery/contract/shared/triggers'
import { beforeAll, describe, expect, test } from 'vitest'
import { canvas, codeNode, edge, endNode, greeting, param, ref, startNode } from '#testing/workflow-canvas.ts'
import { openTriggerLab, type TriggerLab } from '#testing/trigger-lab.ts'

let lab: TriggerLab
beforeAll(async () => {
  lab = await openTriggerLab()
})
const failing = canvas(
  [
    startNode(),
    codeNode('2', ref('100001', 'input'), 'async function main() { throw new Error("broken on purpose") }'),
    endNode([param('output', ref('2', 'result'))]),
  ],
  [edge('100001', '2'), edge('2', '900001')],
)
/** Adds a row to the table `echo`. */
const writesRow = (databaseInfoID: string) => {
  const sql = "INSERT INTO echo (item) VALUES ('again')"
  const inputs = { databaseInfoList: [{ databaseInfoID }], sql, inputParameters: [] }
  const outputs = [{ name: 'rowNum', type: 'integer' }]
  const data = { nodeMeta: { title: 'write' }, inputs, outputs }
  return canvas(
    [startNode(), { id: '2', type: '12', meta: { position: { x: 0, y: 0 } }, data }, endNode([])],
    [edge('100001', '2'), edge('2', '900001')],
  )
}

describe('events', () => {
  async function watcher(event: string, sourceId: string, payload: object, schema = greeting()) {
    const id = await lab.published(schema, 'Watcher')
    const { trigger_id } = await lab.save(id, 'event', { event, sourceId }, { payload: JSON.stringify(payload) })
    return { id, trigger_id }
  }
  async function run(workflow_id: string, input: string) {
    const { trigger_id } = await lab.save(
      workflow_id,
      'schedule',
      { cron: '0 0 1 1 *' },
      { payload: JSON.stringify({ input }) },
    )
    return lab.me.api.workflowTrigger.fire({ trigger_id })
  }

  test('the success or failure of a workflow starts another one, with the output or the error', async () => {
    const good = await lab.published()
    const bad = await lab.published(failing)
    const onGood = await watcher('run.succeeded', good, { input: 'after {{execute_id}}: {{output}}' })
    const onBad = await watcher('run.failed', bad, { input: 'mend: {{error}}' })
    const { execute_id } = await run(good, 'first')
    await run(bad, 'second')
    for (const { trigger_id } of [onGood, onBad])
      await expect
        .poll(async () => {
          await lab.t.services.triggerFiring.fireDue()
          return (await lab.history(trigger_id)).map((item) => item.status)
        })
        .toEqual([2])
    expect((await lab.history(onGood.trigger_id))[0]).toMatchObject({
      reason: 'event',
      output: JSON.stringify({ output: `Hello after ${execute_id}: {"output":"Hello first"}` }),
    })
    expect((await lab.history(onBad.trigger_id))[0]!.output).toContain('broken on purpose')
    // Neither a test run of the draft nor a run while the trigger is closed fires the trigger.
    await lab.me.api.workflowTrigger.operate({ trigger_id: onGood.trigger_id, status: 0 })
    await lab.me.api.workflowRun.test({ workflow_id: good, input: { input: 'draft' } })
    await run(good, 'third')
    await expect.poll(async () => (await lab.me.api.workflowRun.history({ workflow_id: good })).runs.length).toBe(3)
    await lab.t.services.triggerFiring.fireDue()
    expect(await lab.history(onGood.trigger_id)).toHaveLength(1)
  })
  test('are not lost when the process that took them dies, and fire once', async () => {
    const source = await lab.published()
    const { trigger_id } = await watcher('run.succeeded', source, { input: 'x' })
    await run(source, 'a')
    const events = () =>
      lab.t.infra.database.pool.query('SELECT 1 FROM trigger_event WHERE trigger_id = $1', [trigger_id])
    await expect.poll(async () => (await events()).rowCount).toBe(1)
    const other = await lab.t.another()
    await Promise.all([
      lab.t.services.triggerFiring.fireDue(),
      other.services.triggerFiring.fireDue(),
      lab.t.services.triggerFiring.fireDue(),
    ])
    expect((await events()).rowCount).toBe(0)
    expect(await lab.history(trigger_id)).toHaveLength(1)
  })
  test('of workflows that start each other stop at the depth limit', async () => {
    const [first, second] = [await lab.published(), await lab.published()]
    const triggers = [
      (await lab.save(first, 'event', { event: 'run.succeeded', sourceId: second }, { payload: '{"input":"x"}' }))
        .trigger_id,
      (await lab.save(second, 'event', { event: 'run.succeeded', sourceId: first }, { payload: '{"input":"x"}' }))
        .trigger_id,
    ]
    await run(first, 'go')
    const all = async () => (await Promise.all(triggers.map((one) => lab.history(one)))).flat()
    await expect
      .poll(async () => {
        await lab.t.services.triggerFiring.fireDue()
        return (await all()).filter((item) => item.status === 7).length
      })
      .toBe(1)
    expect((await all()).filter((item) => item.status !== 7)).toHaveLength(TRIGGER_LIMITS.eventDepth)
    await expect(lab.save(first, 'event', { event: 'run.failed', sourceId: first })).rejects.toMatchObject({
      status: 400,
    })
  })
  test('a document that was ingested starts a workflow', async () => {
    const { dataset_id } = await lab.me.api.knowledge.create({ space_id: lab.spaceId, name: 'Notes', format_type: 0 })
    const { trigger_id } = await watcher('document.ready', dataset_id, { input: 'read {{name}}' })
    const file = { file_base64: Buffer.from('Tea is at four.').toString('base64'), file_type: 'md' }
    await lab.me.api.knowledge.createDocument({ dataset_id, document_bases: [{ name: 'tea.md', source_info: file }] })
    await lab.t.services.knowledgeIngest.drain()
    await lab.t.services.triggerFiring.fireDue()
    await lab.ended(trigger_id, 2)
    expect((await lab.history(trigger_id))[0]!.output).toBe('{"output":"Hello read tea.md"}')
  })
  test('rows of live data start a workflow when they are created, changed and deleted; test data does not', async () => {
    const { database_info: table } = await lab.me.api.database.add({
      space_id: lab.spaceId,
      table_name: 'stock',
      field_list: [{ name: 'item' }],
      rw_mode: 3,
    })
    const heard = async ({ trigger_id }: { trigger_id: string }) => {
      await lab.t.services.triggerFiring.fireDue()
      return (await lab.history(trigger_id)).map((item) => item.output)
    }
    const watchers = {
      created: await watcher('row.created', table.id, { input: 'new {{row.item}}' }),
      changed: await watcher('row.changed', table.id, { input: 'now {{row.item}}' }),
      deleted: await watcher('row.deleted', table.id, { input: 'gone {{row.item}}' }),
    }
    const edit = (change: object, table_type = 2) =>
      lab.me.api.database.updateRecords({ database_id: table.id, table_type, ...change } as never)
    await edit({ record_data_add: [{ item: 'trial' }] }, 1)
    await edit({ record_data_add: [{ item: 'lamp' }] })
    const { data } = await lab.me.api.database.records({ database_id: table.id, table_type: 2 })
    const row = { bstudio_id: data[0]!['bstudio_id']! }
    await edit({ record_data_alter: [{ ...row, item: 'desk' }] })
    await edit({ record_data_delete: [row] })
    await expect.poll(() => heard(watchers.created)).toEqual(['{"output":"Hello new lamp"}'])
    await expect.poll(() => heard(watchers.changed)).toEqual(['{"output":"Hello now desk"}'])
    await expect.poll(() => heard(watchers.deleted)).toEqual(['{"output":"Hello gone desk"}'])
  })
  test('of a table with private rows carry the id of the row but not its content', async () => {
    const { database_info: table } = await lab.me.api.database.add({
      space_id: lab.spaceId,
      table_name: 'diary',
      field_list: [{ name: 'entry' }],
      rw_mode: 1,
    })
    const { trigger_id } = await watcher('row.created', table.id, { input: 'row {{row_id}}: {{row}}' })
    const input = { database_id: table.id, table_type: 2 as const, record_data_add: [{ entry: 'secret' }] }
    await lab.me.api.database.updateRecords(input)
    await lab.t.services.triggerFiring.fireDue()
    await lab.ended(trigger_id, 2)
    expect((await lab.history(trigger_id))[0]!.output).toMatch(/^\{"output":"Hello row \d+: "\}$/)
  })
  test('of a table that the triggered workflow itself writes to stop at the depth limit', async () => {
    const { database_info: table } = await lab.me.api.database.add({
      space_id: lab.spaceId,
      table_name: 'echo',
      field_list: [{ name: 'item' }],
      rw_mode: 3,
    })
    const { trigger_id } = await watcher('row.created', table.id, { input: 'again' }, writesRow(table.id))
    await lab.me.api.database.updateRecords({
      database_id: table.id,
      table_type: 2,
      record_data_add: [{ item: 'first' }],
    })
    const states = async () => {
      await lab.t.services.triggerFiring.fireDue()
      return (await lab.history(trigger_id)).map((item) => item.status)
    }
    await expect.poll(async () => (await states()).filter((status) => status === 7).length).toBe(1)
    expect((await states()).filter((status) => status !== 7)).toHaveLength(TRIGGER_LIMITS.eventDepth)
  })
  test('can only watch visible resources of the same space, and chats only as a publisher of the bot', async () => {
    const id = await lab.published()
    const elsewhere = (await lab.outsider.api.space.create({ name: 'Elsewhere' })).id
    const theirs = (await lab.outsider.api.workflow.create({ name: 'Theirs', space_id: elsewhere })).workflow_id
    const bot = (await lab.me.api.bot.create({ space_id: lab.spaceId, name: 'Bot' })).bot_id
    const flow = (await lab.member.api.workflow.create({ name: 'Mine', space_id: lab.spaceId })).workflow_id
    for (const sourceId of [theirs, '7', bot])
      await expect(lab.save(id, 'event', { event: 'run.failed', sourceId })).rejects.toMatchObject({
        status: 404,
        code: ErrorCode.trigger.noSource,
      })
    await expect(
      lab.save(flow, 'event', { event: 'chat.completed', sourceId: bot }, {}, lab.member),
    ).rejects.toMatchObject({
      code: ErrorCode.trigger.noSource,
    })
    await expect(lab.save(id, 'event', { event: 'moon.full', sourceId: bot })).rejects.toMatchObject({
      code: ErrorCode.trigger.badConfig,
    })
    const { trigger_id } = await lab.save(id, 'event', { event: 'chat.completed', sourceId: bot })
    expect((await lab.list(id)).find((item) => item.trigger_id === trigger_id)).toMatchObject({
      source_id: bot,
      source_name: 'Bot',
    })
  })
  test('are listed in both languages with their fields', async () => {
    const { trigger_apps } = await lab.me.api.workflowTrigger.events({ space_id: lab.spaceId })
    expect(trigger_apps.map((app) => app.app_id)).toEqual(['schedule', 'webhook', 'form', 'event'])
    const event = trigger_apps[3]!.events.find((item) => item.id === 'run.failed')!
    expect(event).toMatchObject({ name: 'A workflow failed', source_kind: 'workflow' })
    expect(JSON.parse(event.input_schema)).toMatchObject({ properties: { error: { type: 'string' } } })
    const chinese = lab.t.apiWith({ cookie: lab.me.cookie(), 'accept-language': 'zh-CN' })
    const translated = await chinese.workflowTrigger.events({ space_id: lab.spaceId, app_type: 1 })
    expect(translated.trigger_apps.map((app) => app.name)).toEqual(['Webhook', '表单', '事件'])
  })
})
