import { randomUUID } from 'node:crypto'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { TRIGGER_LIMITS } from '@orrery/contract/shared/triggers'
import { beforeAll, describe, expect, test } from 'vitest'
import { canvas, codeNode, edge, endNode, param, ref, startNode } from '#testing/workflow-canvas.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let me: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Forms' })).id
})
const inputs = [
  { name: 'name', type: 'string', required: true, description: 'As in your passport' },
  { name: 'age', type: 'integer', required: false },
  { name: 'news', type: 'boolean', required: false },
  { name: 'source', type: 'string', required: true },
  { name: 'photo', type: 'string', assistType: 2, required: false },
]
const signUp = canvas(
  [
    startNode(inputs),
    codeNode(
      '2',
      ref('100001', 'name'),
      'async function main({ params }) { if (params.value === "Mallory") throw new Error("secret details"); return { result: "Hi " + params.value } }',
    ),
    endNode([
      param('greeting', ref('2', 'result')),
      param('age', ref('100001', 'age', 'integer')),
      param('source', ref('100001', 'source')),
    ]),
  ],
  [edge('100001', '2'), edge('2', '900001')],
)
async function form(config: object = {}, schema = signUp) {
  const { workflow_id } = await me.api.workflow.create({ name: 'Sign up', space_id: spaceId })
  await me.api.workflow.save({ workflow_id, schema })
  await me.api.workflowVersion.publish({ workflow_id, force: true })
  const settings = { title: 'Join us', hidden: ['source'], labels: { name: 'Your name' }, ...config }
  const made = await me.api.workflowTrigger.save({
    workflow_id,
    event_id: 'form',
    config: JSON.stringify(settings),
    payload: '{"source":"page"}',
  })
  const key = made.form_url.split('/').at(-1)!
  const submit = (values: Record<string, string>, submission = randomUUID()) =>
    t.anonymous.workflowForm.submit({ key, submission, values })
  return { ...made, workflow_id, key, submit }
}
const history = async (trigger_id: string) => (await me.api.workflowTrigger.history({ trigger_id })).list

describe('a form', () => {
  test('has the inputs of the published workflow as fields, with the configured texts', async () => {
    const { key, workflow_id } = await form({ text: 'Takes a minute', button: 'Join' })
    expect(await t.anonymous.workflowForm.get({ key })).toEqual({
      title: 'Join us',
      text: 'Takes a minute',
      button: 'Join',
      after: 'message',
      fields: [
        { name: 'name', label: 'Your name', help: 'As in your passport', kind: 'string', required: true, fallback: '' },
        { name: 'age', label: 'age', help: '', kind: 'integer', required: false, fallback: '' },
        { name: 'news', label: 'news', help: '', kind: 'boolean', required: false, fallback: '' },
        { name: 'photo', label: 'photo', help: '', kind: 'file', required: false, fallback: '' },
      ],
    })
    // Changes of the draft do not show in the form until they are published.
    await me.api.workflow.save({
      workflow_id,
      schema: canvas([startNode([]), endNode([])], [edge('100001', '900001')]),
    })
    expect((await t.anonymous.workflowForm.get({ key })).fields).toHaveLength(4)
  })
  test('starts one run for each submission, with the fixed values, and returns the thank-you message', async () => {
    const { submit, trigger_id } = await form({ message: 'See you soon' })
    const submission = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => submit({ name: 'Ann', age: '7' }, submission)))
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ after: 'message', message: 'See you soon' })))
    await expect.poll(async () => (await history(trigger_id)).map((item) => item.status)).toEqual([2])
    expect((await history(trigger_id))[0]).toMatchObject({
      reason: 'form',
      output: '{"greeting":"Hi Ann","age":7,"source":"page"}',
    })
    await submit({ name: 'Bob' })
    await expect.poll(async () => (await history(trigger_id)).length).toBe(2)
  })
  test.each<[string, Record<string, string>, number, string]>([
    ['nothing where something is needed', { name: ' ' }, ErrorCode.trigger.needsValue, 'Your name'],
    ['a word for a number', { name: 'Ann', age: 'seven' }, ErrorCode.trigger.badValue, 'age: is not a whole number'],
    ['neither yes nor no', { name: 'Ann', news: 'perhaps' }, ErrorCode.trigger.badValue, 'news'],
    ['a field that is not asked for', { name: 'Ann', source: 'mine' }, ErrorCode.trigger.noField, 'source'],
  ])('with %s is refused, naming the field, and starts nothing', async (_, values, code, text) => {
    const { submit, trigger_id } = await form()
    await expect(submit(values)).rejects.toMatchObject({ status: 400, code, message: expect.stringContaining(text) })
    expect(await history(trigger_id)).toEqual([])
  })
  test('shows the result to the person who sent the form, and to nobody else', async () => {
    const { key, submit } = await form({ after: 'result' })
    const [mine, failed] = [randomUUID(), randomUUID()]
    await submit({ name: 'Ann' }, mine)
    await submit({ name: 'Mallory' }, failed)
    const result = (submission: string) => t.anonymous.workflowForm.result({ key, submission })
    await expect.poll(async () => (await result(mine)).status).toBe('done')
    expect(JSON.parse((await result(mine)).output)).toMatchObject({ greeting: 'Hi Ann' })
    await expect.poll(async () => (await result(failed)).status).toBe('failed')
    // The details of an error are hidden from the person who sent the form.
    expect(JSON.stringify(await result(failed))).not.toContain('secret details')
    await expect(result(randomUUID())).rejects.toMatchObject({ status: 404 })
    const quiet = await form()
    const sent = randomUUID()
    await quiet.submit({ name: 'Ann' }, sent)
    await expect(t.anonymous.workflowForm.result({ key: quiet.key, submission: sent })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('takes files for its file fields', async () => {
    const { key } = await form()
    const file = new File(['hello'], 'note.txt', { type: 'text/plain' })
    const { url, name } = await t.anonymous.workflowForm.upload({ key, file })
    expect(name).toBe('note.txt')
    expect(await (await t.request(url)).text()).toBe('hello')
    const plain = await form({}, canvas([startNode(), endNode([])], [edge('100001', '900001')]))
    await expect(t.anonymous.workflowForm.upload({ key: plain.key, file })).rejects.toMatchObject({ status: 404 })
  })
  test('that is closed, unpublished, rotated or deleted answers like one that never existed', async () => {
    const { key, trigger_id } = await form()
    const gone = async (at: string) =>
      (await t.anonymous.workflowForm.get({ key: at }).catch((cause) => cause)) as Error
    const never = await gone('never')
    expect(never).toMatchObject({ status: 404 })
    await me.api.workflowTrigger.operate({ trigger_id, status: 0 })
    expect((await gone(key)).message).toBe(never.message)
    await me.api.workflowTrigger.operate({ trigger_id, status: 1 })
    const { form_url } = await me.api.workflowTrigger.rotate({ trigger_id })
    expect((await gone(key)).message).toBe(never.message)
    const next = form_url.split('/').at(-1)!
    expect((await t.anonymous.workflowForm.get({ key: next })).title).toBe('Join us')
    await me.api.workflowTrigger.remove({ trigger_id })
    expect((await gone(next)).message).toBe(never.message)
    const { workflow_id } = await me.api.workflow.create({ name: 'Draft', space_id: spaceId })
    const draft = await me.api.workflowTrigger.save({ workflow_id, event_id: 'form' })
    expect((await gone(draft.form_url.split('/').at(-1)!)).message).toBe(never.message)
  })
  test('limits the submissions per minute, and their size', async () => {
    const { key, trigger_id } = await form()
    const large = { name: 'x'.repeat(TRIGGER_LIMITS.formBytes) }
    await expect(
      t.anonymous.workflowForm.submit({ key, submission: randomUUID(), values: large }),
    ).rejects.toMatchObject({ status: expect.toSatisfy((status: number) => status === 413 || status === 400) })
    expect(await history(trigger_id)).toEqual([])
    let refused = 0
    for (let at = 0; at < 40; at += 1)
      await t.anonymous.workflowForm
        .submit({ key, submission: randomUUID(), values: {} })
        .catch((cause: { status: number }) => (refused += cause.status === 429 ? 1 : 0))
    expect(refused).toBeGreaterThan(0)
  })
  test.each([
    ['a title that is too long', { title: 'x'.repeat(TRIGGER_LIMITS.title + 1) }, 'config.title'],
    ['an end that it does not know', { after: 'fireworks' }, 'config.after'],
    ['hidden inputs that are no list', { hidden: 'name' }, 'config.hidden'],
    ['labels that are no object', { labels: [] }, 'config.labels'],
  ])('with %s is not saved', async (_, config, text) => {
    await expect(form(config)).rejects.toMatchObject({ status: 400, message: expect.stringContaining(text) })
  })
})
