import { ConnectorId } from '@orrery/contract'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/testing/test-app.ts'
import {
  answerNode,
  canvas,
  edge,
  greeting,
  param,
  ref,
  startNode,
} from '../apps/server/src/testing/workflow-canvas.ts'
import { openStudioHere, type Studio } from './lib/in-process.ts'
import { type Language } from './lib/studio.ts'
import { texts } from './lib/texts.ts'
import { openBrowser, type Visit } from './lib/visitor.ts'
import { expectAccessible, expectTranslated } from './lib/screen.ts'

/** A project is published, called, chatted with, fixed, rolled back and taken offline. */
let studio: Studio
let visit: (visit?: Visit) => Promise<Page>
beforeAll(async () => {
  studio = await openStudioHere((publicUrl) => ({ publicUrl }))
  await studio.startJobs()
  visit = await openBrowser(studio.address)
})
/** Changes the answer of the server to one from before the publication ended. */
async function asBefore(route: Route, publicationId: string) {
  const response = await route.fetch()
  const json = (await response.json()) as {
    data: { connector_list: { version_number: string }[]; open_publish_record_id: string }
  }
  for (const connector of json.data.connector_list) connector.version_number &&= 'v1.0.0'
  json.data.open_publish_record_id = publicationId
  await route.fulfill({ response, json })
}
const talks = (words: string) =>
  canvas(
    [
      startNode([{ name: 'USER_INPUT', type: 'string' }]),
      answerNode([param('said', ref('100001', 'USER_INPUT'))], words),
    ],
    [edge('100001', '900001')],
  )

describe('in English', () => {
  const language: Language = 'en'
  const t = texts(language)
  const words = (key: string, values?: Record<string, string | number>) => t('publish', key, values)
  const suffix = language.toLowerCase()
  /** The steps of a finished publication are shown in the language in which they were recorded. */
  const finishedSteps = ['Public page']
  let owner: Person
  let page: Page
  let guest: Page
  let project: string
  let flows: Record<'hello' | 'inner' | 'talk', string>
  let token: string
  const save = (id: string, schema: string) => owner.api.workflow.save({ workflow_id: id, schema })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const row = (channel: string) => page.getByRole('row').filter({ hasText: channel })
  const progress = () => page.getByRole('region', { name: words('progress'), exact: true })
  const isDone = (version: string) =>
    progress()
      .getByRole('heading', { name: words('progress.done', { version }) })
      .waitFor()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const call = async (id: string) => {
    const answer = await studio.request('/v1/workflow/run', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ workflow_id: id, app_id: project, parameters: { input: 'Ada' } }),
    })
    const { code, data } = (await answer.json()) as { code: number; data: string }
    return code === 0 ? (JSON.parse(data) as { output: string }).output : code
  }
  async function ask(text: string, reply: string) {
    const composer = guest.getByRole('textbox', { name: t('public-chat', 'placeholder') })
    await composer.fill(text)
    await composer.press('Enter')
    await guest.getByRole('log').getByText(reply, { exact: true }).waitFor()
  }

  test('each channel gets the workflows that were chosen for it', async () => {
    owner = await studio.register(`publisher-${suffix}`)
    const spaceId = (await owner.api.space.create({ name: 'Team' })).id
    const name = 'Trip planner'
    project = (await owner.api.project.create({ space_id: spaceId, name })).project_id
    const make = async (flow: string, schema: string, mode: 0 | 3 = 0) => {
      const input = { name: flow, space_id: spaceId, project_id: project, flow_mode: mode }
      const { workflow_id: id } = await owner.api.workflow.create(input as never)
      await save(id, schema)
      return id
    }
    flows = {
      hello: await make('hello', greeting('One {{String1}}')),
      inner: await make('inner', greeting()),
      talk: await make('talk', talks('You said {{said}}'), 3),
    }
    token = (await owner.api.token.create({ name: 'Program', duration_day: '1' })).token
    page = await visit({ language, theme: 'light', cookie: owner.cookie() })
    await page.goto(`/space/${spaceId}/project-ide/${project}/publish`)
    await heading(words('changes.first')).waitFor()
    await row('API')
      .getByRole('button', { name: new RegExp(`^${words('flows.title', { channel: 'API' })}`) })
      .click()
    await page.getByRole('checkbox', { name: 'inner' }).click()
    await page.keyboard.press('Escape')
    await row('API')
      .getByText(words('flows.count', { count: 2, all: 3 }))
      .waitFor()
    await page.getByRole('textbox', { name: words('note'), exact: true }).fill('Opening')
    await expectAccessible(page, `project-publish-begin-${suffix}`)
    await button(words('publish', { count: 3 })).click()
    await isDone('v1.0.0')
    await row('API').getByText(words('channel.live'), { exact: true }).waitFor()
    await page
      .getByRole('region', { name: words('versions') })
      .getByText('Opening')
      .waitFor()
    await expectTranslated(page, `project-publish-done-${suffix}`, finishedSteps)
    expect([await call(flows.hello), await call(flows.inner)]).toEqual(['One Ada', 6031])
    // Without edits, nothing is pending, neither here nor in the editor.
    await page.reload()
    await page.getByRole('heading', { name: words('progress.nothing') }).waitFor()
    await page.getByText(t('ui', 'publishState.published'), { exact: true }).waitFor()
    await expect.poll(() => button(words('publish', { count: 3 })).isDisabled()).toBe(true)
  })

  test('anyone with the link can chat with the chatflow of the project', async () => {
    const { links } = await owner.api.share.links({ resource_id: project })
    guest = await visit({ language, width: 900, height: 700 })
    await guest.goto(links.find((link) => link.connector_id === ConnectorId.page)!.url)
    await ask('hello', 'You said hello')
    await save(flows.talk, talks('Now {{said}}'))
    await ask('again', 'You said again')
  })

  test('the next version lists its changes, and a publication continues while the page is closed', async () => {
    await save(flows.hello, greeting('Two {{String1}}'))
    await page.reload()
    await heading(words('changes', { count: 2 })).waitFor()
    await button(words('fromChanges')).click()
    await expect
      .poll(() => page.getByRole('textbox', { name: words('note'), exact: true }).inputValue())
      .toContain('hello')
    const accepted = page.waitForResponse(/publish_project$/)
    await button(words('publish', { count: 3 })).click()
    const { data } = (await (await accepted).json()) as { data: { publish_record_id: string } }
    await page.goto('about:blank')
    // Simulates that the page is opened during the publication, no matter how fast that is.
    let isUnderWay = true
    await page.route(/connector_list$/, (route) =>
      isUnderWay ? asBefore(route, data.publish_record_id) : route.continue(),
    )
    void page.waitForResponse(/publish_record_detail$/).then(() => (isUnderWay = false))
    await page.goBack()
    await row('API').getByText('v1.1.0').waitFor()
    await page.reload()
    await row('Public page').getByText('v1.1.0').waitFor()
    expect(await call(flows.hello)).toBe('Two Ada')
    await ask('and now?', 'Now and now?')
  })

  test('a rollback serves the earlier version and keeps the draft', async () => {
    await button(words('back.action', { version: 'v1.0.0' })).click()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: words('back.action', { version: 'v1.0.0' }) })
      .click()
    await page.getByText(words('back.done', { version: 'v1.0.0' })).waitFor()
    await row('API').getByText('v1.0.0').waitFor()
    await heading(words('changes', { count: 2 })).waitFor()
    expect(await call(flows.hello)).toBe('One Ada')
    await ask('back?', 'You said back?')
  })

  test('a workflow that cannot be published is named, and the publication is retried once it is fixed', async () => {
    await save(flows.hello, canvas([startNode()], []))
    await page.reload()
    await button(words('publish', { count: 3 })).click()
    await progress()
      .getByRole('heading', { name: words('progress.failed', { version: 'v1.2.0' }) })
      .waitFor()
    await progress().getByText('hello', { exact: false }).waitFor()
    await expectTranslated(page, `project-publish-failed-${suffix}`, finishedSteps)
    expect(await call(flows.hello)).toBe('One Ada')
    // The failure is still shown after a reload.
    await page.reload()
    await progress().getByText('hello', { exact: false }).waitFor()
    await save(flows.hello, greeting('Three {{String1}}'))
    await button(words('retry')).click()
    await isDone('v1.2.0')
    expect(await call(flows.hello)).toBe('Three Ada')
  })

  test('a project that is taken offline is unavailable to programs and visitors', async () => {
    await button(words('offline')).click()
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: words('offline.action'), exact: true })
      .click()
    await page.getByText(words('offline.done')).waitFor()
    await row('API').getByText(words('channel.off'), { exact: true }).waitFor()
    expect(await call(flows.hello)).toBe(6031)
    await guest.reload()
    await guest.getByRole('heading', { name: t('public-chat', 'offline') }).waitFor()
  })

  test('a member without the right to publish can only view the page', async () => {
    const member = await studio.register(`member-${suffix}`)
    const { space_id: spaceId } = (await owner.api.intelligences.info({ intelligence_id: project })).basic_info
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
    const looker = await visit({ language, cookie: member.cookie() })
    await looker.goto(`/space/${spaceId}/project-ide/${project}/publish`)
    await looker.getByText(words('viewOnly')).waitFor()
    await expect.poll(() => looker.getByRole('button', { name: words('publish', { count: 3 }) }).count()).toBe(0)
  })
})
