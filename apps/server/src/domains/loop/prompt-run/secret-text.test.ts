import { beforeAll, expect, test } from 'vitest'
import { sections } from '#domains/ground/takeout/takeout-sections.ts'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { type ChatBody, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

/** Text of a prompt with the strictest security level; after every kind of use, all tables are searched for it. */
const secret = 'The vault opens with 4711'
/** Tables that may contain the text: the prompt and its authors' work, which have the access rules of the prompt. */
const keptIn = ['batch', 'clip', 'debug', 'draft', 'optimise_call', 'optimise_run', 'version'].map(
  (name) => `prompt_${name}`,
)
let lab: ChatLab
let member: Person
let tester: Person
let id: string
let key: string
let datasetId: string
let judge: string
beforeAll(async () => {
  lab = await openChatLab()
  ;[member, tester] = [await lab.t.register('member'), await lab.t.register('tester')]
  const { api } = lab.owner
  const member_info_list = [member, tester].map(({ id: user_id }) => ({ user_id }))
  await api.space.addMembers({ space_id: lab.spaceId, member_info_list })
  await api.space.updateMember({ space_id: lab.spaceId, user_id: tester.id, space_role_type: 3, is_tester: true })
  key = 'vault'
  id = (
    await api.promptManage.create({
      space_id: lab.spaceId,
      display_name: 'Keeper',
      prompt_key: key,
      security_level: 4,
      prompt_text: { message_list: [{ message_type: 1, content: `${secret}. Greet {{who}}` }] },
      prompt_input: { variables: [{ key: 'who' }] },
      model_config: { id: lab.modelId },
    })
  ).prompt_id
  await api.promptManage.publish({ prompt_id: id, version: '1.0.0' })
  await api.promptRelease.release({ prompt_id: id, version: '1.0.0', env: 2, label: 'production' })
  const fields = [{ name: 'who', contentType: 1 as const }]
  datasetId = (await api.dataset.create({ spaceID: lab.spaceId, name: 'People', fields })).datasetID
  const items = Array.from({ length: 24 }, (_, at) => ({ data: [{ name: 'who', content: `Person ${at}` }] }))
  await api.datasetItem.addMany({ datasetID: datasetId, items })
  const code = 'function evaluate({ output }) { return { score: /Good/.test(output) ? 1 : 0 } }'
  const content = { kind: 'code' as const, language: 'javascript' as const, code }
  judge = (await api.traceTasks.createEvaluator({ workspace_id: lab.spaceId, name: 'Kind', content }))
    .evaluator_version_id
  // A fake model that keeps the secret as target, and uses it as critic and writer.
  const model = ({ messages }: ChatBody) => {
    const text = messages.map(({ content: said }) => String(said)).join('\n')
    return says(text.startsWith('Rewrite the prompt') ? `${secret}. Greet {{who}} well` : 'Hello')
  }
  lab.server.script(...Array.from({ length: 600 }, () => model))
})

test('the strictest level: after any use, the text is in no trace, list, export or search', async () => {
  const { api } = lab.owner
  const { token } = await api.token.create({ name: 'Program', duration_day: '30' })
  const execute = await lab.t.request('/v1/loop/prompts/execute', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ workspace_id: lab.spaceId, prompt_identifier: { prompt_key: key } }),
  })
  expect(execute.status).toBe(200)
  const { prompt } = await api.promptManage.get({ prompt_id: id, version: '1.0.0' })
  await api.promptRun.tryOut({ space_id: lab.spaceId, prompt: { ...prompt, id } } as never)
  const { task_id } = await api.promptBatch.start({
    prompt_id: id,
    dataset_id: datasetId,
    evaluator_version_id: judge,
  })
  await lab.t.services.promptBatches.run(task_id)
  await expect
    .poll(async () => (await api.promptBatch.rows({ prompt_id: id, batch_id: task_id })).batch.status)
    .toBe('done')
  const { task } = await api.promptOptimise.create({
    display_name: 'Better',
    target: { prompt: { prompt_id: id, prompt_version: '1.0.0' } },
    annotated_dataset: { dataset_id: datasetId },
    eval_strategy: { strategy: 2, evaluator_version_id: judge },
    budget: { calls: 200 },
  })
  const { execution } = await api.promptOptimise.exec({ task_id: task.id })
  await lab.t.services.promptOptimiser.run(execution.id)
  const ran = { task_id: task.id, execution_id: execution.id }
  await expect.poll(async () => (await api.promptOptimise.run(ran)).execution.status).toBe(5)
  const botId = await lab.createBot({ prompt_info: { prompt: 'Own', prompt_ref: { key, label: 'production' } } })
  await lab.ask(botId, 'Hello')
  await api.bundle.export({ space_id: lab.spaceId, ids: [id] })
  await lab.t.services.spanQueue.flush()
  const { prompt_text } = prompt
  const content = JSON.stringify({ prompt_text })
  await api.promptShelf.saveClip({ space_id: lab.spaceId, prompt_id: id, content })
  expect(await tablesWith('vault opens')).toEqual(keptIn)
  // The personal data export of the author does not contain it either.
  for (const { name, table, where } of sections) {
    const held = `SELECT 1 FROM "${table}" t WHERE (${where}) AND t::text LIKE '%vault opens%' LIMIT 1`
    expect((await lab.t.infra.database.pool.query(held, [lab.owner.id])).rows, name).toEqual([])
  }
  // People without read access cannot get it through derived data either.
  const refused = [
    () => tester.api.promptManage.get({ prompt_id: id }),
    () => tester.api.promptManage.versions({ prompt_id: id }),
    () => tester.api.promptServe.mget({ workspace_id: lab.spaceId, queries: [{ prompt_key: key }] }),
    () => tester.api.promptBatch.rows({ prompt_id: id, batch_id: task_id }),
    () => tester.api.promptOptimise.dashboard(ran),
    () => tester.api.promptRun.history({ prompt_id: id }),
    () => tester.api.promptManage.clone({ prompt_id: id, dest_prompt_key: 'c', dest_display_name: 'C' }),
  ]
  for (const call of refused) {
    const outcome = await call().then(
      (found) => JSON.stringify(found),
      (cause: { status: number }) => cause.status,
    )
    expect([403, 404], String(outcome)).toContain(outcome)
  }
})

/** Tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = lab.t.infra.database
  const { rows: tables } = await pool.query<{ place: string; name: string }>(
    `SELECT n.nspname AS place, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { place, name } of tables) {
    const { rows } = await pool.query(`SELECT 1 FROM "${place}"."${name}" t WHERE t::text LIKE $1 LIMIT 1`, [
      `%${text}%`,
    ])
    if (rows.length) found.push(name)
  }
  return found.toSorted()
}
