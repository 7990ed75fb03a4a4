import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { PromptMessageType, PromptVariableType } from '@orrery/contract/shared/prompt-enums'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openEverything } from '#domains/resources/mcp/testing/everything-server.ts'
import { openTarget, type Target } from '#domains/resources/plugin/testing/target-server.ts'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import { calls, says } from '#testing/scripted-model.ts'
import type { Person } from '#testing/test-app.ts'

let lab: ChatLab
let member: Person
let tester: Person
let elsewhere: string
let target: Target
let everything: Awaited<ReturnType<typeof openEverything>>
beforeAll(async () => {
  ;[everything, target] = [await openEverything('streamableHttp'), await openTarget()]
  target.json('/plain', { text: 'A plain page' })
  lab = await openChatLab({ allow: [everything.host, target.host] })
  ;[member, tester] = [await lab.t.register('member'), await lab.t.register('tester')]
  for (const { id: user_id } of [member, tester])
    await lab.owner.api.space.addMembers({ space_id: lab.spaceId, member_info_list: [{ user_id }] })
  await lab.owner.api.space.updateMember({
    space_id: lab.spaceId,
    user_id: tester.id,
    space_role_type: 3,
    is_tester: true,
  })
  elsewhere = (await lab.owner.api.space.create({ name: 'Elsewhere' })).id
})
afterEach(() => lab.server.reset())

const user = (content: string) => ({ message_type: PromptMessageType.user, content })
const said = (content: string) => ({ prompt_text: { message_list: [user(content)] } })
let n = 0
async function create(more: object = {}) {
  const prompt_key = `bench.${(n += 1)}`
  const { prompt_id } = await lab.owner.api.promptManage.create({
    space_id: lab.spaceId,
    display_name: 'Bench',
    prompt_key,
    ...said('What is there?'),
    model_config: { id: lab.modelId },
    ...more,
  })
  return { prompt_id, prompt_key }
}
const readOf = async (prompt_id: string) =>
  (await lab.owner.api.promptManage.get({ prompt_id, personal_draft: true })).prompt
async function tryOut(prompt_id: string, more: object = {}, who = lab.owner) {
  const prompt = { ...(await readOf(prompt_id)), id: prompt_id }
  return (await who.api.promptRun.tryOut({ space_id: lab.spaceId, prompt, ...more } as never)).item
}
/** Creates a plugin tool that fetches a page of the test server. */
async function plugin(spaceId: string, person = lab.owner) {
  const { plugin_id } = await person.api.plugin.registerMeta({
    space_id: spaceId,
    name: 'Pages',
    desc: 'Reads pages',
    url: target.url,
    icon: {},
    auth_type: 0,
  } as never)
  const tool = { plugin_id, name: 'read', desc: 'Reads a page', path: '/plain' }
  await person.api.pluginTool.create(tool as never)
  return { plugin_id, api_name: 'read' }
}

describe('tools in a try', () => {
  const called = (name: string, args = '{}') => calls({ id: 'c1', name, arguments: args })
  const toolMessage = () => lab.server.requests.at(-1)!.body.messages.at(-1)!
  let server: object
  beforeAll(async () => {
    const { mcp_server } = await lab.owner.api.mcp.create({
      space_id: lab.spaceId,
      name: 'Everything',
      description: 'A server',
    })
    const { id: mcp_server_id } = mcp_server
    await lab.owner.api.mcp.createPoint({
      mcp_server_id,
      transport_mode: 'streamable_http',
      server_url: everything.url,
    })
    server = { mcp_server_id, name: 'Everything', tools: [{ function: { name: 'echo' } }] }
  })

  test('canned: no tool is called, responses are used in order, and tools without one wait for the person', async () => {
    const tools = [{ tool_def: { function: { name: 'find' } }, mock_response: ['first', 'second'] }]
    const { prompt_id } = await create({ tools, mcp_servers: [server] })
    lab.server.script(called('find'), called('find'), called('find'), says('Done'))
    const { content, tool_calls: shown } = await tryOut(prompt_id, { tool_mode: 'canned' })
    expect(content).toBe('Done')
    expect(shown!.map(({ mock_response: response }) => response)).toEqual(['first', 'second', 'second'])
    lab.server.script(called('echo', '{"message":"hello"}'))
    const waiting = await tryOut(prompt_id, { tool_mode: 'canned' })
    expect(waiting).toMatchObject({ reply_type: 1, tool_calls: [{ tool_call: { function_call: { name: 'echo' } } }] })
    expect(waiting.tool_calls![0]!.mock_response).toBeUndefined()
  })
  test('real: a function backed by a plugin tool calls it, even if it has a canned response', async () => {
    const source = await plugin(lab.spaceId)
    const { function: one } = await lab.owner.api.promptRun.pluginTool({ space_id: lab.spaceId, ...source })
    expect(one).toMatchObject({ name: 'read', description: 'Reads a page' })
    expect(JSON.parse(one.parameters)).toMatchObject({ type: 'object' })
    const { prompt_id } = await create({ tools: [{ tool_def: { function: one }, source, mock_response: ['canned'] }] })
    lab.server.script(called('read'), says('Done'))
    const { tool_calls: shown, content } = await tryOut(prompt_id, { tool_mode: 'real' })
    expect(content).toBe('Done')
    expect(shown![0]!.mock_response).toContain('A plain page')
    expect(toolMessage()).toMatchObject({ role: 'tool', content: expect.stringContaining('A plain page') })
    lab.server.script(called('read'), says('Done'))
    expect((await tryOut(prompt_id, { tool_mode: 'canned' })).tool_calls![0]!.mock_response).toBe('canned')
    // When programs run the prompt, calls of functions are returned to them.
    await lab.owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })
    lab.server.script(called('read'))
    const run = await lab.owner.api.promptRun.execute({ space_id: lab.spaceId, prompt_id, message: user('Go') })
    expect(run.item).toMatchObject({ reply_type: 1 })
  })
  test('a plugin of another space is not called', async () => {
    const source = await plugin(elsewhere)
    const tools = [{ tool_def: { function: { name: 'read' } }, source }]
    await expect(create({ tools })).rejects.toMatchObject({ status: 404 })
    const { prompt_id } = await create()
    await expect(lab.owner.api.promptManage.save({ prompt_id, tools } as never)).rejects.toMatchObject({ status: 404 })
    const prompt = { ...(await readOf(prompt_id)), id: prompt_id, tools } as never
    const tried = lab.owner.api.promptRun.tryOut({ space_id: lab.spaceId, prompt })
    await expect(tried).rejects.toMatchObject({ status: 400, code: ErrorCode.promptRun.noPlugin })
    await expect(lab.owner.api.promptRun.pluginTool({ space_id: lab.spaceId, ...source })).rejects.toMatchObject({
      status: 400,
    })
    const asked = { space_id: lab.spaceId, prompt, name: 'read', arguments: '{}' }
    await expect(lab.owner.api.promptRun.callTool(asked)).rejects.toMatchObject({ status: 400 })
    expect(lab.server.requests).toHaveLength(0)
  })
  test('step by step: a call is shown, executed or answered by hand, and the model continues with the result', async () => {
    const { prompt_id } = await create({ mcp_servers: [server] })
    lab.server.script(called('echo', '{"message":"hello"}'))
    const first = await tryOut(prompt_id, { single_step_debug: true, message: user('Say it') })
    expect(first).toMatchObject({ reply_type: 1, finish_reason: 'tool_calls' })
    const { tool_call } = first.tool_calls![0]!
    expect(tool_call.function_call).toEqual({ name: 'echo', arguments: '{"message":"hello"}' })
    const prompt = { ...(await readOf(prompt_id)), id: prompt_id } as never
    const asked = { space_id: lab.spaceId, prompt, ...tool_call.function_call }
    const { response } = await lab.owner.api.promptRun.callTool({ ...asked, debug_trace_key: first.debug_trace_key })
    expect(response).toBe('Echo: hello')
    lab.server.script(says('It says something else'))
    const last = await tryOut(prompt_id, {
      single_step_debug: true,
      debug_trace_key: first.debug_trace_key,
      contexts: [
        user('Say it'),
        { message_type: PromptMessageType.assistant, content: '', tool_calls: [{ tool_call }] },
        { message_type: PromptMessageType.tool, tool_call_id: tool_call.id, content: 'Changed by hand' },
      ],
    })
    expect(last).toMatchObject({ reply_type: 0, content: 'It says something else' })
    expect(last.debug_trace_key).toBe(first.debug_trace_key)
    expect(toolMessage()).toMatchObject({ role: 'tool', tool_call_id: 'c1', content: 'Changed by hand' })
    await lab.t.services.spanQueue.flush()
    const { rows } = await lab.t.infra.database.pool.query<{ kind: string; name: string }>(
      'SELECT kind, name FROM span WHERE trace_id = $1 ORDER BY started_at',
      [first.debug_trace_key],
    )
    expect(rows.filter(({ kind }) => kind === 'tool')).toEqual([{ kind: 'tool', name: 'echo' }])
    const unknown = lab.owner.api.promptRun.callTool({ ...asked, name: 'nothing' })
    await expect(unknown).rejects.toMatchObject({ status: 400, code: ErrorCode.promptRun.noTool })
  })
  test('a try returns its cost', async () => {
    const { prompt_id } = await create()
    lab.server.script(says('Done'))
    const { token_consumption: used } = await tryOut(prompt_id)
    expect(used!.cost).toBeGreaterThan(0)
    const { debug_history: tries } = await lab.owner.api.promptRun.history({ prompt_id })
    expect(tries[0]).toMatchObject({ cost: used!.cost, input_token: used!.input_token })
  })
})

describe('variable sets', () => {
  const values = [{ key: 'who', value: 'Ann' }]
  test('are shared by everyone who tries the prompt, and can be renamed, changed and deleted', async () => {
    const { prompt_id } = await create()
    const { set_id } = await lab.owner.api.promptVariableSet.create({
      prompt_id,
      name: 'A guest',
      variables: values,
      message: 'Hello',
    })
    await member.api.promptVariableSet.create({ prompt_id, name: 'Nobody', variables: [] })
    const seen = async (who: Person) => (await who.api.promptVariableSet.list({ prompt_id })).sets
    expect(await seen(tester)).toMatchObject([
      { name: 'A guest', variables: values, message: 'Hello', created_by: lab.owner.id },
      { name: 'Nobody', variables: [] },
    ])
    await member.api.promptVariableSet.update({ prompt_id, set_id, name: 'Guest' })
    await member.api.promptVariableSet.update({ prompt_id, set_id, variables: [{ key: 'who', value: 'Bo' }] })
    expect(await seen(lab.owner)).toMatchObject([
      { name: 'Guest', variables: [{ value: 'Bo' }], message: 'Hello' },
      { name: 'Nobody' },
    ])
    await member.api.promptVariableSet.remove({ prompt_id, set_id })
    expect((await seen(lab.owner)).map(({ name }) => name)).toEqual(['Nobody'])
  })
  test('have unique names; testers cannot change them, and those of other prompts are not found', async () => {
    const [{ prompt_id }, other] = [await create(), await create()]
    const sets = lab.owner.api.promptVariableSet
    const { set_id } = await sets.create({ prompt_id, name: 'One', variables: values })
    await expect(sets.create({ prompt_id, name: 'One', variables: [] })).rejects.toMatchObject({
      status: 409,
      code: ErrorCode.promptVariableSet.nameTaken,
    })
    const { set_id: second } = await sets.create({ prompt_id, name: 'Two', variables: [] })
    await expect(sets.update({ prompt_id, set_id: second, name: 'One' })).rejects.toMatchObject({ status: 409 })
    for (const change of [
      () => tester.api.promptVariableSet.create({ prompt_id, name: 'Mine', variables: [] }),
      () => tester.api.promptVariableSet.update({ prompt_id, set_id, name: 'Mine' }),
      () => tester.api.promptVariableSet.remove({ prompt_id, set_id }),
    ])
      await expect(change()).rejects.toMatchObject({ status: 403 })
    const beside = { prompt_id: other.prompt_id, set_id }
    await expect(sets.update({ ...beside, name: 'Theirs' })).rejects.toMatchObject({ status: 404 })
    await expect(sets.remove(beside)).rejects.toMatchObject({ status: 404 })
    expect((await sets.list({ prompt_id })).sets.map(({ name }) => name)).toEqual(['One', 'Two'])
  })
})

describe('the clipboard', () => {
  const variables = [{ key: 'who', variable_type: PromptVariableType.string }]
  async function copy(prompt_id: string) {
    const { prompt_text, prompt_input, tools, mcp_servers } = await readOf(prompt_id)
    const content = JSON.stringify({ prompt_text, prompt_input, tools, mcp_servers })
    return (await lab.owner.api.promptShelf.saveClip({ space_id: lab.spaceId, prompt_id, content })).content_key
  }
  const lower = (prompt_id: string, security_level: number) =>
    lab.owner.api.promptManage.update({ prompt_id, security_level, downgrade_reason: 'For the other space' })
  async function segment(content: string, level = 2) {
    const { prompt_id, prompt_key } = await create({ prompt_type: 4, ...said(content) })
    await lab.owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })
    if (level < 3) await lower(prompt_id, level)
    return { key: prompt_key, tag: `<cozeloop_snippet>id=${prompt_id}&version=1.0.0</cozeloop_snippet>` }
  }
  test('pasting into another space inlines segments where allowed, and lists what is left out', async () => {
    const [kind, strict] = [await segment('Be kind.'), await segment('Our secret.', 3)]
    const source = await plugin(lab.spaceId)
    const { mcp_server } = await lab.owner.api.mcp.create({
      space_id: lab.spaceId,
      name: 'Shelf',
      description: 'A server',
    })
    const { prompt_id } = await create({
      ...said(`Greet {{who}}. ${kind.tag} ${strict.tag}`),
      prompt_input: { variables },
      tools: [{ tool_def: { function: { name: 'read' } }, source, mock_response: ['canned'] }],
      mcp_servers: [{ mcp_server_id: mcp_server.id, name: 'Shelf' }],
    })
    await lower(prompt_id, 2)
    const content_key = await copy(prompt_id)
    const { prompt, notes } = await lab.owner.api.promptShelf.paste({ space_id: elsewhere, content_key })
    expect(prompt.prompt_text!.message_list).toMatchObject([{ content: 'Greet {{who}}. Be kind. ' }])
    expect(prompt.prompt_input!.variables).toMatchObject([{ key: 'who' }])
    expect(prompt.tools).toEqual([{ tool_def: { type: 1, function: { name: 'read' } }, mock_response: ['canned'] }])
    expect(prompt.mcp_servers).toBeUndefined()
    expect(notes).toEqual([
      { change: 'inlined', of: 'segment', name: kind.key },
      { change: 'left_out', of: 'segment', name: strict.key },
      { change: 'left_out', of: 'mcp_server', name: 'Shelf' },
      { change: 'left_out', of: 'plugin', name: 'read' },
    ])
    // Pasted into its own space, the prompt is unchanged.
    const own = await lab.owner.api.promptShelf.paste({ space_id: lab.spaceId, content_key })
    expect(own.notes).toEqual([])
    expect(own.prompt.prompt_text!.message_list![0]!.content).toContain(strict.tag)
    // Cloning into another space gives the same text, but only if no part must stay in the space.
    const clone = { prompt_id, space_id: elsewhere, dest_prompt_key: 'copied', dest_display_name: 'Copied' }
    await expect(lab.owner.api.promptManage.clone(clone)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(strict.key),
    })
    await lab.owner.api.promptManage.save({ prompt_id, ...said(`Greet {{who}}. ${kind.tag}`), mcp_servers: [] })
    const { dest_prompt_id } = await lab.owner.api.promptManage.clone(clone)
    expect((await readOf(dest_prompt_id)).prompt_text!.message_list).toMatchObject([
      { content: 'Greet {{who}}. Be kind.' },
    ])
  })
  test('content that must stay in its space can be pasted only there, by the person who copied it', async () => {
    const { prompt_id } = await create()
    const content_key = await copy(prompt_id)
    await lab.owner.api.promptShelf.paste({ space_id: lab.spaceId, content_key })
    await expect(lab.owner.api.promptShelf.paste({ space_id: elsewhere, content_key })).rejects.toMatchObject({
      status: 403,
      code: ErrorCode.promptShelf.staysInSpace,
    })
    await expect(lab.owner.api.promptShelf.clip({ space_id: elsewhere, content_key })).rejects.toMatchObject({
      status: 403,
    })
    await expect(member.api.promptShelf.paste({ space_id: lab.spaceId, content_key })).rejects.toMatchObject({
      status: 404,
    })
    await expect(tester.api.promptShelf.paste({ space_id: lab.spaceId, content_key })).rejects.toMatchObject({
      status: 403,
    })
    // The caller cannot name a prompt of another space as the origin of a clip.
    const foreign = { space_id: elsewhere, prompt_id, content: 'Text' }
    await expect(lab.owner.api.promptShelf.saveClip(foreign)).rejects.toMatchObject({ status: 404 })
  })
  test('plain text is pasted as a message', async () => {
    const saved = await lab.owner.api.promptShelf.saveClip({ space_id: lab.spaceId, content: 'Just {a} text' })
    const { prompt } = await lab.owner.api.promptShelf.paste({ space_id: elsewhere, ...saved })
    expect(prompt.prompt_text!.message_list).toEqual([user('Just {a} text')])
  })
})

describe('images', () => {
  const point = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const picture = { type: 3, binary_content: { mime_type: 'image/png', data: point } }
  const message = (...parts: object[]) => ({
    prompt_text: { message_list: [{ message_type: 2, content: 'What is this?', parts }] },
    prompt_input: { variables: [{ key: 'photo', variable_type: PromptVariableType.image }] },
  })
  const seen = () => lab.server.requests.at(-1)!.body.messages[0]!.content
  const shown = (url: string) => ({ type: 'image_url', image_url: expect.objectContaining({ url }) })
  test('in messages and variables are sent to the model, in tries and in served prompts', async () => {
    const { prompt_id, prompt_key } = await create(message(picture, { type: 4, text: 'photo' }))
    await lab.owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })
    const address = 'https://example.test/a.png'
    const variables = [{ key: 'photo', image: { link: { url: address } } }]
    lab.server.script(says('A point'), says('A point'), says('A point'))
    await tryOut(prompt_id, { variables })
    const expected = [{ type: 'text', text: 'What is this?' }, shown(`data:image/png;base64,${point}`), shown(address)]
    expect(seen()).toEqual(expected)
    await tryOut(prompt_id, { variables: [{ key: 'photo', parts: [picture] }] })
    expect(seen()).toEqual([...expected.slice(0, 2), shown(`data:image/png;base64,${point}`)])
    await lab.owner.api.promptRun.execute({ space_id: lab.spaceId, prompt_key, variables } as never)
    expect(seen()).toEqual(expected)
    const queries = [{ prompt_key }]
    const { items } = await lab.owner.api.promptServe.mget({ workspace_id: lab.spaceId, queries })
    expect(items[0]!.prompt.prompt_template.messages).toEqual([
      {
        role: 'user',
        content: '',
        parts: [
          { type: 'text', text: 'What is this?' },
          { type: 'base64_data', base64_data: `data:image/png;base64,${point}` },
          { type: 'multi_part_variable', text: 'photo' },
        ],
      },
    ])
  })
  test('that are invalid are refused before a model is called', async () => {
    const { prompt_id } = await create(message({ type: 4, text: 'other' }))
    await expect(lab.owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('other'),
    })
    const missing = await create(message({ type: 2, image: { uri: 'upload/1/none.png' } }))
    await expect(tryOut(missing.prompt_id)).rejects.toMatchObject({ status: 400 })
    const { prompt_id: id } = await create(message({ type: 4, text: 'photo' }))
    for (const url of ['no address', 'file:///etc/passwd', 'javascript:1'])
      await expect(tryOut(id, { variables: [{ key: 'photo', image: { link: { url } } }] })).rejects.toMatchObject({
        status: 400,
        code: ErrorCode.promptRun.badImage,
      })
    expect(lab.server.requests).toHaveLength(0)
  })
})

test('publishing is refused if the prompt uses an undefined variable; the error names the line, and nothing changes', async () => {
  const { prompt_id } = await create({
    ...said('Greet {{who}}\nin {{ place }}'),
    prompt_input: { variables: [{ key: 'who' }] },
  })
  const publish = lab.owner.api.promptManage.publish({ prompt_id, version: '1.0.0' })
  await expect(publish).rejects.toMatchObject({
    status: 400,
    code: ErrorCode.loopPrompt.badTemplate,
    message: expect.stringMatching(/message_list\.0, line 2: .*“place”/),
  })
  expect((await readOf(prompt_id)).latest_version).toBe('')
  // Segments get variables from the prompts that use them, and Jinja has local names, so neither is checked.
  const segment = await create({ prompt_type: 4, ...said('In {{place}}') })
  await lab.owner.api.promptManage.publish({ prompt_id: segment.prompt_id, version: '1.0.0' })
  const jinja = await create({ ...said('{% for a in [1] %}{{ a }}{% endfor %}'), template_type: 'jinja2' })
  await lab.owner.api.promptManage.publish({ prompt_id: jinja.prompt_id, version: '1.0.0' })
})
