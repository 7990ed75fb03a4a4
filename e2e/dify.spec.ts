import { describe, expect, test } from 'vitest'
import { difyGreeter } from '../apps/server/src/testing/dify-greeter.ts'
import { bundlePage } from './lib/bundle-page.ts'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Language } from './lib/studio.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Applications exported from Dify are imported on the page and run. */
const studio = openStudioInside()

/** The answer of the built-in model to "who are you". */
const offline = /offline model of Orrery|内置的离线模型/

const chat = `
app:
  description: Answers questions about the museum
  icon: "\\U0001F3DB"
  icon_background: '#FFEAD5'
  mode: chat
  name: Museum desk
  use_icon_as_answer_icon: false
kind: app
model_config:
  agent_mode: { enabled: false, max_iteration: 5, strategy: function_call, tools: [] }
  annotation_reply: { enabled: false }
  chat_prompt_config: {}
  completion_prompt_config: {}
  dataset_configs: { datasets: { datasets: [] }, retrieval_model: multiple }
  file_upload: { image: { enabled: false } }
  model:
    completion_params: { temperature: 0.2, max_tokens: 512 }
    mode: chat
    name: gpt-4o-mini
    provider: openai
  more_like_this: { enabled: false }
  opening_statement: Welcome to the museum of {{city}}.
  pre_prompt: You sit at the desk of the museum of {{city}}.
  prompt_type: simple
  suggested_questions: [When do you open?, Is there a café?]
  suggested_questions_after_answer: { enabled: false }
  user_input_form:
    - text-input: { default: Porto, label: City, required: false, variable: city }
version: 0.1.5
`
const agent = `
app: { description: Finds flights, icon: "\\u2708", mode: agent-chat, name: Flight finder with a long name }
kind: app
version: 0.1.5
model_config:
  agent_mode:
    enabled: true
    max_iteration: 5
    strategy: function_call
    tools:
      - { enabled: true, isDeleted: false, notAuthor: false, provider_id: time, provider_name: time, provider_type: builtin, tool_label: Current time, tool_name: current_time, tool_parameters: {} }
      - { enabled: true, isDeleted: false, notAuthor: false, provider_id: google, provider_name: google, provider_type: builtin, tool_label: Web search, tool_name: google_search, tool_parameters: {} }
  model: { completion_params: {}, mode: chat, name: gpt-4o, provider: openai }
  opening_statement: Where to?
  pre_prompt: You find flights.
  suggested_questions: [To Rome?]
  user_input_form: []
`
const said = {
  en: {
    model: (name: string) => `The original model was ${name}. Choose another one if the default doesn't fit`,
    tool: (name: string) => `The tool "${name}" is not in the file. Add your own`,
    question: 'Hello, who are you?',
  },
  'zh-CN': {
    model: (name: string) => `原模型为 ${name}，如默认模型不合适请另选`,
    tool: (name: string) => `文件中没有工具「${name}」，请添加你的工具`,
    question: '你好，你是谁？',
  },
}

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const { model, tool, question } = said[language]

  test('a chat app, a workflow and an agent with tools are imported, list what they lack, and run', async () => {
    const person = await studio.person(language, { dark: true })
    const { page } = person
    const spaceId = await joinAs(person, 'mover')
    const files = bundlePage(page, language)
    const { words, dialog } = files

    await files.previewImport(spaceId, { name: 'museum.yml', text: chat })
    await dialog().getByText(words('format.dify')).waitFor()
    await dialog().getByText(model('gpt-4o-mini')).waitFor()
    await files.importPreviewed(1)
    await files.open('Museum desk')
    await page.waitForURL(/\/bot\/\d+/)
    await page.getByText('You sit at the desk of the museum of').first().waitFor()
    await files.ask(question, offline)

    await files.previewImport(spaceId, { name: 'greeter.yml', text: difyGreeter })
    await expect.poll(() => dialog().getByText(words('todo')).count()).toBe(0)
    await files.importPreviewed(1)
    await files.open('Greeter')
    await page.waitForURL(/\/work_flow\?/)
    expect(await files.run({ name: 'Ada' }, 'End')).toContain('ADA!')
    await page.reload()
    expect(await files.run({ name: 'Bob' }, 'End')).toContain('Who is Bob?')
    await expectTranslated(page, `dify-run-${language}`)

    await files.previewImport(spaceId, { name: 'flights.yaml', text: agent })
    for (const name of ['Current time', 'Web search']) await dialog().getByText(tool(name)).waitFor()
    await dialog()
      .getByText(words('note.renamed', { name: 'Flight finder with a long name' }))
      .waitFor()
    await expectAccessible(page, `dify-look-${language}`)
    await files.importPreviewed(1)
    await files.open('Flight finder with a')
    await page.waitForURL(/\/bot\/\d+/)
    await page.getByText('Where to?').first().waitFor()
    await files.ask(question, offline)
    await expectTranslated(page, `dify-agent-${language}`)
    noComplaints(person)
  })
})
