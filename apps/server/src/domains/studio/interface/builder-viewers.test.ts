import { ConnectorId, type InterfaceDocument } from '@orrery/contract'
import { beforeAll, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** People who may only view an app, and people who were removed from its space: none of their changes has an effect. */
let t: TestApp
let owner: Person
let viewer: Person
let leaver: Person
let space_id: string
let agent_app_id: string
let bot_id: string
let sandbox_id: string
let snapshot_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  viewer = await t.register('viewer')
  leaver = await t.register('leaver')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
  const member_info_list = [viewer, leaver].map(({ id }) => ({ user_id: id }))
  await owner.api.space.addMembers({ space_id, member_info_list })
  agent_app_id = (await owner.api.agentApp.create({ space_id, agent_app_name: 'Shop' })).agent_app_id
  bot_id = (await owner.api.agentApp.get({ agent_app_id })).bot_id
  const { channel_map } = await owner.api.projectInterface.create({ project_id: agent_app_id })
  sandbox_id = channel_map['1']!.sandbox_id
  snapshot_id = (await owner.api.builderSandbox.createSnapshot({ sandbox_id })).snapshotId
  await owner.api.space.removeMember({ space_id, remove_user_id: leaver.id })
})
const crdt_history = JSON.stringify([{ path: ['pages', 'home', 'title'], value: 'Mine' }])
const page_id = 'home'
type Act = (api: Person['api']) => Promise<unknown>
const acts: Record<string, Act> = {
  draw: (api) => api.projectInterface.update({ sandbox_id, crdt_history }),
  'draw through the store': (api) => api.builderSandbox.update({ sandbox_id, crdt_history }),
  'draw one page': (api) => api.builderSandbox.updatePage({ sandbox_id, page_id, crdt_history }),
  'add a page': (api) => api.builderSandbox.createPage({ sandbox_id }),
  'copy a page': (api) => api.builderSandbox.clonePage({ sandbox_id, page_id }),
  'delete a page': (api) => api.builderSandbox.deletePage({ sandbox_id, page_id }),
  'keep a snapshot': (api) => api.builderSandbox.createSnapshot({ sandbox_id }),
  'restore a snapshot': (api) => api.builderSandbox.restore({ sandbox_id, snapshot_id }),
  'import a package': (api) =>
    api.componentPackage.import({
      project_id: agent_app_id,
      component_name: 'rating',
      version_name: '1.0.0',
      channel_id: 1,
    }),
  'remove a package': (api) => api.componentPackage.remove({ project_id: agent_app_id, component_name: 'rating' }),
  publish: (api) =>
    api.projectPublish.publish({
      project_id: agent_app_id,
      version_number: 'v1.0.0',
      connector_publish_config: { [ConnectorId.page]: {} },
    }),
  'publish as an app': (api) => api.agentApp.publish({ agent_app_id }),
  'serve an earlier version': (api) => api.projectPublish.goBack({ project_id: agent_app_id, publish_record_id: '1' }),
  'keep the image of a version': (api) => api.interfacePicture.keep({ project_id: agent_app_id }),
  rename: (api) => api.agentApp.update({ agent_app_id, agent_app_name: 'Mine' }),
  'change the bot': (api) => api.agentBuild.updateBot({ bot_id, system_prompt: 'Mine' }),
  'add a table': (api) =>
    api.agentBuild.addTables({ bot_id, table_list: [{ name: 'mine', field_list: [{ name: 'a' }] }] }),
  'give tools to the page': (api) => api.agentAppPlugin.create({ agent_app_id, openapi: '{}' }),
  'have it changed in words': (api) => api.agentWork.say({ project_id: agent_app_id, message: 'Make it red' }),
  'give its link a password': (api) =>
    api.share.save({ resource_id: agent_app_id, connector_id: ConnectorId.page, password: 'mine' }),
}
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (cause: { status: number }) => cause.status,
  )
async function state() {
  const { Sandbox } = await owner.api.builderSandbox.sandbox({ sandbox_id })
  const { document, seq } = JSON.parse(Sandbox.crdtHistory) as { document: InterfaceDocument; seq: number }
  const { agent_app_name } = await owner.api.agentApp.get({ agent_app_id })
  const { content } = await t.services.bots.getDraft(bot_id)
  const { publish_list } = await owner.api.agentApp.publications({ agent_app_id })
  const inside = await t.services.projects.inside(agent_app_id)
  const { rows } = await t.infra.database.pool.query('SELECT id FROM interface_snapshot WHERE sandbox_id = $1', [
    sandbox_id,
  ])
  return { document, seq, agent_app_name, content, publish_list, inside: inside.length, kept: rows.length }
}

test.each(Object.entries(acts))('case 16: a person who may only view cannot %s', async (_, act) => {
  const before = await state()
  expect(await statusOf(act(viewer.api))).toBe(403)
  expect(await state()).toEqual(before)
})

test.each(Object.entries(acts))('case 25: a person who was removed cannot %s, and gets “not found”', async (_, act) => {
  const before = await state()
  expect(await statusOf(act(leaver.api))).toBe(404)
  expect(await state()).toEqual(before)
})

test('a person who may only view sees the drawing, and can try it on test data', async () => {
  const { Sandbox } = await viewer.api.builderSandbox.sandbox({ sandbox_id })
  expect(JSON.parse(Sandbox.crdtHistory)).toMatchObject({ document: { format: 'ui/1' } })
  expect((await viewer.api.interfacePreview.link({ project_id: agent_app_id })).url).toContain('token=')
})

test('an edit through the builder API changes the interface, and returns the changes the caller lacks', async () => {
  const edits = JSON.stringify([{ path: ['pages', 'home', 'title'], value: 'Front' }])
  const { actionId, sandbox } = await owner.api.builderSandbox.update({
    sandbox_id,
    crdt_history: edits,
    action: JSON.stringify({ since: 0 }),
  })
  expect(JSON.parse(sandbox)).toMatchObject({ seq: Number(actionId) })
  const { Sandbox } = await owner.api.projectInterface.sandbox({ sandbox_id })
  expect(JSON.parse(Sandbox.crdtHistory)).toMatchObject({ document: { pages: { home: { title: 'Front' } } } })
})
