import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { describe as describeNode, literal, reference, variable } from '../packages/engine/src/describe/index.ts'
import { call } from './lib/call.ts'
import { joinAs } from './lib/register.ts'
import { openStudioInside } from './lib/studio-here.ts'
import { noComplaints, type Person, type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** Forms of nodes: values from the tree, prompts, branches, requests, drawings and problems. */
const studio = openStudioInside()

interface StoredNode {
  id: string
  type: string
  data: { nodeMeta: { title: string }; inputs?: Record<string, unknown>; outputs?: { name: string; type: string }[] }
}

const node = (id: string, type: string, title: string, x: number, data: object = describeNode(type)!.data()) => ({
  id,
  type,
  meta: { position: { x, y: 0 } },
  data: { nodeMeta: { title, description: '', icon: '', subTitle: '' }, ...data },
})
const line = (sourceNodeID: string, targetNodeID: string, sourcePortID?: string) => ({
  sourceNodeID,
  targetNodeID,
  ...(sourcePortID ? { sourcePortID } : {}),
})

/** A workflow with nodes to fill in. One reference of its End node is broken. */
const canvas = {
  nodes: [
    node('100001', '1', 'Start', 0, { outputs: [variable('brief'), variable('budget', 'float')] }),
    node('10', '3', 'Draft', 300),
    node('20', '8', 'Check', 600),
    node('30', '45', 'Fetch', 900),
    node('40', '23', 'Draw', 1200),
    node('900001', '2', 'End', 1500, {
      inputs: {
        terminatePlan: 'returnVariables',
        inputParameters: [
          { name: 'plan', input: reference('string', '77', 'plan') },
          { name: 'note', input: literal('string', 'x') },
        ],
      },
    }),
  ],
  edges: [
    line('100001', '10'),
    line('10', '20'),
    line('20', '30', 'true'),
    line('20', '900001', 'false'),
    line('30', '40'),
    line('40', '900001'),
  ],
}

describe('in Chinese', () => {
  const language: Language = 'zh-CN'
  const words = texts(language)
  const t = (key: string, values?: Record<string, string | number>) => words('workflow-node', key, values)
  let owner: Person
  let page: Page
  let address = ''
  let workflowId = ''

  const sheet = () => page.getByRole('complementary').last()
  const open = async (nodeId: string) => {
    await page.goto(`${address}&node_id=${nodeId}`)
    await sheet()
      .getByRole('tab', { name: t('sheet.settings') })
      .waitFor()
  }
  const stored = async (nodeId: string): Promise<StoredNode> => {
    const { workflow } = await call<{ workflow: { schema_json: string } }>(page, '/api/workflow_api/canvas', {
      workflow_id: workflowId,
    })
    const { nodes } = JSON.parse(workflow.schema_json) as { nodes: StoredNode[] }
    return nodes.find((node) => node.id === nodeId)!
  }
  const inputs = async (nodeId: string) => (await stored(nodeId)).data.inputs!
  /** Opens the tree of values and chooses one by its name, with the keyboard. */
  const choose = async (button: RegExp, value: string) => {
    await sheet().getByRole('button', { name: button }).click()
    const tree = page.getByRole('tree')
    await tree.getByRole('treeitem', { name: new RegExp(`^${value} `) }).focus()
    await page.keyboard.press('Enter')
    await tree.waitFor({ state: 'hidden' })
  }

  test('the form of an empty node opens from its address', async () => {
    owner = await studio.person(language)
    page = owner.page
    const spaceId = await joinAs(owner, `forms-${language.toLowerCase()}`)
    const made = await call<{ workflow_id: string; save_version: string }>(page, '/api/workflow_api/create', {
      name: 'itinerary',
      desc: '',
      space_id: spaceId,
    })
    workflowId = made.workflow_id
    await call(page, '/api/workflow_api/save', {
      workflow_id: workflowId,
      schema: JSON.stringify(canvas),
      save_version: made.save_version,
    })
    address = `/work_flow?space_id=${spaceId}&workflow_id=${workflowId}`
    await open('10')
    await expectAccessible(page)
  })

  test('a prompt refers to values of earlier nodes, which become inputs', async () => {
    await sheet()
      .getByRole('combobox', { name: t('model.choose') })
      .click()
    await page.getByRole('option').first().click()
    const prompt = sheet().getByRole('textbox', { name: t('field.user'), exact: true })
    await prompt.click()
    await page.keyboard.type('Plan: {{brief')
    await page.locator('.cm-tooltip-autocomplete').getByRole('option', { name: /brief/ }).first().click()
    await expect
      .poll(async () => (await inputs('10'))['inputParameters'])
      .toContainEqual({
        name: 'brief',
        input: {
          type: 'string',
          value: { type: 'ref', content: { source: 'block-output', blockID: '100001', name: 'brief' } },
        },
      })
    const param = async (name: string) =>
      ((await inputs('10'))['llmParam'] as { name: string; input: { value: { content: unknown } } }[]).find(
        (item) => item.name === name,
      )!.input.value.content
    await expect.poll(() => param('prompt')).toBe('Plan: {{brief}}')
    expect(await param('modelType')).not.toBe('')
    await expectTranslated(page, `workflow-form-llm-${language}`)
  })

  test('outputs are created from an example', async () => {
    await sheet()
      .getByRole('button', { name: t('vars.import') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('{"total": 12.5, "days": [{"stops": ["a"]}]}')
    await dialog.getByRole('button', { name: t('vars.importDo') }).click()
    const names = async () => (await stored('10')).data.outputs!.map((output) => `${output.name}:${output.type}`)
    await expect.poll(names).toEqual(['total:float', 'days:list'])
    await sheet()
      .getByRole('button', { name: t('type.of', { name: 'stops' }) })
      .waitFor()
  })

  test('errors of a node can lead to a separate branch', async () => {
    await sheet()
      .getByRole('combobox', { name: t('errors.then') })
      .click()
    await page.getByRole('option', { name: t('errors.branch') }).click()
    await expect
      .poll(async () => (await stored('10')).data.outputs!.map((output) => output.name))
      .toEqual(['total', 'days', 'errorBody', 'isSuccess'])
    const undo = page.getByRole('button', { name: new RegExp(`^${words('workflow', 'undo')}`) })
    await undo.click()
    await expect.poll(async () => (await stored('10')).data.outputs!.length).toBe(2)
  })

  test('conditions compare values by their types', async () => {
    await open('20')
    await choose(new RegExp(`^${t('conditions.left')}`), 'total')
    await sheet()
      .getByRole('combobox', { name: t('conditions.operator') })
      .click()
    await page.getByRole('option', { name: t('word.operator.16'), exact: true }).click()
    await choose(new RegExp(`^${t('value.choose')}: ${t('conditions.right')}`), 'budget')
    const conditions = async () =>
      ((await inputs('20'))['branches'] as { condition: { conditions: object[] } }[])[0]!.condition.conditions[0]
    await expect.poll(conditions).toEqual({
      operator: 16,
      left: {
        input: {
          type: 'float',
          value: { type: 'ref', content: { source: 'block-output', blockID: '10', name: 'total' } },
        },
      },
      right: {
        input: {
          type: 'float',
          value: { type: 'ref', content: { source: 'block-output', blockID: '100001', name: 'budget' } },
        },
      },
    })
    await expectAccessible(page)
  })

  test('a request is created from a curl command', async () => {
    await open('30')
    await sheet()
      .getByRole('button', { name: t('http.curl') })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('wget https://example.test')
    await dialog.getByRole('button', { name: t('http.curlDo') }).click()
    await dialog.getByText(t('http.curlWrong')).waitFor()
    await dialog
      .getByRole('textbox')
      .fill(`curl 'https://example.test/v1?q=1' -H 'Authorization: Bearer k' --json '{"a":1}'`)
    await dialog.getByRole('button', { name: t('http.curlDo') }).click()
    await expect
      .poll(async () => (await inputs('30'))['apiInfo'])
      .toEqual({ method: 'POST', url: 'https://example.test/v1' })
    const { body, auth, params } = await inputs('30')
    expect(body).toMatchObject({ bodyType: 'JSON', bodyData: { json: '{"a":1}' } })
    expect(auth).toMatchObject({ authOpen: true, authType: 'BEARER_AUTH' })
    expect(params).toHaveLength(1)
  })

  test('a drawing is composed and moved with keys', async () => {
    await open('40')
    await sheet()
      .getByRole('button', { name: t('drawing.open') })
      .last()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: t('drawing.rect'), exact: true }).click()
    const layer = t('drawing.layer', { kind: t('drawing.rect'), place: 1 })
    await dialog.getByRole('group').getByRole('button', { name: layer }).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await dialog.getByRole('button', { name: t('drawing.done') }).click()
    await expect
      .poll(async () => JSON.parse(String((await inputs('40'))['canvasSchema'])).objects[0]?.left)
      .toBe((1024 - 240) / 2 + 10)
  })

  test('problems are listed, lead to their place, and can be fixed', async () => {
    await page
      .getByRole('button', { name: new RegExp(words('workflow', 'problems', { count: 1 }).replace(/^\d+\s*/, '')) })
      .click()
    const panel = page.getByRole('region', { name: t('problems.title') })
    const broken = panel.getByRole('listitem').filter({ hasText: t('problem.broken', { name: 'plan' }) })
    await broken.getByRole('button').first().click()
    await sheet().getByRole('button', { name: 'End', exact: true }).waitFor()
    await expectTranslated(page, `workflow-problems-${language}`)
    await broken.getByRole('button', { name: t('fix.removeReference') }).click()
    await broken.waitFor({ state: 'hidden' })
    await expectAccessible(page)
    const kinds = async () =>
      ((await inputs('900001'))['inputParameters'] as { input: { value: { type: string } } }[]).map(
        (input) => input.input.value.type,
      )
    await expect.poll(kinds).toEqual(['literal', 'literal'])
    noComplaints(owner)
  })
})
