import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { type GuideLanguage, guideLanguages, guides } from '@orrery/contract/shared/guides'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rootDir } from '#kit/config.ts'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import { says } from '#testing/scripted-model.ts'
import { greeting } from '#testing/workflow-canvas.ts'

/** Runs every example of the guides in the way a reader would. */
let lab: OpenLab
let env: NodeJS.ProcessEnv
/** Inside the repository, so that examples find the clients they say to install. */
const cache = path.join(rootDir, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const dir = mkdtempSync(path.join(cache, 'guides-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
beforeAll(async () => {
  lab = await openOpenLab()
  const { workflow_id } = await lab.owner.api.workflow.create({ name: 'Flow', space_id: lab.spaceId, flow_mode: 0 })
  await lab.owner.api.workflow.save({ workflow_id, schema: greeting() })
  await lab.owner.api.workflowVersion.publish({ workflow_id, force: true, workflow_version: 'v1.0.0' })
  env = {
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    HOME: dir,
    ORRERY_URL: lab.baseURL,
    ORRERY_TOKEN: lab.token,
    BOT_ID: await lab.publishedBot(),
    WORKFLOW_ID: workflow_id,
    WORKSPACE_ID: lab.spaceId,
  }
})
const programs: Record<GuideLanguage, [string, string]> = {
  curl: ['bash', 'example.sh'],
  javascript: [process.execPath, 'example.mjs'],
  python: ['python3', 'example.py'],
}
/** Expected final output of an example: curl shows raw responses, programs their own output. */
const answer = /^Good day\n$/
const expected: Record<string, { curl: RegExp; program: RegExp }> = {
  stream: { curl: /"content":"Good"[\s\S]*event:conversation\.chat\.completed[\s\S]*event:done/, program: answer },
  poll: { curl: /"type":"answer","content":"Good day"/, program: answer },
  clients: { curl: /"content":"Good day"/, program: /^(Good day\n){1,2}$/ },
  files: { curl: /event:conversation\.chat\.completed/, program: /event:conversation\.chat\.completed/ },
  workflows: { curl: /Hello you/, program: /^\{ ?'?output'?: 'Hello you' ?\}\n$/ },
  webhooks: {
    curl: /"events":\["chat.completed","chat.failed"\].*"secret":"whsec_/,
    program: /^chat\.completed\nheard before\nforged\n$/,
  },
  usage: { curl: /"max":10000[\s\S]*"total":\{"calls":\d+/, program: /^\d{4}-\d\d-\d\d \d+\ntotal \{/ },
}
const run = promisify(execFile)

// Examples of web pages run in a browser: their test is next to that of publishing.
describe.each(guides.filter((guide) => !guide.isPage))('$id', ({ id, examples }) => {
  test('has an example in each language', () => {
    expect(Object.keys(examples)).toEqual([...guideLanguages])
  })
  test.each(Object.entries(examples) as [GuideLanguage, string][])('%s', async (language, code) => {
    lab.server.reset()
    lab.server.script(says('Good', ' day'), says('Good', ' day'))
    const [program, name] = programs[language]
    const folder = mkdtempSync(path.join(dir, `${id}-`))
    writeFileSync(path.join(folder, name), code)
    const { stdout, stderr } = await run(program, [name], { cwd: folder, env, timeout: 20_000 })
    expect(stdout, stderr).toMatch(expected[id]![language === 'curl' ? 'curl' : 'program'])
    if (id === 'files') expect(JSON.stringify(lab.server.requests.at(-1)!.body.messages)).toContain('notes.txt')
  })
})
