import { describe, expect, test } from 'vitest'
import { canvas, codeNode, edge, endNode, param, ref, startNode } from '../apps/server/src/testing/workflow-canvas.ts'
import { dialog, fill, openFlowStudio, press, sheet } from './lib/flow-studio.ts'
import { expectAccessible } from './lib/screen.ts'
import { texts } from './lib/texts.ts'

/** Workflows that run for every line of a table, and as tasks of bots. */
const language = 'en'
const t = texts(language)
const job = (key: string, values?: Record<string, string | number>) => t('workflow-job', key, values)
const { lab, publish, open } = openFlowStudio(language)

describe('a table', () => {
  test('is checked and run line by line, and failed lines can be retried', async () => {
    const picky = canvas(
      [
        startNode(),
        codeNode(
          '2',
          ref('100001', 'input'),
          'async function main({ params }) { if (params.value === "Mallory") throw new Error("not you"); return { result: "Hi " + params.value } }',
        ),
        endNode([param('output', ref('2', 'result'))]),
      ],
      [edge('100001', '2'), edge('2', '900001')],
    )
    const page = await open(await publish('letters', picky), 'jobs')
    await page.getByText(job('none.title')).waitFor()
    await expectAccessible(page, 'jobs-empty', ['letters'])
    await press(page, job('new'))
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('input,shoe\nAnn,7\n')
    await dialog(page)
      .getByRole('list', { name: job('faults') })
      .getByText(/shoe/)
      .waitFor()
    await expectAccessible(page, 'job-faults', ['letters'])
    await choose('input\nAnn\nMallory\nBob\n')
    await press(dialog(page), job('start', { count: 3 }))
    const lines = sheet(page)
      .getByRole('list', { name: job('lines') })
      .getByRole('listitem')
    const failed = lines.filter({ hasText: 'not you' })
    await failed.waitFor()
    await sheet(page)
      .getByText(job('progress.of', { done: 2, failed: 1, total: 3 }))
      .waitFor()
    await expectAccessible(page, 'job-sheet', ['letters', 'people'])
    await sheet(page)
      .getByRole('radio', { name: job('lines.failed'), exact: true })
      .click()
    await expect.poll(() => lines.count()).toBe(1)
    const { job_id } = (await lab.owner.api.workflowJob.list({ space_id: lab.spaceId })).data[0]!
    const runOf = async () =>
      (await lab.owner.api.workflowJob.tasks({ job_id, status: [3] })).task_infos.map((line) => line.execute_id).join()
    const before = await runOf()
    await press(sheet(page), job('retry'))
    // The retry fails again, as a separate run.
    await expect.poll(async () => ['', before].includes(await runOf())).toBe(false)
    const download = page.waitForEvent('download')
    await press(sheet(page), job('download'))
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
    await page.context().close()
  })
})

describe('a task of a bot', () => {
  test('runs a workflow and lists its output in the log', async () => {
    await publish('greeter')
    const { bot_id } = await lab.owner.api.bot.create({ space_id: lab.spaceId, name: 'Concierge' })
    const page = await lab.visit({ language, cookie: lab.owner.cookie() })
    const bot = (key: string, values?: Record<string, string | number>) => t('bot', key, values)
    await page.goto(`/space/${lab.spaceId}/bot/${bot_id}`)
    await page.getByRole('button', { name: bot('block.scheduled_task.add') }).click()
    await fill(dialog(page), new RegExp(`^${bot('task.name')}`), 'Greeting')
    await dialog(page)
      .getByRole('radio', { name: bot('task.does.workflow') })
      .click()
    await dialog(page)
      .getByRole('combobox', { name: bot('task.workflow') })
      .click()
    await page.getByRole('option', { name: /greeter/ }).click()
    await fill(dialog(page), new RegExp(`^${bot('task.params')}`), '{"input":"guest"}')
    await expectAccessible(page, 'bot-task-workflow', ['Concierge', 'Greeting', 'greeter'])
    await press(dialog(page), bot('save'))
    await page.getByText('Greeting', { exact: true }).first().hover()
    await press(page, bot('task.run', { name: 'Greeting' }))
    await page.getByText(bot('task.started', { name: 'Greeting' })).waitFor()
    await page.getByText('Greeting', { exact: true }).first().hover()
    await press(page, bot('task.runs', { name: 'Greeting' }))
    await dialog(page)
      .getByText(/Hello guest/)
      .waitFor()
    await page.context().close()
  })
})
