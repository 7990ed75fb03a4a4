import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { difyGreeter } from '#testing/dify-greeter.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Imports' })).id
})
const bring = (content: string, more: object = {}) => owner.api.bundle.import({ space_id: spaceId, content, ...more })
const run = async (workflow_id: string, input: Record<string, string>) => {
  const { execute_id } = await owner.api.workflowRun.test({ workflow_id, space_id: spaceId, input })
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await owner.api.workflowRun.process({ workflow_id, space_id: spaceId, execute_id })
    if (found.executeStatus !== 1) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('still running')
}
const endOf = (found: Awaited<ReturnType<typeof run>>) => {
  const end = found.nodeResults.find((nodeResult) => nodeResult.nodeId === '900001')
  return { status: found.executeStatus, output: end?.output ?? '' }
}

const advancedChat = `
app: { description: "", icon: x, mode: advanced-chat, name: Talker }
kind: app
version: 0.1.5
workflow:
  conversation_variables: [{ name: seen, value_type: number, value: 0 }]
  graph:
    edges:
      - { source: start, target: llm, sourceHandle: source }
      - { source: llm, target: tool, sourceHandle: source }
      - { source: tool, target: answer, sourceHandle: source }
    nodes:
      - { id: start, data: { type: start, title: Start, variables: [] } }
      - id: llm
        data:
          type: llm
          title: Think
          model: { provider: openai, name: gpt-4, mode: chat, completion_params: { temperature: 0.2 } }
          prompt_template:
            - { role: system, text: "You are kind." }
            - { role: user, text: "{{#sys.query#}}" }
      - { id: tool, data: { type: tool, title: Weather, provider_id: weather, tool_name: forecast } }
      - { id: answer, data: { type: answer, title: Answer, answer: "{{#llm.text#}} and {{#tool.text#}}" } }
`
const agent = `
app: { description: Finds flights, mode: agent-chat, name: Flight finder with a very long name }
kind: app
version: 0.1.5
model_config:
  pre_prompt: "You find flights from {{city}}."
  opening_statement: "Where to?"
  suggested_questions: ["To Rome?", "To Oslo?"]
  user_input_form:
    - text-input: { variable: city, label: City, required: true, default: Berlin }
  agent_mode:
    enabled: true
    strategy: function_call
    tools:
      - { provider_id: google, tool_name: google_search, enabled: true }
  model: { provider: openai, name: gpt-4, mode: chat, completion_params: { temperature: 0.3, max_tokens: 700 } }
`

describe('Dify applications', () => {
  test('a workflow with a branch, code, a template and two ends runs as in Dify', async () => {
    const report = await bring(difyGreeter)
    expect(report).toMatchObject({ format: 'dify', missing: [], left_out: [] })
    expect(report.items).toMatchObject([{ kind: 'workflow', name: 'Greeter', unknown_node_types: [] }])
    const { id } = report.items[0]!
    expect(endOf(await run(id, { name: 'Bob' }))).toEqual({ status: 2, output: '{"answer":"Who is Bob?"}' })
    expect(endOf(await run(id, { name: 'Ada' }))).toEqual({ status: 2, output: '{"answer":"ADA!"}' })
  })
  test('a chatflow ends with its answer; a missing tool keeps its node and is listed', async () => {
    const report = await bring(advancedChat)
    expect(report.items).toMatchObject([{ kind: 'workflow', name: 'Talker', unknown_node_types: [] }])
    expect(report.left_out).toEqual([
      { what: "The original model was gpt-4. Choose another one if the default doesn't fit", where: 'Think' },
      { what: '"forecast" is not in the file. Choose one of your tools here', where: 'Weather' },
    ])
    const { workflow: made } = await owner.api.workflow.canvas({ workflow_id: report.items[0]!.id })
    const { nodes, edges } = JSON.parse(made.schema_json!) as {
      nodes: { id: string; type: string; data: { nodeMeta: { title: string } } }[]
      edges: object[]
    }
    expect(made.flow_mode).toBe(3)
    expect(nodes.map((node) => [node.id, node.type, node.data.nodeMeta.title])).toEqual([
      ['100001', '1', 'Start'],
      ['100002', '3', 'Think'],
      ['100003', '4', 'Weather'],
      ['900001', '2', 'Answer'],
    ])
    expect(JSON.stringify(nodes[1])).toContain('{{query}}')
    expect(edges).toContainEqual({ sourceNodeID: '100003', targetNodeID: '900001' })
  })
  test('an agent becomes a bot with its prompt and variables; its tools are listed as left out', async () => {
    const report = await bring(agent)
    expect(report.left_out).toEqual([
      { what: "The original model was gpt-4. Choose another one if the default doesn't fit", where: '' },
      { what: 'The tool "google_search" is not in the file. Add your own', where: '' },
    ])
    const { bot_info } = await owner.api.bot.getDraft({ bot_id: report.items[0]!.id })
    expect(bot_info.model_info?.model_id, 'a model that is here').toBe(await t.services.models.defaultId(spaceId))
    expect(bot_info).toMatchObject({
      name: 'Flight finder with a',
      description: 'Finds flights',
      prompt_info: { prompt: 'You find flights from {{city}}.' },
      model_info: { temperature: 0.3, max_tokens: 700 },
      suggest_reply_info: { suggest_reply_mode: 2 },
      onboarding_info: { prologue: 'Where to?', suggested_questions: ['To Rome?', 'To Oslo?'] },
      variable_list: [{ key: 'city', default_value: 'Berlin' }],
    })
  })
  test('unknown application types and YAML that expands excessively are refused', async () => {
    await expect(bring(agent.replace('agent-chat', 'magic'))).rejects.toMatchObject({
      code: ErrorCode.bundle.unknownDsl,
    })
    const growing = `kind: app\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghij'[at]}`).join(',')}]`)
      .join('\n')}\napp: { mode: chat }`
    await expect(bring(growing)).rejects.toMatchObject({ status: 400 })
  })
})
