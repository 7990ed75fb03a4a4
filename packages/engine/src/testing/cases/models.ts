import { expect } from 'vitest'
import type { ModelRequest } from '#ports.ts'
import { chain, end, llm, ref, refList, start, variable, vars } from '../canvas.ts'
import type { Case } from '../harness.ts'
import type { World } from '../ports.ts'

const requests = (world: World) =>
  world.asked.filter((item) => item.port === 'model').map((item) => item.request as ModelRequest)
const answer = (...nodes: Parameters<typeof chain>) => chain(start('a'), ...nodes, end({ r: ref('10.output') }))
const json = (outputs: ReturnType<typeof vars>) =>
  chain(start('a'), llm('10', 'q', {}, outputs, { settings: { responseFormat: '2' } }), end())

export const models: Case[] = [
  {
    name: 'the prompt is a template',
    canvas: answer(llm('10', 'say {{x}}', { x: ref('s.a') })),
    input: { a: 'hi' },
    expect: { output: { r: 'echo: say hi' } },
  },
  {
    name: 'settings written as text reach the model as numbers',
    canvas: answer(
      llm('10', 'p {{x}}', { x: ref('s.a') }, vars('output'), {
        settings: {
          systemPrompt: 'sys {{x}}',
          temperature: '0.8',
          topP: '0.5',
          maxTokens: '4096',
          generationDiversity: 'balance',
          responseFormat: '1',
        },
      }),
    ),
    input: { a: 'A' },
    expect: {
      asked: (world) => {
        const [request] = requests(world)
        expect(request).toMatchObject({
          modelId: '7',
          modelName: 'test',
          responseFormat: 'markdown',
          purpose: 'answer',
          params: { temperature: 0.8, topP: 0.5, maxTokens: 4096, diversity: 'balance' },
        })
        expect(request!.messages).toEqual([
          { role: 'system', content: 'sys A' },
          { role: 'user', content: 'p A' },
        ])
      },
    },
  },
  {
    name: 'a followed prompt replaces the system prompt, with the inputs of the node',
    canvas: answer(
      llm('10', 'q', { x: ref('s.a') }, vars('output'), {
        settings: { systemPrompt: 'own', promptKey: 'greet', promptLabel: 'production' },
      }),
    ),
    input: { a: 'Ann' },
    world: {
      ports: { prompts: { served: ({ key, label }) => ({ text: `${key} ${label} {{x}}`, version: '1.0.0' }) } },
    },
    expect: {
      asked: (world) => expect(requests(world)[0]!.messages[0]!.content).toBe('greet production Ann'),
    },
  },
  {
    name: 'if no version of the prompt is served, the system prompt of the node is used',
    canvas: answer(llm('10', 'q', {}, vars('output'), { settings: { systemPrompt: 'own', promptKey: 'greet' } })),
    input: { a: 'Ann' },
    world: { ports: { prompts: { served: () => undefined } } },
    expect: { asked: (world) => expect(requests(world)[0]!.messages[0]!.content).toBe('own') },
  },
  {
    name: 'reasoning of the model is returned if the node declares it',
    canvas: chain(start(), llm('10', 'q', {}, vars('output', 'reasoning_content')), end()),
    world: { model: () => ({ text: 'T', reasoning: 'because' }) },
    expect: { nodes: { '10': { output: 'T', reasoning_content: 'because' } } },
  },
  {
    name: 'reasoning is dropped if the node does not declare it',
    canvas: answer(llm('10', 'q')),
    world: { model: () => ({ text: 'T', reasoning: 'because' }) },
    expect: { nodes: { '10': { output: 'T' } } },
  },
  {
    name: 'an output with another name',
    canvas: chain(start(), llm('10', 'q', {}, vars('story')), end()),
    world: { model: () => 'once' },
    expect: { nodes: { '10': { story: 'once' } } },
  },
  {
    name: 'JSON answers are converted to the outputs',
    canvas: json(vars('n:integer', 's')),
    world: { model: () => '{"n":"3","s":4}' },
    expect: { nodes: { '10': { n: 3, s: '4' } } },
  },
  {
    name: 'JSON in a code fence',
    canvas: json(vars('n:integer', 's')),
    world: { model: () => 'Sure:\n```json\n{"n":1,"s":"x"}\n```\nDone.' },
    expect: { nodes: { '10': { n: 1, s: 'x' } } },
  },
  {
    name: 'JSON between sentences',
    canvas: json(vars('n:integer', 's')),
    world: { model: () => 'Here it is: {"n":1,"s":"x"} - bye' },
    expect: { nodes: { '10': { n: 1, s: 'x' } } },
  },
  {
    name: 'an answer that is no JSON gives empty outputs and a warning',
    canvas: json(vars('n:integer', 's')),
    world: { model: () => 'no' },
    expect: {
      nodes: { '10': { n: null, s: null } },
      warnings: { '10': 'the answer of the model is not a JSON object' },
    },
  },
  {
    name: 'fields of the wrong type become null',
    canvas: json(vars('n:integer', 's')),
    world: { model: () => '{"n":"x","s":"y"}' },
    expect: { nodes: { '10': { n: null, s: 'y' } }, warnings: { '10': 'field n is not integer' } },
  },
  {
    name: 'JSON mode with one text output is plain text',
    canvas: json(vars('only')),
    world: { model: () => '{"only":"x"}' },
    expect: {
      nodes: { '10': { only: '{"only":"x"}' } },
      asked: (world) => expect(requests(world)[0]).toMatchObject({ responseFormat: 'text', jsonSchema: undefined }),
    },
  },
  {
    name: 'JSON mode describes the expected shape',
    canvas: json(vars('n:integer', 'l:list<string>')),
    world: { model: () => '{}' },
    expect: {
      asked: (world) => {
        const [item] = requests(world)
        expect(item).toMatchObject({
          responseFormat: 'json',
          jsonSchema: {
            type: 'object',
            properties: { n: { type: 'integer' }, l: { type: 'array', items: { type: 'string' } } },
          },
        })
        expect(item!.messages.at(-1)!.content).toContain('"l":{"items":{"type":"string"},"type":"array"}')
      },
    },
  },
  {
    name: 'pictures are passed to the model as media parts, at their position in the prompt',
    canvas: chain(
      start(
        variable('p', 'string', { assistType: 2 }),
        variable('v', 'list', { schema: { type: 'string', assistType: 10 } }),
      ),
      llm('10', 'look {{p}} and {{v}}!', {
        p: ref('s.p', 'string', { assistType: 2 }),
        v: ref('s.v', 'list', { schema: { type: 'string', assistType: 10 } }),
      }),
      end(),
    ),
    input: { p: 'https://h/a.png?x-wf-file_name=cat.png', v: ['https://h/1.mp4', 'https://h/2.mp4'] },
    expect: {
      asked: (world) =>
        expect(requests(world)[0]!.messages[0]!.content).toEqual([
          { type: 'text', text: 'look ' },
          { type: 'image', url: 'https://h/a.png', name: 'cat.png' },
          { type: 'text', text: ' and ' },
          { type: 'video', url: 'https://h/1.mp4' },
          { type: 'video', url: 'https://h/2.mp4' },
          { type: 'text', text: '!' },
        ]),
    },
  },
  {
    name: 'earlier turns come between the system prompt and the user prompt',
    canvas: answer(
      llm('10', 'now', {}, vars('output'), {
        settings: { systemPrompt: 'S', enableChatHistory: 'true', chatHistoryRound: '2' },
      }),
    ),
    world: {
      ports: {
        conversation: { context: (rounds: number) => [{ role: 'user', content: `before ${rounds}` }] } as never,
      },
    },
    expect: {
      asked: (world) =>
        expect(requests(world)[0]!.messages.map((message) => message.content)).toEqual(['S', 'before 2', 'now']),
    },
  },
  {
    name: 'tokens are added up',
    canvas: chain(start(), llm('10', 'a'), llm('11', 'b'), end()),
    expect: { status: 'success', nodes: { '11': { output: 'echo: b' } } },
  },
  {
    name: 'a list in a prompt',
    canvas: chain(
      start('l:list<string>'),
      llm('10', '{{l}} {{l[1]}}', { l: refList('s.l') }),
      end({ r: ref('10.output') }),
    ),
    input: { l: ['a', 'b'] },
    expect: { output: { r: 'echo: ["a","b"] b' } },
  },
]
