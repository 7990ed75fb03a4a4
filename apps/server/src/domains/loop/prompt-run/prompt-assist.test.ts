import { PromptMessageType } from '@orrery/contract/shared/prompt-enums'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openEverything } from '#domains/resources/mcp/testing/everything-server.ts'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { eventsOf } from '#testing/read-events.ts'
import { calls, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let member: Person
let outsider: Person
let everything: Awaited<ReturnType<typeof openEverything>>
beforeAll(async () => {
  everything = await openEverything('streamableHttp')
  lab = await openChatLab({ allow: [everything.host] })
  ;[member, outsider] = [await lab.t.register('member'), await lab.t.register('outsider')]
  await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id: member.id }] })
})
afterEach(() => lab.server.reset())
const system = (content: string) => ({ message_type: PromptMessageType.system, content })
const user = (content: string) => ({ message_type: PromptMessageType.user, content })
let n = 0
async function create(more: object = {}) {
  const { prompt_id } = await lab.owner.api.promptManage.create({
    space_id: lab.spaceId,
    display_name: 'Assist',
    prompt_key: `assist.${(n += 1)}`,
    prompt_text: { message_list: [system('Greet {{who}}')] },
    prompt_input: { variables: [{ key: 'who' }] },
    model_config: { id: lab.modelId },
    ...more,
  })
  return prompt_id
}

describe('writing assistance', () => {
  interface Sent {
    item?: { stream_state: number; content: string }
    record_id?: string
    msg?: string
  }
  async function write(input: object, who = lab.owner) {
    const all: Sent[] = []
    const response = await who.api.promptAssist.generate({
      space_id: lab.spaceId,
      generate_prompt_type: 2,
      original_prompt: 'Greet {{who}} well',
      ...input,
    } as never)
    if (!response.ok) return Promise.reject(Object.assign(new Error('refused'), { status: response.status }))
    for await (const { data } of eventsOf(response)) all.push(data as Sent)
    return all
  }
  const last = (sent: Sent[]) => sent.at(-1)!
  test('streams the text, and stores how it was rated', async () => {
    lab.server.script(says('Greet ', '{{who}}', ' warmly'))
    const sent = await write({})
    expect(sent[0]!.item!.stream_state).toBe(2)
    expect(last(sent)).toMatchObject({ item: { stream_state: 4, content: 'Greet {{who}} warmly' } })
    const record_id = last(sent).record_id!
    const space_id = lab.spaceId
    await lab.owner.api.promptAssist.rate({ record_id, space_id, is_liked: true, is_accepted: true })
    await lab.owner.api.promptAssist.rate({ record_id, space_id, is_disliked: true })
    expect(await lab.owner.api.promptAssist.kept({ space_id })).toMatchObject({
      accepted: 1,
      liked: 0,
      disliked: 1,
      canceled: 0,
    })
    // Only the person who received the text may rate it.
    await expect(member.api.promptAssist.rate({ record_id, space_id, is_liked: true })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('retries once if a variable is missing, then refuses the text', async () => {
    lab.server.script(says('Greet everyone'), says('Greet {{ who }}'))
    const sent = await write({})
    expect(sent.filter(({ item }) => item?.stream_state === 2)).toHaveLength(2)
    expect(last(sent).item!.content).toBe('Greet {{ who }}')
    lab.server.script(says('Greet everyone'), says('Greet all'))
    expect(last(await write({})).msg).toContain('{{who}}')
  })
  test('uses feedback on an answer', async () => {
    lab.server.script(says('Greet {{who}} briefly'))
    await write({
      generate_prompt_type: 3,
      user_message: user('Hi'),
      assistant_message: { message_type: 3, content: 'A very long answer' },
      feedback: 'Too long',
    })
    expect(JSON.stringify(lab.server.requests[0]!.body.messages)).toMatch(/A very long answer.*Too long/s)
  })
  test('refuses invalid input before calling a model', async () => {
    const bad = [
      { original_prompt: ' ' },
      { generate_prompt_type: 1, structured_context: 'no JSON' },
      { generate_prompt_type: 1, structured_context: '{"other":"x"}' },
      { generate_prompt_type: 3, feedback: '' },
    ]
    for (const input of bad) await expect(write(input)).rejects.toMatchObject({ status: 400 })
    await expect(write({}, outsider)).rejects.toMatchObject({ status: 404 })
    expect(lab.server.requests).toHaveLength(0)
  })
})

describe('other calls around prompts', () => {
  test('official prompts are ordered by use, counted once per person and day, and found by category', async () => {
    const { labels } = await lab.owner.api.promptShelf.labels({ label_type: 'official' })
    const all = await lab.owner.api.promptManage.official({ page_size: 100 })
    const used = all.prompts.at(-1)!
    const report = { report_event: { report_event_type: 2 as const, prompt_id: used.id } }
    for (let turn = 0; turn < 3; turn += 1) await lab.owner.api.promptShelf.report(report)
    await member.api.promptShelf.report(report)
    const after = await lab.owner.api.promptManage.official({ page_size: 100 })
    expect(after.prompts[0]).toMatchObject({ id: used.id, heat: '2' })
    const inFirst = await lab.owner.api.promptManage.official({ page_size: 100, labels: [labels[0]!.id] })
    expect(inFirst.total).toBeGreaterThan(0)
    expect(inFirst.prompts.every((one) => one.labels?.[0]?.id === labels[0]!.id)).toBe(true)
    const missing = { report_event: { report_event_type: 1 as const, prompt_id: '5' } }
    await expect(lab.owner.api.promptShelf.report(missing)).rejects.toMatchObject({ status: 404 })
  })
  test('the clipboard can be pasted into other spaces, by its owner, for seven days', async () => {
    const space_id = lab.spaceId
    const { content_key } = await lab.owner.api.promptShelf.saveClip({ space_id, content: 'Some text' })
    expect(content_key).toMatch(/^_fornax_clipboard:[0-9a-f]{32}$/)
    const elsewhere = (await lab.owner.api.space.create({ name: 'Elsewhere' })).id
    expect((await lab.owner.api.promptShelf.clip({ space_id: elsewhere, content_key })).content).toBe('Some text')
    await expect(member.api.promptShelf.clip({ space_id, content_key })).rejects.toMatchObject({ status: 404 })
    const segment = { space_id, name: 'Part', prompt_text: 'Be kind' }
    const { id: prompt_id } = await lab.owner.api.promptLibrary.save({ prompt: segment })
    const content = `<cozeloop_snippet>id=${prompt_id}&version=0.0.1</cozeloop_snippet>`
    const { content_key: with_ } = await lab.owner.api.promptShelf.saveClip({ space_id, content })
    expect((await lab.owner.api.promptShelf.clip({ space_id, content_key: with_ })).content).toBe(content)
    await expect(lab.owner.api.promptShelf.clip({ space_id: elsewhere, content_key: with_ })).rejects.toMatchObject({
      status: 409,
    })
    lab.t.clock.advance(8 * 86_400_000)
    await expect(lab.owner.api.promptShelf.clip({ space_id, content_key })).rejects.toMatchObject({ status: 404 })
    lab.t.clock.advance(-8 * 86_400_000)
  })
  test('links are created for the caller’s own files only', async () => {
    const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const { upload_uri } = await member.api.upload.file({ file_head: { file_type: 'png', biz_type: 1 }, data: picture })
    const uris = [upload_uri, 'upload/1/none.png']
    const { url_map } = await member.api.promptShelf.links({ space_id: lab.spaceId, uris })
    expect(Object.keys(url_map)).toEqual([upload_uri])
    expect((await lab.t.request(url_map[upload_uri]!)).status).toBe(200)
    expect((await lab.owner.api.promptShelf.links({ space_id: lab.spaceId, uris })).url_map).toEqual({})
  })
  test('a try without a record stores nothing, and the last dataset of a batch is remembered', async () => {
    const prompt_id = await create()
    lab.server.script(says('Hello Ann'))
    const { item } = await lab.owner.api.promptRun.chatTest({
      space_id: lab.spaceId,
      prompt: {
        id: prompt_id,
        prompt_text: { message_list: [system('Greet {{who}}')] },
        prompt_input: { variables: [{ key: 'who' }] },
        model_config: { id: lab.modelId },
      },
      variables: [{ key: 'who', value: 'Ann' }],
    })
    expect(item.content).toBe('Hello Ann')
    expect((await lab.owner.api.promptRun.history({ prompt_id })).debug_history).toEqual([])
    const empty = await lab.owner.api.promptBatch.case({ prompt_id })
    expect(empty).toMatchObject({ dataset_id: '0', evaluator_version_id: '0' })
    const fields = [{ name: 'who', contentType: 1 as const }]
    const { datasetID } = await lab.owner.api.dataset.create({ spaceID: lab.spaceId, name: 'Case', fields })
    await lab.owner.api.datasetItem.addMany({ datasetID, items: [{ data: [{ name: 'who', content: 'Ann' }] }] })
    await lab.owner.api.promptBatch.start({ prompt_id, dataset_id: datasetID })
    expect(await lab.owner.api.promptBatch.case({ prompt_id })).toEqual({ ...empty, dataset_id: datasetID })
  })
})

test('tools of MCP servers are called for the model, stop in step-by-step mode, and are checked before a release', async () => {
  const space_id = lab.spaceId
  const { mcp_server } = await lab.owner.api.mcp.create({ space_id, name: 'Everything', description: 'A server' })
  const { id: mcp_server_id } = mcp_server
  await lab.owner.api.mcp.createPoint({
    mcp_server_id,
    transport_mode: 'streamable_http',
    server_url: everything.url,
  })
  const server = { mcp_server_id, name: 'Everything', tools: [{ function: { name: 'echo' } }] }
  const prompt_id = await create({ mcp_servers: [server] })
  await lab.owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })
  const { prompt } = await lab.owner.api.promptManage.get({ prompt_id })
  expect(prompt.mcp_servers).toEqual([server])
  const tried = { space_id, prompt: { ...prompt, id: prompt_id }, variables: [{ key: 'who', value: 'Ann' }] } as never
  lab.server.script(calls({ id: 'c1', name: 'echo', arguments: '{"message":"hello"}' }), says('Done'))
  expect((await lab.owner.api.promptRun.tryOut(tried)).item.content).toBe('Done')
  expect(lab.server.requests[0]!.body.tools!.map((tool) => tool.function.name)).toEqual(['echo'])
  expect(JSON.stringify(lab.server.requests[1]!.body.messages)).toContain('Echo: hello')
  lab.server.script(calls({ id: 'c1', name: 'echo', arguments: '{}' }))
  const step = await lab.owner.api.promptRun.tryOut({ ...(tried as object), single_step_debug: true } as never)
  expect(step.item).toMatchObject({ reply_type: 1 })
  // Arguments that break the schema are reported to the model, not to the caller.
  lab.server.script(calls({ id: 'c1', name: 'echo', arguments: 'no JSON' }), says('Sorry'))
  expect((await lab.owner.api.promptRun.tryOut(tried)).item.content).toBe('Sorry')
  const elsewhere = (await lab.owner.api.space.create({ name: 'No servers' })).id
  await expect(
    lab.owner.api.promptRun.tryOut({
      ...(tried as object),
      space_id: elsewhere,
      prompt: { ...prompt, id: undefined },
    } as never),
  ).rejects.toMatchObject({ status: 400 })
})
