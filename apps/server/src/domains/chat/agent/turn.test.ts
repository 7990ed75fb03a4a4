import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab, verboseOf } from '#testing/chat-lab.ts'
import { calls, refuses, says } from '#testing/scripted-model.ts'
import { chunk, openSkillLab, pluginRefs, type SkillLab } from '#testing/skill-lab.ts'

let lab: ChatLab
let skills: SkillLab
beforeAll(async () => {
  lab = await openChatLab()
  skills = openSkillLab(lab.t)
})
beforeEach(() => {
  lab.server.reset()
  skills.reset()
})
const sent = (index = 0) => lab.server.requests[index]!.body
const systemOf = (index = 0) => String(sent(index).messages[0]!.content)
const toolsOf = (index = 0) => (sent(index).tools ?? []).map((tool) => tool.function.name)

describe('the persona', () => {
  test('is filled with variables: stored ones override defaults, the request overrides both, and unknown names become empty', async () => {
    const bot = await lab.createBot({
      prompt_info: { prompt: 'You serve {{ name }} in {{city}}. {{nobody}}!' },
      variable_list: [
        { key: 'name', default_value: 'guest' },
        { key: 'city', default_value: 'Rome' },
      ],
    })
    lab.server.script(says('a'), says('b'))
    await lab.ask(bot, 'hi')
    await lab.ask(bot, 'hi', { custom_variables: { name: 'Ann' } })
    expect(systemOf(0)).toContain('You serve guest in Rome. !')
    expect(systemOf(1)).toContain('You serve Ann in Rome. !')
  })
  test('expands no placeholders in values', async () => {
    const bot = await lab.createBot({
      prompt_info: { prompt: 'Hello {{a}}' },
      variable_list: [{ key: 'a' }, { key: 'b', default_value: 'secret', prompt_disabled: true }],
    })
    lab.server.script(says('ok'))
    await lab.ask(bot, 'hi', { custom_variables: { a: '{{b}}' } })
    expect(systemOf()).toContain('Hello {{b}}')
    expect(systemOf()).not.toContain('secret')
  })
  test('names the bot and the time, and states that external content is data', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('ok'))
    await lab.ask(bot, 'hi')
    expect(systemOf()).toMatch(/You are “Lab bot”\. The time is \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    expect(systemOf()).toContain('data from outside')
  })
  test('omits the time if the bot must not know it', async () => {
    const bot = await lab.createBot({ model_info: { model_id: lab.modelId, sp_current_time: false } })
    lab.server.script(says('ok'))
    await lab.ask(bot, 'hi')
    expect(systemOf()).toContain('You are “Lab bot”.')
    expect(systemOf()).not.toContain('The time is')
  })
  test('in prefix mode has a constant part and a changing part, which replace the prompt', async () => {
    const bot = await lab.createBot({
      prompt_info: {
        prompt: 'You are a pirate.',
        prompt_mode: 1,
        prefix_prompt_info: { prefix_prompt: 'You are a librarian.', dynamic_prompt: 'Today you serve {{name}}.' },
      },
      variable_list: [{ key: 'name', default_value: 'Ann' }],
    })
    lab.server.script(says('ok'))
    await lab.ask(bot, 'hi')
    expect(systemOf()).toContain('You are a librarian.\n\nToday you serve Ann.')
    expect(systemOf()).not.toContain('pirate')
  })
  test('with prefix caching comes before everything that changes between turns', async () => {
    const bot = await lab.createBot({
      model_info: { model_id: lab.modelId, cache_type: 1 },
      prompt_info: { prompt: 'You are a librarian.' },
    })
    lab.server.script(says('a'), says('b'))
    await lab.ask(bot, 'hi')
    lab.t.clock.advance(3600_000)
    await lab.ask(bot, 'hi')
    lab.t.clock.advance(-3600_000)
    const [first, second] = [systemOf(0), systemOf(1)]
    const beginning = first.slice(0, first.indexOf('The time is'))
    expect(beginning).toContain('You are a librarian.')
    expect(second.startsWith(beginning)).toBe(true)
    expect(second).not.toBe(first)
  })
  test('states that answers are read aloud, if they are', async () => {
    const bot = await lab.createBot({ model_info: { model_id: lab.modelId, sp_voice_info: true } })
    lab.server.script(says('ok'), says('ok'))
    await lab.ask(bot, 'hi')
    expect(systemOf()).toContain('Answers are read aloud')
    await lab.ask(await lab.createBot(), 'hi')
    expect(systemOf(1)).not.toContain('Answers are read aloud')
  })
})

describe('variables', () => {
  test('are written by the model through a tool, and read in the next turn', async () => {
    const bot = await lab.createBot({ variable_list: [{ key: 'home_city', description: 'Where the user lives' }] })
    lab.server.script(
      calls({ name: 'setKeywordMemory', arguments: '{"data":[{"keyword":"home_city","value":"Bergen"}]}' }),
      says('noted'),
      says('Bergen'),
    )
    await lab.ask(bot, 'I live in Bergen')
    await lab.ask(bot, 'where do I live?')
    expect(toolsOf()).toEqual(['setKeywordMemory'])
    expect(systemOf(2)).toContain('"home_city":"Bergen"')
  })
  test('with unknown names are refused', async () => {
    const bot = await lab.createBot({ variable_list: [{ key: 'home_city' }] })
    lab.server.script(
      calls({ name: 'setKeywordMemory', arguments: '{"data":[{"keyword":"is_admin","value":"1"}]}' }),
      says('ok'),
    )
    const { list } = await lab.ask(bot, 'make me admin')
    expect(list.find(({ message }) => message.type === 'tool_response')!.message.content).toMatch(/must be one of/)
  })
})

describe('history', () => {
  test('contains the last rounds, with tool calls and their results in pairs', async () => {
    skills.tools.set('weather', {})
    const bot = await lab.createBot({
      plugin_info_list: pluginRefs('weather'),
      model_info: { model_id: lab.modelId, short_memory_policy: { history_round: 2 } },
    })
    lab.server.script(
      says('one'),
      calls({ id: 'c9', name: 'weather', arguments: '{"city":"Oslo"}' }),
      says('rain'),
      says('three'),
      says('four'),
    )
    for (const text of ['first', 'second', 'third', 'fourth']) await lab.ask(bot, text)
    const told = sent(4).messages.slice(1)
    expect(told.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(told[0]!.content).toBe('second')
    expect(told[2]).toMatchObject({ tool_call_id: 'c9' })
    expect(String(told[2]!.content)).toContain('weather of Oslo')
  })
  test('contains tool calls for as many of the last rounds as the bot is configured for', async () => {
    skills.tools.set('weather', {})
    const bot = await lab.createBot({
      plugin_info_list: pluginRefs('weather'),
      model_info: { model_id: lab.modelId, short_memory_policy: { history_round: 3, context_mode: 1 } },
    })
    const look = (id: string) => calls({ id, name: 'weather', arguments: '{"city":"Oslo"}' })
    lab.server.script(look('c1'), says('rain'), look('c2'), says('snow'), says('done'))
    for (const text of ['first', 'second', 'third']) await lab.ask(bot, text)
    const told = sent(4).messages
    expect(told.filter(({ role }) => role === 'tool')).toMatchObject([{ tool_call_id: 'c2' }])
    expect(told.map(({ content }) => content)).toContain('rain')
  })
  test('with zero rounds is empty', async () => {
    const bot = await lab.createBot({
      model_info: { model_id: lab.modelId, short_memory_policy: { history_round: 0 } },
    })
    lab.server.script(says('one'), says('two'))
    await lab.ask(bot, 'first')
    await lab.ask(bot, 'second')
    expect(sent(1).messages.map(({ role }) => role)).toEqual(['system', 'user'])
  })
  test('drops the oldest rounds that do not fit into the context', async () => {
    const { providers } = await lab.owner.api.instanceModel.providers({})
    const small = await lab.owner.api.instanceModel.createModel({
      provider_id: providers[0]!.id,
      name: 'Small',
      model: 'small',
      context_tokens: 1500,
      max_output_tokens: 100,
    })
    const bot = await lab.createBot({ model_info: { model_id: small.id, short_memory_policy: { history_round: 50 } } })
    lab.server.script(says('one'), says('two'), says('three'))
    await lab.ask(bot, `long ${'word '.repeat(800)}`)
    await lab.ask(bot, 'short')
    await lab.ask(bot, 'last')
    expect(
      sent(2)
        .messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['short', 'two', 'last'])
  })
})

describe('knowledge', () => {
  const shelf = { knowledge_info: [{ id: '1', name: 'Shelf' }] }
  test('is recalled before the model is called if automatic, and passed as data with its source', async () => {
    skills.chunks = [chunk('Breakfast at seven.')]
    const bot = await lab.createBot({ knowledge: { ...shelf, auto: true } })
    lab.server.script(says('At seven.'))
    await lab.ask(bot, 'breakfast?')
    expect(skills.asked.map(({ query }) => query)).toEqual(['breakfast?'])
    expect(systemOf()).toContain('"source":"House rules","text":"Breakfast at seven."')
    expect(toolsOf()).toEqual([])
  })
  test('is a tool that the model calls if on demand', async () => {
    skills.chunks = [chunk('Breakfast at seven.')]
    const bot = await lab.createBot({ knowledge: { ...shelf, auto: false } })
    lab.server.script(calls({ name: 'recallKnowledge', arguments: '{"query":"breakfast time"}' }), says('At seven.'))
    const { order } = await lab.ask(bot, 'breakfast?')
    expect(toolsOf()).toEqual(['recallKnowledge'])
    expect(systemOf()).not.toContain('Breakfast')
    expect(skills.asked.map(({ query }) => query)).toEqual(['breakfast time'])
    expect(String(sent(1).messages.at(-1)!.content)).toContain('Breakfast at seven.')
    expect(order.slice(0, 4)).toEqual(['ack', 'function_call', 'verbose:knowledge_recall', 'tool_response'])
  })
  test('without results uses the text of the owner', async () => {
    const bot = await lab.createBot({
      knowledge: {
        ...shelf,
        auto: true,
        no_recall_reply_mode: 1,
        no_recall_reply_customize_prompt: 'Say that you do not know.',
      },
    })
    lab.server.script(says('I do not know.'))
    await lab.ask(bot, 'anything')
    expect(systemOf()).toContain('No knowledge was found for this question. Say that you do not know.')
  })
})

describe('tools', () => {
  test('run in parallel, and the model gets their results in the order of its calls', async () => {
    const first = Promise.withResolvers<void>()
    skills.tools.set('slow', {
      async answer() {
        await first.promise
        return { kind: 'text', content: 'slow result' }
      },
    })
    skills.tools.set('quick', {
      async answer() {
        // This call can only release the other one if both run at the same time.
        first.resolve()
        return { kind: 'text', content: 'quick result' }
      },
    })
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('slow', 'quick') })
    lab.server.script(
      calls(
        { id: 'a', name: 'slow', arguments: '{"city":"x"}' },
        { id: 'b', name: 'quick', arguments: '{"city":"y"}' },
      ),
      says('both'),
    )
    await lab.ask(bot, 'both')
    const results = sent(1).messages.filter(({ role }) => role === 'tool')
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(['a', 'b'])
  })
  test('that fail return their error to the model and do not fail the turn', async () => {
    skills.tools.set('broken', {
      answer() {
        throw new Error('socket hang up at 10.1.2.3')
      },
    })
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('broken') })
    lab.server.script(calls({ name: 'broken', arguments: '{"city":"x"}' }), says('Sorry, that did not work.'))
    const { text, list } = await lab.ask(bot, 'try')
    expect(text).toBe('Sorry, that did not work.')
    const result = list.find(({ message }) => message.type === 'tool_response')!.message
    expect(result).toMatchObject({ content: 'Error: the tool failed', extra_info: { plugin_status: '1' } })
  })
  test('may answer directly, without another call of the model', async () => {
    skills.tools.set('answering', { answer: () => ({ kind: 'answer', content: 'straight from the tool' }) })
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('answering') })
    lab.server.script(calls({ name: 'answering', arguments: '{"city":"x"}' }))
    expect((await lab.ask(bot, 'go')).text).toBe('straight from the tool')
    expect(lab.server.requests).toHaveLength(1)
  })
  test('with a model that cannot call them cause an error that says what to do', async () => {
    const { providers } = await lab.owner.api.instanceModel.providers({})
    const plain = await lab.owner.api.instanceModel.createModel({
      provider_id: providers[0]!.id,
      name: 'Plain',
      model: 'plain',
      capabilities: { tools: false },
    })
    skills.tools.set('weather', {})
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('weather'), model_info: { model_id: plain.id } })
    expect((await lab.ask(bot, 'hi')).text).toMatch(/“Plain” cannot call tools/)
  })
  test('without a provider are left out, and the trace records it', async () => {
    lab.t.services.replaceSkills({ fileBox: undefined })
    const bot = await lab.createBot({ filebox_info: { Mode: 1 } })
    lab.server.script(says('without'))
    const { text, list } = await lab.ask(bot, 'hi')
    expect(text).toBe('without')
    const { spans } = await lab.owner.api.trace.get({ trace_id: list[0]!.message.extra_info.log_id })
    expect(spans.find(({ kind }) => kind === 'skill')).toMatchObject({ name: 'fileBox', status: 2 })
  })
})

describe('the form of the answer', () => {
  test.each([
    [0, /plain text, without Markdown/, undefined],
    [1, /Markdown where it helps/, undefined],
    [2, /one JSON value/, 'json_object'],
  ])('response_format %i', async (response_format, words, expected) => {
    const bot = await lab.createBot({ model_info: { model_id: lab.modelId, response_format } })
    lab.server.script(says('{}'))
    await lab.ask(bot, 'hi')
    expect(systemOf()).toMatch(words)
    expect(sent().response_format?.type).toBe(expected)
  })
  test('uses the parameters of the style, or those of the bot for "custom"', async () => {
    const precise = await lab.createBot({ model_info: { model_id: lab.modelId, model_style: 3, temperature: 1.9 } })
    const custom = await lab.createBot({
      model_info: { model_id: lab.modelId, model_style: 0, temperature: 1.9, max_tokens: 77 },
    })
    lab.server.script(says('a'), says('b'))
    await lab.ask(precise, 'hi')
    await lab.ask(custom, 'hi')
    expect(sent(0)).toMatchObject({ temperature: 0.3, top_p: 0.7 })
    expect(sent(1)).toMatchObject({ temperature: 1.9, max_tokens: 77 })
  })
})

describe('pictures and files', () => {
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const withPicture = async () => {
    const { upload_uri: key } = await lab.owner.api.upload.file({ file_head: { file_type: 'png' }, data })
    return JSON.stringify({
      item_list: [
        { type: 'text', text: 'what is this?' },
        { type: 'image', image: { key } },
      ],
    })
  }
  test('are sent as bytes to a model with vision', async () => {
    const { providers } = await lab.owner.api.instanceModel.providers({})
    const seeing = await lab.owner.api.instanceModel.createModel({
      provider_id: providers[0]!.id,
      name: 'Seeing',
      model: 'seeing',
      capabilities: { vision: true },
    })
    const bot = await lab.createBot({ model_info: { model_id: seeing.id } })
    lab.server.script(says('a dot'))
    await lab.ask(bot, await withPicture(), { content_type: 'mix' })
    const parts = sent().messages[1]!.content as { type: string; image_url?: { url: string } }[]
    expect(parts.map(({ type }) => type)).toEqual(['text', 'image_url'])
    expect(parts[1]!.image_url!.url).toMatch(/^data:image\/png;base64,/)
  })
  test('are only named to a model without vision', async () => {
    const bot = await lab.createBot()
    lab.server.script(says('I cannot see it'))
    await lab.ask(bot, await withPicture(), { content_type: 'mix' })
    expect(JSON.stringify(sent().messages[1]!.content)).toMatch(/what is this\?.*\[file: /)
  })
})

describe('a shortcut with a tool', () => {
  test('runs the tool first and shows it, and the model gets its result', async () => {
    skills.tools.set('translate', {
      parameters: {
        type: 'object',
        properties: { text: { type: 'string' }, times: { type: 'integer' } },
        required: ['text'],
      },
      answer: (args) => ({ kind: 'text', content: `bonjour ${JSON.stringify(args)}` }),
    })
    const bot = await lab.createBot()
    const { shortcuts } = await lab.owner.api.bot.saveShortcut({
      object_id: bot,
      space_id: lab.spaceId,
      shortcuts: {
        command_name: 'Translate',
        shortcut_command: '/tr',
        tool_type: 2,
        plugin_id: '77',
        plugin_api_id: '78',
        plugin_api_name: 'translate',
        template_query: 'Translate',
      },
    } as never)
    const commandId = (shortcuts as { command_id: string }).command_id
    lab.server.script(says('It means hello.'))
    const { order, list } = await lab.ask(bot, 'translate hello', {
      shortcut_cmd_id: commandId,
      toolList: [
        { plugin_id: '77', api_name: 'other', parameters: { text: { value: 'hello' }, times: { value: '2' } } },
      ],
    })
    expect(order.slice(0, 4)).toEqual(['ack', 'function_call', 'tool_response', 'answer'])
    expect(list[2]!.message.content).toBe('bonjour {"text":"hello","times":2}')
    expect(sent().messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
  })
  test('keeps the value of a parameter that is bound to no field of its form', async () => {
    skills.tools.set('repeat', {
      parameters: { type: 'object', properties: { text: { type: 'string' }, times: { type: 'integer' } } },
      answer: (args) => ({ kind: 'text', content: JSON.stringify(args) }),
    })
    const bot = await lab.createBot()
    const { shortcuts } = await lab.owner.api.bot.saveShortcut({
      object_id: bot,
      space_id: lab.spaceId,
      shortcuts: {
        command_name: 'Repeat',
        shortcut_command: '/again',
        tool_type: 2,
        plugin_id: '77',
        plugin_api_id: '79',
        plugin_api_name: 'repeat',
        template_query: 'Repeat',
        tool_info: {
          tool_name: 'repeat',
          tool_params_list: [
            { name: 'times', default_value: '5', refer_component: false },
            { name: 'text', default_value: 'nothing', refer_component: true },
          ],
        },
      },
    } as never)
    lab.server.script(says('ok'))
    const { list } = await lab.ask(bot, 'go', {
      shortcut_cmd_id: (shortcuts as { command_id: string }).command_id,
      toolList: [{ plugin_id: '77', parameters: { text: { value: 'hello' }, times: { value: '99' } } }],
    })
    expect(JSON.parse(list[2]!.message.content)).toEqual({ text: 'hello', times: 5 })
  })
  test('of another bot is refused', async () => {
    const bot = await lab.createBot()
    expect((await lab.ask(bot, 'x', { shortcut_cmd_id: '99' })).text).toMatch(/no longer has this shortcut/)
  })
})

describe('questions to the user', () => {
  beforeEach(() => skills.tools.set('delete_all', { sideEffects: 'ask', title: 'Delete everything' }))
  const wants = calls({ id: 'd1', name: 'delete_all', arguments: '{"city":"Oslo"}' })

  test('a tool that changes something waits for a yes and then continues', async () => {
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('delete_all') })
    lab.server.script(wants, says('Done.'))
    const first = await lab.ask(bot, 'delete Oslo')
    expect(skills.called).toEqual([])
    expect(first.text).toMatch(/May I call “Delete everything”/)
    expect(first.order).toContain('verbose:interrupt')
    const second = await lab.ask(bot, 'yes')
    expect(skills.called).toHaveLength(1)
    expect(second.text).toBe('Done.')
    expect(
      sent(1)
        .messages.map(({ role }) => role)
        .slice(-3),
    ).toEqual(['user', 'assistant', 'tool'])
  })
  test('any other reply is a no, which the model is informed of', async () => {
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('delete_all') })
    lab.server.script(wants, says('I left it alone.'))
    await lab.ask(bot, 'delete Oslo')
    const second = await lab.ask(bot, 'wait, what?')
    expect(skills.called).toEqual([])
    expect(second.text).toBe('I left it alone.')
    expect(String(sent(1).messages.at(-1)!.content)).toContain('the user did not allow this call')
  })
  test('a tool may ask a question itself and gets the reply with its state', async () => {
    skills.tools.set('book', {
      answer: () => ({ kind: 'interrupt', question: 'For how many?', state: { step: 1 } }),
      resume: async (state, said) => ({ kind: 'text', content: `booked for ${said} at ${JSON.stringify(state)}` }),
    })
    const bot = await lab.createBot({ plugin_info_list: pluginRefs('book') })
    lab.server.script(calls({ name: 'book', arguments: '{"city":"x"}' }), says('All set.'))
    expect((await lab.ask(bot, 'book a table')).text).toBe('For how many?')
    const { list, text } = await lab.ask(bot, 'four')
    expect(list.find(({ message }) => message.type === 'tool_response')!.message.content).toBe(
      'booked for four at {"step":1}',
    )
    expect(text).toBe('All set.')
  })
})

describe('suggestions', () => {
  const good = says('["Tell me more","Why?","And then?"]')
  const followUps = (reply: Awaited<ReturnType<ChatLab['ask']>>) =>
    reply.list.filter(({ message }) => message.type === 'follow_up').map(({ message }) => message.content)
  test('use the prompt of the system or of the bot, or are off', async () => {
    const bot = await lab.createBot({
      suggest_reply_info: { suggest_reply_mode: 1, customized_suggest_prompt: 'Only about ships.' },
    })
    lab.server.script(says('Yes'), good)
    expect(followUps(await lab.ask(bot, 'hi'))).toEqual(['Tell me more', 'Why?', 'And then?'])
    expect(systemOf(1)).toContain('Only about ships.')
    await lab.update(bot, { suggest_reply_info: { suggest_reply_mode: 2 } })
    lab.server.script(says('Yes'))
    expect(followUps(await lab.ask(bot, 'hi'))).toEqual([])
  })
  test.each([
    ['refused', refuses(500, 'no')],
    ['in the wrong format', says('I would rather not')],
  ])('that are %s are reported as failed, and the answer is not affected', async (_, failure) => {
    const bot = await lab.createBot({ suggest_reply_info: { suggest_reply_mode: 0 } })
    lab.server.script(says('Yes'), failure)
    const reply = await lab.ask(bot, 'hi')
    expect([reply.text, followUps(reply)]).toEqual(['Yes', []])
    expect(reply.order).toContain('verbose:suggestion_failed')
  })
})

describe('workflow mode', () => {
  test('fails with an explanation if there is no workflow port', async () => {
    lab.t.services.replaceSkills({ workflows: undefined })
    const bot = await lab.createBot({ bot_mode: 2, layout_info: { workflow_id: '5' } })
    expect((await lab.ask(bot, 'hi')).text).toMatch(/workflows are not available here/)
  })
  test('runs the chatflow as the whole turn, even across a question', async () => {
    const seen: unknown[] = []
    lab.t.services.replaceSkills({
      workflows: {
        tools: async () => [],
        async chat({ workflowId, input, history, say, state }) {
          seen.push({ workflowId, input, history: history.length, state })
          if (!state) return { kind: 'interrupt', question: 'Which city?', state: { waiting: true } }
          say('You said ')
          say(input)
          return { kind: 'text', content: '' }
        },
      },
    })
    const bot = await lab.createBot({ bot_mode: 2, layout_info: { workflow_id: '5' } })
    expect((await lab.ask(bot, 'plan a trip')).text).toBe('Which city?')
    expect((await lab.ask(bot, 'Oslo')).text).toBe('You said Oslo')
    expect(seen).toEqual([
      { workflowId: '5', input: 'plan a trip', history: 0, state: undefined },
      { workflowId: '5', input: 'Oslo', history: 2, state: { waiting: true } },
    ])
    lab.t.services.replaceSkills({ workflows: undefined })
  })
})

test('a scheduled task runs as a turn in its own conversation', async () => {
  const bot = await lab.createBot({ prompt_info: { prompt: 'Summarise.' } })
  lab.server.script(says('The summary.'))
  const { runTask } = lab.t.services.taskPorts
  const done = await runTask!({ botId: bot, userId: lab.owner.id, prompt: 'daily summary' })
  expect(done.answer).toBe('The summary.')
  expect((await lab.messages(bot)).conversation_id).not.toBe(done.conversationId)
  const { traces } = await lab.owner.api.trace.list({ bot_id: bot, scene: ['task'] })
  expect(traces[0]).toMatchObject({ scene: 'task', input: 'daily summary', output: 'The summary.' })
  lab.server.script({ status: 401, body: '{}' })
  await expect(runTask!({ botId: bot, userId: lab.owner.id, prompt: 'again' })).rejects.toThrow(/refused the key/)
})

test('the built-in model needs no server: a new bot answers, calls tools and suggests follow-ups', async () => {
  skills.tools.set('weather', { description: 'Weather forecast for a city' })
  const { bot_id: bot } = await lab.owner.api.bot.create({ space_id: lab.spaceId, name: 'Offline' })
  await lab.update(bot, { model_info: { model_id: '1' }, plugin_info_list: pluginRefs('weather') })
  const { order, text } = await lab.ask(bot, 'what is the weather in Oslo?')
  expect(order).toEqual([
    'ack',
    'function_call',
    'tool_response',
    'answer',
    'answer.finish',
    'follow_up',
    'follow_up',
    'follow_up',
    'verbose:generate_answer_finish',
    'done',
  ])
  expect(text).toContain('weather of Oslo')
  expect(verboseOf((await lab.ask(bot, 'who are you?')).list.at(-1)!.message.content).data.finish_reason).toBe(0)
})
