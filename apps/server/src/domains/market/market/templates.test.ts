import { beforeAll, describe, expect, test } from 'vitest'
import { templates } from '#templates/registry.ts'
import { partIdOf, rootIdOf } from '#templates/template-types.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let me: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  me = await t.register('me')
  spaceId = (await me.api.space.create({ name: 'Mine' })).id
})
const take = (number: number) => me.api.market.duplicate({ product_id: rootIdOf({ number }), space_id: spaceId })
async function run(workflow_id: string, input: Record<string, string>): Promise<Record<string, unknown>> {
  const { execute_id } = await me.api.workflowRun.test({ workflow_id, space_id: spaceId, input })
  for (let tries = 0; tries < 400; tries += 1) {
    const found = await me.api.workflowRun.process({ workflow_id, space_id: spaceId, execute_id })
    if (found.executeStatus !== 1) {
      expect(found.executeStatus, JSON.stringify(found.nodeResults.map((nodeResult) => nodeResult.errorInfo))).toBe(2)
      return JSON.parse(found.nodeResults.find((nodeResult) => nodeResult.nodeId === '900001')!.output) as Record<
        string,
        unknown
      >
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('still running')
}

describe('templates', () => {
  test('there are at least 24, of bots, workflows and projects, each with a picture and in both languages', async () => {
    expect(templates.length).toBeGreaterThanOrEqual(24)
    const { products, total } = await me.api.market.list({ entity_type: 20, page_size: 100 })
    expect(total).toBe(templates.length)
    const pictures = new Set<string>()
    for (const { meta_info } of products) {
      expect(meta_info).toMatchObject({ is_template: true, is_official: true, status: 1 })
      const answer = await t.request(meta_info.covers[0]!.url)
      expect(answer.headers.get('content-type')).toBe('image/png')
      pictures.add(Buffer.from(await answer.arrayBuffer()).toString('base64'))
    }
    expect(pictures.size, 'no two look alike').toBe(templates.length)
    for (const { name, description } of templates) {
      expect(name.zh).toMatch(/\p{Script=Han}/u)
      expect(description.zh).toMatch(/\p{Script=Han}/u)
    }
    // The nodes of their workflows are translated too.
    for (const template of templates)
      for (const { kind, content } of template.build('zh', partIdOf(template)))
        if (kind === 'workflow')
          for (const [, title] of (content as { schema: string }).schema.matchAll(/"title":"([^"]*)"/g))
            expect(title, template.name.en).toMatch(/\p{Script=Han}/u)
  })

  const answers: Record<number, RegExp> = {
    2: /144/,
    3: /\d{1,2}:\d{2}/,
    4: /3\.1068/,
    5: /5/,
    6: /bonjour/i,
    10: /9/,
  }
  test.each(
    templates.filter((template) => template.kind === 'bot').map((template) => [template.name.en, template] as const),
  )('the bot “%s” answers', async (_, template) => {
    const { new_entity_id: bot_id } = await take(template.number)
    await t.services.knowledgeIngest.drain()
    const { say } = template.sample as { say: { en: string } }
    const { answer } = await me.api.bot.execute({ bot_id, work_info: { message_info: say.en } })
    expect(answer.length).toBeGreaterThan(1)
    expect(answer).toMatch(answers[template.number] ?? /\w{3}/)
    const { bot_info } = await me.api.bot.getDraft({ bot_id })
    expect(bot_info.model_info.model_id).toBe('1')
  })

  const outputs: Record<number, object> = {
    11: { words: 4, characters: 19, longest: 'quick' },
    12: { card: 'Dear Ada,\nall the best for your birthday!' },
    13: { summary: expect.stringMatching(/ship/) },
    14: { translation: expect.stringMatching(/bonjour/i) },
    15: { email: expect.stringMatching(/^Dear Ms Lovelace,\n\n[\s\S]+\n\nBest regards\nBob$/) },
    16: { result: '[now] urgent: the server is down' },
    17: { table: '| name | age |\n| --- | --- |\n| Ann | 30 |', rows: 1 },
    18: { payment: 100, total: 1200 },
    19: { result: '49' },
  }
  test.each(
    templates
      .filter((template) => template.kind === 'workflow')
      .map((template) => [template.name.en, template] as const),
  )('the workflow “%s” runs', async (_, template) => {
    const { new_entity_id } = await take(template.number)
    const { input } = template.sample as { input: Record<string, string> }
    expect(await run(new_entity_id, input)).toEqual(outputs[template.number])
  })

  test.each(
    templates
      .filter((template) => template.kind === 'project')
      .map((template) => [template.name.en, template] as const),
  )('the project “%s” runs', async (_, template) => {
    const { new_entity_id, items } = await take(template.number)
    const sample = template.sample as { run: string; input: Record<string, string> }
    const idOf = (name: string) => items.find((item) => item.name === name)!.id
    const result = await run(idOf(sample.run), sample.input)
    if (sample.run === 'score_answer') expect(result).toEqual({ score: 1 })
    else {
      expect(result).toEqual({ added: 1 })
      const shown = await run(idOf(sample.run.replace('add_', 'list_')), {})
      expect(shown).toEqual({ text: Object.values(sample.input).join(', '), count: 1 })
    }
    const { publish_record_id } = await me.api.projectPublish.publish({
      project_id: new_entity_id,
      version_number: 'v1',
      connectors: { 1024: {} },
    })
    await t.services.projectPublishing.run(publish_record_id)
    const record = await me.api.projectPublish.record({ project_id: new_entity_id, publish_record_id })
    expect(record.publish_status, JSON.stringify(record.publish_status_detail)).toBe(5)
  })
  test('are completely Chinese for readers of Chinese', async () => {
    const answer = await t.request('/api/marketplace/product/duplicate', {
      method: 'POST',
      headers: {
        cookie: me.cookie(),
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        'accept-language': 'zh-CN',
      },
      body: JSON.stringify({ product_id: rootIdOf({ number: 2 }), space_id: spaceId }),
    })
    const { data } = (await answer.json()) as { data: { new_entity_id: string } }
    const { bot_info } = await me.api.bot.getDraft({ bot_id: data.new_entity_id })
    expect(bot_info).toMatchObject({ name: '数字助手', onboarding_info: { prologue: '需要我计算什么？' } })
  })
})
