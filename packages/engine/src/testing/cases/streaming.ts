import {
  canvas,
  chain,
  end,
  endText,
  int,
  llm,
  loop,
  node,
  output,
  ref,
  selector,
  start,
  str,
  subWorkflow,
  text,
  vars,
} from '../canvas.ts'
import type { Case } from '../harness.ts'

const flag = { left: ref('s.a'), op: 1, right: str('x') }
const story = { model: () => 'abcdefgh' }

export const streaming: Case[] = [
  {
    name: 'the text of a model is streamed through the answer',
    canvas: chain(start(), llm('10', 'q'), endText('<{{x}}>', { x: ref('10.output') }, true)),
    world: story,
    expect: { text: '<abcdefgh>', messages: { '900001': '<abc|def|gh|>' } },
  },
  {
    name: 'without streaming the answer comes in one piece',
    canvas: chain(start(), llm('10', 'q'), endText('<{{x}}>', { x: ref('10.output') })),
    world: story,
    expect: { text: '<abcdefgh>', messages: { '900001': '<abcdefgh>' } },
  },
  {
    name: 'a run without streaming emits one piece',
    canvas: chain(start(), llm('10', 'q'), endText('<{{x}}>', { x: ref('10.output') }, true)),
    world: story,
    options: { stream: false },
    expect: { messages: { '900001': '<abcdefgh>' } },
  },
  {
    name: 'an output node streams and the run continues after it',
    canvas: chain(
      start(),
      llm('10', 'q'),
      output('11', 'say: {{x}}', { x: ref('10.output') }, true),
      end({ r: ref('11.output') }),
    ),
    world: story,
    expect: { output: { r: 'say: abcdefgh' }, messages: { '11': 'say: abc|def|gh|' } },
  },
  {
    name: 'placeholders keep their order even if the second model finishes first',
    canvas: canvas(
      [
        start(),
        llm('10', 'slow'),
        llm('11', 'fast'),
        endText('1={{x}} 2={{y}}', { x: ref('10.output'), y: ref('11.output') }, true),
      ],
      's>10>e',
      's>11>e',
    ),
    world: {
      model: async (request) => {
        if (request.messages[0]!.content === 'fast') return 'FFFF'
        await new Promise((resolve) => setTimeout(resolve, 5))
        return 'SSSS'
      },
    },
    expect: { text: '1=SSSS 2=FFFF', messages: { '900001': '1=SSS|S| 2=FFF|F|' } },
  },
  {
    name: 'fixed text before a model is sent with its first piece',
    canvas: chain(start('a'), llm('10', 'q'), endText('{{p}}: {{x}}', { p: ref('s.a'), x: ref('10.output') }, true)),
    input: { a: 'A' },
    world: story,
    expect: { messages: { '900001': 'A: abc|def|gh|' } },
  },
  {
    name: 'a stream goes through an aggregate',
    canvas: canvas(
      [
        start('a'),
        selector('10', flag),
        llm('11', 'x'),
        llm('12', 'y'),
        node('32', '13', { mergeGroups: [{ name: 'v', variables: [ref('11.output'), ref('12.output')] }] }, vars('v')),
        endText('[{{v}}]', { v: ref('13.v') }, true),
      ],
      's>10',
      '10:true>11>13',
      '10:false>12>13',
      '13>e',
    ),
    input: { a: 'n' },
    world: story,
    expect: { text: '[abcdefgh]', messages: { '900001': '[abc|def|gh|]' } },
  },
  {
    name: 'the answer of a sub-workflow is streamed by the caller',
    canvas: chain(
      start(),
      subWorkflow('10', 'sub', {}, vars('output'), { type: 1 }),
      endText('<{{x}}>', { x: ref('10.output') }, true),
    ),
    world: {
      ...story,
      workflows: { sub: chain(start(), llm('5', 'q'), endText('({{y}})', { y: ref('5.output') }, true)) },
    },
    expect: { text: '<(abcdefgh)>', messages: { '10/900001': '(abc|def|gh|)', '900001': '<(abc|def|gh|)|>' } },
  },
  {
    name: 'a model that may be tried again shows nothing before it is sure',
    canvas: chain(
      start(),
      llm('10', 'q', {}, vars('output'), { settingOnError: { retryTimes: 1 } }),
      endText('<{{x}}>', { x: ref('10.output') }, true),
    ),
    world: story,
    expect: { messages: { '900001': '<abcdefgh>' } },
  },
  {
    name: 'the end streams what an output node has shown before',
    canvas: chain(
      start(),
      llm('10', 'q'),
      output('11', 'say: {{x}}', { x: ref('10.output') }, true),
      endText('<{{x}}> {{y}}', { x: ref('10.output'), y: ref('11.output') }, true),
    ),
    world: story,
    expect: {
      text: '<abcdefgh> say: abcdefgh',
      messages: { '11': 'say: abc|def|gh|', '900001': '<abc|def|gh|> say: abc|def|gh|' },
    },
  },
  {
    name: 'the end streams a text that other nodes have used in the meantime',
    canvas: chain(
      start(),
      llm('10', 'q'),
      text('11', '{{x}}', { x: ref('10.output') }),
      endText('<{{x}}>', { x: ref('10.output') }, true),
    ),
    world: story,
    expect: { text: '<abcdefgh>', messages: { '900001': '<abc|def|gh|>' } },
  },
  {
    name: 'a node inside a loop streams a text from outside',
    canvas: chain(
      start(),
      llm('10', 'q'),
      loop('11', 'count', {
        count: int('1'),
        blocks: [output('12', '{{x}}', { x: ref('10.output') }, true)],
        lines: ['in>12>out'],
      }),
      end(),
    ),
    world: story,
    expect: { messages: { '11#0/12': 'abc|def|gh|' } },
  },
  {
    name: 'messages are numbered on from one round of a loop to the next',
    canvas: chain(
      start(),
      loop('11', 'count', {
        count: int('3'),
        blocks: [output('12', '{{i}}', { i: ref('11.index', 'integer') })],
        lines: ['in>12>out'],
      }),
      end(),
    ),
    expect: { sequence: { '12': [0, 1, 2] } },
  },
  {
    name: 'message numbers of a loop continue after an answer',
    canvas: chain(
      start(),
      loop('11', 'count', {
        count: int('2'),
        blocks: [
          output('12', 'x'),
          node(
            '18',
            '13',
            { question: '?', answer_type: 'text', limit: 3, llmParam: {}, inputParameters: [] },
            vars('USER_RESPONSE'),
          ),
        ],
        lines: ['in>12>13>out'],
      }),
      end(),
    ),
    answers: ['a', 'b'],
    expect: { sequence: { '12': [0, 1] } },
  },
  {
    name: 'JSON answers are not streamed',
    canvas: chain(
      start(),
      llm('10', 'q', {}, vars('a', 'b'), { settings: { responseFormat: '2' } }),
      endText('{{x}}', { x: ref('10.a') }, true),
    ),
    world: { model: () => '{"a":"A","b":"B"}' },
    expect: { text: 'A', messages: { '900001': 'A' } },
  },
  {
    name: 'two output nodes show the same stream',
    canvas: canvas(
      [
        start(),
        llm('10', 'q'),
        output('11', '1:{{x}}', { x: ref('10.output') }, true),
        output('12', '2:{{x}}', { x: ref('10.output') }, true),
        end(),
      ],
      's>10>11>e',
      '10>12>e',
    ),
    world: story,
    expect: { messages: { '11': '1:abc|def|gh|', '12': '2:abc|def|gh|' } },
  },
  {
    name: 'an output behind a selector waits for it',
    canvas: canvas(
      [start('a'), llm('10', 'q'), selector('11', flag), output('12', '{{x}}', { x: ref('10.output') }, true), end()],
      's>10>11',
      '11:true>12>e',
      '11:false>e',
    ),
    input: { a: 'x' },
    world: story,
    expect: { messages: { '12': 'abc|def|gh|' } },
  },
  {
    name: 'reasoning and answer of a model',
    canvas: chain(
      start(),
      llm('10', 'q', {}, vars('output', 'reasoning_content')),
      endText('{{r}}/{{x}}', { r: ref('10.reasoning_content'), x: ref('10.output') }, true),
    ),
    world: { model: () => ({ text: 'T', reasoning: 'R' }) },
    expect: { text: 'R/T' },
  },
  {
    name: 'text nodes wait for the whole text',
    canvas: chain(
      start(),
      llm('10', 'q'),
      text('11', '<{{x}}>', { x: ref('10.output') }),
      endText('{{y}}', { y: ref('11.output') }, true),
    ),
    world: story,
    expect: { messages: { '900001': '<abcdefgh>' } },
  },
  {
    name: 'the answer of a workflow tool is streamed as the answer of the model node',
    canvas: chain(
      start(),
      llm('10', 'q', {}, vars('story'), { fcParam: { workflowFCParam: { workflowList: [{ workflow_id: 'sub' }] } } }),
      endText('<{{x}}>', { x: ref('10.story') }, true),
    ),
    world: {
      workflows: { sub: chain(start(), llm('5', 'inner'), endText('{{y}}', { y: ref('5.output') }, true)) },
      model: (request) =>
        request.messages[0]!.content === 'inner'
          ? 'abcd'
          : { text: '', toolCalls: [{ id: 'c', name: 'ts_sub_sub', arguments: '{}' }] },
    },
    expect: { text: '<abcd>', messages: { '10@t0/900001': 'abc|d|', '900001': '<abc|d|>' } },
  },
  {
    name: 'the same stream twice in one answer',
    canvas: chain(start(), llm('10', 'q'), endText('{{x}}+{{x}}', { x: ref('10.output') }, true)),
    world: story,
    expect: { text: 'abcdefgh+abcdefgh', messages: { '900001': 'abc|def|gh|+abc|def|gh|' } },
  },
]
