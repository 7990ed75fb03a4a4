import { expect } from 'vitest'

import type { ModelMessage, ModelRequest, ToolSpec } from '#ports.ts'
import { chain, endText, llm, ref, start, vars } from '../canvas.ts'
import type { Case } from '../harness.ts'
import type { World } from '../ports.ts'

const requests = (world: World) =>
  world.asked.filter((item) => item.port === 'model').map((item) => item.request as ModelRequest)
const lastTool = (request: ModelRequest): ModelMessage | undefined =>
  request.messages.findLast((message) => message.role === 'tool')
const open: ToolSpec = {
  name: 'open_page',
  description: 'Opens a page',
  parameters: { type: 'object', properties: {} },
}
const page = { tools: () => [open] }
const call = (text = '') => ({
  text,
  toolCalls: [{ id: 'c1', name: 'open_page', arguments: '{"page":"orders"}' }],
  usage: { input: 1, output: 1 },
})
const talks = chain(start('a'), llm('10', 'help', {}, vars('output')), endText('{{r}}', { r: ref('10.output') }, true))
const waiting = {
  type: 1,
  data: { content: 'open_page', page_tool: { name: 'open_page', arguments: { page: 'orders' } } },
}
const chat = { chat: true, stream: true }

export const pageTools: Case[] = [
  {
    name: 'the page runs the tool that the model calls, and the model continues with the result',
    canvas: talks,
    options: chat,
    world: {
      ports: { page },
      model: (request) => (lastTool(request) ? `then: ${String(lastTool(request)!.content)}` : call()),
    },
    answers: ['Opened: Orders'],
    expect: {
      text: 'then: Opened: Orders',
      interrupts: [waiting],
      asked: (world) => expect(requests(world)[0]!.tools).toEqual([open]),
    },
  },
  {
    name: 'text shown before a page tool runs is shown only once',
    canvas: talks,
    options: chat,
    world: { ports: { page }, model: (request) => (lastTool(request) ? 'Done.' : call('One moment. ')) },
    answers: ['Opened'],
    expect: { text: 'One moment. Done.', interrupts: [waiting], messages: { '900001': 'One| mo|men|t. |Don|e.|' } },
  },
  {
    name: 'a run outside a conversation has no page',
    canvas: talks,
    options: { stream: true },
    world: { ports: { page }, model: () => 'hello' },
    expect: { text: 'hello', asked: (world) => expect(requests(world)[0]!.tools).toEqual([]) },
  },
]
