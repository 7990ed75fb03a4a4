import { describe, expect, test } from 'vitest'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { workflowPage } from './lib/workflow-page.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Workflows are drawn, run, fixed, published, compared and rolled back, by one person and by two at once. */
const studio = openStudioInside()

describe('two browsers on one workflow', () => {
  const t = texts('en')
  test('the second person to save sees both versions and decides node by node', async () => {
    const found = await studio.person('en')
    const spaceId = await joinAs(found, 'wf-two')
    const first = workflowPage(found.page, t)
    const workflowId = await first.create(spaceId, 'two_hands')
    await first.add('Start', 15)
    await first.add('Text', 5)
    await first.saved()

    const other = await studio.person('en')
    await other.context.addCookies(await found.context.cookies())
    const second = workflowPage(other.page, t)
    await other.page.goto(`/work_flow?space_id=${spaceId}&workflow_id=${workflowId}`)
    await second.node('Code').waitFor()

    // The second person loses the connection and keeps editing while the first one saves.
    await other.context.route('**/api/workflow_api/save', (route) => route.abort())
    await second.rename('Text', 'Their headline')
    await second.rename('Code', 'Their code')
    await other.page.getByText(t('workflow', 'saved.offline')).waitFor()
    await first.rename('Text', 'My headline')
    await first.saved()
    await other.context.unroute('**/api/workflow_api/save')

    const dialog = other.page.getByRole('dialog', { name: t('workflow', 'conflict.title') })
    await dialog.waitFor()
    await expectTranslated(other.page, 'workflow-conflict')
    const headline = dialog.getByRole('radiogroup', {
      name: t('workflow', 'conflict.which', { name: 'Their headline' }),
    })
    await headline.getByRole('radio', { name: t('ui', 'conflict.theirs') }).click()
    await second.press(dialog, t('workflow', 'conflict.apply'))
    await dialog.waitFor({ state: 'detached' })
    await second.node('My headline').waitFor()
    await second.node('Their code').waitFor()
    await second.saved()

    await found.page.reload()
    await first.node('My headline').waitFor()
    await first.node('Their code').waitFor()
    // Ignores the browser's error about the blocked request.
    other.complaints = other.complaints.filter((text) => !text.includes('ERR_FAILED'))
    noComplaints(found, other)
  })
})

const kinds = [58, 59, 45, 39, 53, 54, 55, 37, 38, 51, 52]

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const run = (key: string, values?: Record<string, string | number>) => t('workflow-run', key, values)
  const words = (key: string, values?: Record<string, string | number>) => t('workflow-node', key, values)

  test('a workflow with 27 kinds of nodes is drawn, run, fixed, published, compared and rolled back', async () => {
    const person = await studio.person(language)
    const { page } = person
    const spaceId = await joinAs(person, `wf-${language.toLowerCase()}`)
    const editor = workflowPage(page, t)
    const { typeName, sheet, press } = editor
    const [start, end] = [1, 2].map(typeName) as [string, string]
    const [code, text, model, condition, loop] = [5, 15, 3, 8, 21].map(typeName) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const [batch, first, input, question, output] = [28, 32, 30, 18, 13].map(typeName) as [
      string,
      string,
      string,
      string,
      string,
    ]
    const workflowId = await editor.create(spaceId, 'trip_planner')

    // The branch that the run takes.
    await editor.add(start, 5)
    await editor.chooseReference(sheet(code), 'input', start, 'input')
    const codeField = () => sheet(code).getByRole('textbox', { name: words('code.label', { title: code }) })
    await editor.write(codeField(), 'async function main({ params }) { return { output: params.missing.trim() } }')
    await editor.add(code, 15)
    await sheet(text)
      .getByRole('radio', { name: words('choice.textSplit') })
      .click()
    await editor.chooseReference(sheet(text), 'String', code, 'output')
    await editor.add(text, 3)
    await expectTranslated(page, `workflow-form-${language}`)
    // The default model of the space is preselected.
    const choice = sheet(model).getByRole('combobox', { name: words('model.choose') })
    await expect.poll(() => choice.innerText()).not.toContain(t('model', 'choose'))
    await choice.click()
    await page.getByRole('option').first().click()
    await editor.chooseReference(sheet(model), 'input', code, 'output')
    await editor.write(sheet(model).getByRole('textbox', { name: words('field.user'), exact: true }), 'Greet {{input}}')
    await editor.add(model, 8)
    await editor.chooseReference(sheet(condition), words('conditions.left'), code, 'output')
    await editor.pick(sheet(condition), words('conditions.operator'), words('word.operator.10'))
    await editor.add(condition, 21)
    await editor.chooseReference(sheet(loop), 'input', text, 'output')
    await editor.add(loop, 21, `${loop} 2`)
    await sheet(`${loop} 2`)
      .getByRole('radio', { name: words('choice.loopCount') })
      .click()
    await editor.add(`${loop} 2`, 28)
    await editor.chooseReference(sheet(batch), 'input', text, 'output')
    await editor.add(batch, 32)
    await press(sheet(first), words('groups.addValue'))
    await editor.chooseReference(sheet(first), words('groups.value', { place: 1, name: 'Group1' }), model, 'output')
    await editor.add(first, 30)
    await editor.add(input, 18)
    await editor.write(
      sheet(question).getByRole('textbox', { name: words('field.question'), exact: true }),
      'Shall we go?',
    )
    await editor.add(question, 13)
    await press(sheet(output), words('inputs.add'))
    await editor.chooseReference(sheet(output), 'input', question, 'USER_RESPONSE')
    await editor.write(
      sheet(output).getByRole('textbox', { name: words('field.content'), exact: true }),
      'You said {{input}}.',
    )
    const last = await editor.open(end)
    await editor.chooseReference(last, 'output', question, 'USER_RESPONSE')

    // Nodes inside the loops.
    await editor.addInside(loop, 8, `${condition} 2`)
    await editor.chooseReference(sheet(`${condition} 2`), words('conditions.left'), loop, 'input')
    await editor.pick(sheet(`${condition} 2`), words('conditions.operator'), words('word.operator.10'))
    await editor.add(`${condition} 2`, 19)
    await editor.connect(`${condition} 2`, typeName(19), words('card.else'))
    await editor.addInside(`${loop} 2`, 20)
    await editor.add(typeName(20), 29)
    await editor.addInside(batch, 15, `${text} 2`)
    await editor.chooseReference(sheet(`${text} 2`), 'String1', batch, 'input')
    await editor.endRound(`${text} 2`)

    // The branch that the run does not take.
    await editor.addFree(kinds[0]!)
    await editor.connect(condition, typeName(kinds[0]!), words('card.else'))
    for (const [place, kind] of kinds.slice(1).entries()) {
      await editor.add(typeName(kinds[place]!), kind)
      if (kind === 45)
        await editor.write(
          sheet(typeName(45)).getByRole('textbox', { name: words('http.url') }),
          'https://example.test/',
        )
    }
    await editor.connect(typeName(kinds.at(-1)!), end)
    await editor.clickEmptyCanvas()
    await page.keyboard.press('m')
    await editor.clickEmptyCanvas()
    await page.keyboard.press('Shift+L')
    await page.keyboard.press('Shift+1')
    await editor.saved()
    await expectTranslated(page, `workflow-drawn-${language}`)
    const types = await page.evaluate(async (id) => {
      const headers = { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' }
      const answer = await fetch('/api/workflow_api/canvas', {
        method: 'POST',
        headers,
        body: JSON.stringify({ workflow_id: id }),
      })
      const { data } = (await answer.json()) as { data: { workflow: { schema_json: string } } }
      const canvas = JSON.parse(data.workflow.schema_json) as { nodes: { type: string; blocks?: { type: string }[] }[] }
      return [
        ...new Set(canvas.nodes.flatMap((node) => [node.type, ...(node.blocks ?? []).map((inner) => inner.type)])),
      ]
    }, workflowId)
    expect(types).toHaveLength(27)

    // The run fails at the wrong code; the sheet shows the error and links to the node.
    await press(page, run('testRun'))
    await page.getByRole('textbox', { name: 'input', exact: true }).fill('Porto')
    await press(page.getByRole('complementary'), run('run'))
    await page.getByRole('heading', { name: run('phase.failed') }).waitFor()
    await editor.state(code, 'failed')
    await editor.state(text, 'skipped')
    // In a small zoom, where cards show no ports, the lines are still drawn.
    await expect.poll(() => page.locator('.line-path').count()).toBeGreaterThan(20)
    await expectAccessible(page, `workflow-failed-${language}`)
    await press(page, run('fault.settings'))
    await editor.write(codeField(), 'async function main({ params }) { return { output: `${params.input}\nLisbon` } }')
    await editor.saved()

    // The input is remembered. The run asks two questions.
    await press(page, run('runAgain'))
    await expect.poll(() => page.getByRole('textbox', { name: 'input', exact: true }).inputValue()).toBe('Porto')
    await press(page.getByRole('complementary'), run('run'))
    await page.getByRole('heading', { name: run('question.from', { title: input }) }).waitFor()
    await page
      .getByRole('region', { name: run('question.title') })
      .getByRole('textbox')
      .fill('two days')
    await press(page, run('question.send'))
    await page.getByRole('heading', { name: run('question.from', { title: question }) }).waitFor()
    await page.getByRole('textbox', { name: run('question.answer') }).fill('Yes')
    await press(page, run('question.send'))
    await page.getByRole('heading', { name: run('phase.done') }).waitFor()
    await page
      .getByRole('log', { name: run('messages') })
      .getByText('You said Yes.')
      .waitFor()
    await editor.state(output, 'done')
    await editor.state(typeName(45), 'skipped')
    await expectTranslated(page, `workflow-done-${language}`)

    // The output of a pinned node is reused, and all nodes from a later one on run again.
    const steps = page.getByRole('listbox', { name: run('timeline') })
    await steps.getByRole('option').filter({ hasText: text }).first().click()
    await press(page, run('pin'))
    await (await editor.focusCard(text)).getByText(t('workflow', 'pinned')).waitFor()
    await steps.getByRole('option').filter({ hasText: output }).first().click()
    await press(page.getByRole('complementary'), run('rerun'))
    await page.getByRole('textbox', { name: 'input', exact: true }).fill('Perhaps')
    await press(page.getByRole('complementary'), run('rerun'))
    await page
      .getByRole('log', { name: run('messages') })
      .getByText('You said Perhaps.')
      .waitFor()
    await page.getByRole('heading', { name: run('phase.done') }).waitFor()

    await press(page, run('publish'))
    const dialog = page.getByRole('dialog', { name: run('publish.title') })
    await dialog.getByRole('textbox', { name: run('publish.note') }).fill('First plans')
    await press(dialog, run('publish.as', { version: 'v0.0.1' }))
    await page.getByText(run('publish.done', { version: 'v0.0.1' })).waitFor()

    // Makes a change, opens the comparison and rolls back to the published version.
    await press(page, run('clear'))
    const said = await editor.open(output)
    await editor.write(
      said.getByRole('textbox', { name: words('field.content'), exact: true }),
      'You answered {{input}}.',
    )
    await editor.fromMenu(first, t('workflow', 'menu.remove'))
    await editor.saved()
    await editor.view('versions')
    const changes = page.getByRole('complementary', { name: run('diff.title') })
    await changes.getByRole('button', { name: output, exact: true }).waitFor()
    await changes.getByText('answered').waitFor()
    await changes.getByRole('button', { name: first, exact: true }).waitFor()
    await expectAccessible(page, `workflow-diff-${language}`)
    await press(page, run('restore.action', { name: 'v0.0.1' }))
    await press(page.getByRole('dialog').last(), run('restore.action', { name: 'v0.0.1' }))
    await editor.focusCard(first)
    const back = await editor.open(output)
    await back.getByText('You said').waitFor()

    await editor.view('runs')
    await page
      .getByRole('table', { name: run('runs.label') })
      .getByText(run('status.3'))
      .waitFor()
    noComplaints(person)
  })
})
