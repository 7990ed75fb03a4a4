import { ConnectorId, type InterfaceDocument, PublishRecordStatus, SpaceRole } from '@orrery/contract'
import { addNode, flat, interfaceProblems, set, treeOf } from '@orrery/engine/interface'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/**
 * Attacks on cards, interfaces and packages by people of other spaces, people with fewer rights, and malicious users.
 */
let t: TestApp
let owner: Person
let member: Person
let spaceId: string
let projectId: string
let sandboxId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  projectId = (await owner.api.project.create({ space_id: spaceId, name: 'Shop' })).project_id
  const made = await owner.api.projectInterface.create({ project_id: projectId })
  sandboxId = made.channel_map['1']!.sandbox_id
})
const emptyDesign = { format: 'card/1' as const, elements: [], variables: [] }
async function document(sandbox_id = sandboxId): Promise<InterfaceDocument> {
  const { Sandbox } = await owner.api.projectInterface.sandbox({ sandbox_id })
  return (JSON.parse(Sandbox.crdtHistory) as { document: InterfaceDocument }).document
}
const draw = (who: Person, edits: object[]) =>
  who.api.projectInterface.update({
    sandbox_id: sandboxId,
    crdt_history: JSON.stringify(edits),
    action: JSON.stringify({ since: 0 }),
  })
const packageOf = (body: string) => ({
  space_id: spaceId,
  name: 'rude',
  title: 'Rude',
  components: [{ name: 'box', title: 'Box' }],
  files: { 'index.ts': `${body}\nexport const box = () => {}` },
})

describe('rights', () => {
  test('fields that a caller may not set are ignored', async () => {
    const given = { id: '7', card_id: undefined, creator_id: member.id, owner_id: member.id, status: 1, created_at: 1 }
    const { card_id } = await owner.api.cards.create({ space_id: spaceId, name: 'Plain', ...given } as never)
    expect(card_id).not.toBe('7')
    const { card_basic_info: info } = await owner.api.cardBuilder.get({ card_id })
    expect(info).toMatchObject({ creator_id: owner.id, card_status: 0 })
  })
  test('members who may only view cannot publish or edit', async () => {
    const publish = { project_id: projectId, version_number: 'v1.0.0', connector_publish_config: { '10000122': {} } }
    await expect(member.api.projectPublish.publish(publish)).rejects.toMatchObject({ status: 403 })
    await expect(draw(member, [set(4, 'theme', 'radius')])).rejects.toMatchObject({ status: 403 })
    expect((await document()).theme.radius).not.toBe(4)
  })
  test('a call with many ids answers only for those of the space', async () => {
    const stranger = await t.register('stranger')
    const theirs = (await stranger.api.space.create({ name: 'Theirs' })).id
    const own = (await stranger.api.cards.create({ space_id: theirs, name: 'Own' })).card_id
    const { card_id: foreign } = await owner.api.cards.create({ space_id: spaceId, name: 'Hidden' })
    const ids = [own, foreign, ...Array.from({ length: 90 }, (_, n) => String(1000 + n))]
    const { card_basic_infos: infos } = await stranger.api.cardBuilder.mget({ space_id: theirs, card_ids: ids })
    expect(infos.map(({ card_id }) => card_id)).toEqual([own])
  })
  test('a person removed from the space cannot save from an open editor', async () => {
    const guest = await t.register('guest')
    await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: guest.id }] })
    const { card_id } = await guest.api.cards.create({ space_id: spaceId, name: 'Guest card' })
    const { version } = await guest.api.cardBuilder.draft({ card_id })
    await owner.api.space.removeMember({ space_id: spaceId, remove_user_id: guest.id })
    const save = guest.api.cardBuilder.save({ card_id, version, design: emptyDesign })
    await expect(save).rejects.toMatchObject({ status: 404 })
    await expect(draw(guest, [set(9, 'theme', 'radius')])).rejects.toMatchObject({ status: 404 })
    await expect(guest.api.interfacePreview.link({ project_id: projectId })).rejects.toMatchObject({ status: 404 })
    const again = guest.api.componentPackage.upload({ ...packageOf(''), version_name: '0.0.1' })
    await expect(again).rejects.toMatchObject({ status: 404 })
  })
})

test('a preview link opens one draft, as long as its creator belongs to the space', async () => {
  const leaver = await t.register('leaver')
  const admin = { user_id: leaver.id, space_role_type: SpaceRole.admin }
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [admin] })
  const { url } = await leaver.api.interfacePreview.link({ project_id: projectId })
  const token = new URL(url).searchParams.get('token')!
  const open = (given: string) => t.anonymous.interfacePreview.document({ token: given })
  expect(JSON.parse((await open(token)).document)).toMatchObject({ format: 'ui/1' })
  await expect(open(`${token.slice(0, -2)}xx`)).rejects.toMatchObject({ status: 404 })
  await owner.api.space.removeMember({ space_id: spaceId, remove_user_id: leaver.id })
  await expect(open(token)).rejects.toMatchObject({ status: 404 })
})

describe('nothing runs before a person starts it', () => {
  test('a package is built, but never executed on the server', async () => {
    const body =
      'throw new Error(String((globalThis as never as { process: { exit(code: number): void } }).process.exit(1)))'
    const { component_info } = await owner.api.componentPackage.upload({ ...packageOf(body), version_name: '1.0.0' })
    expect(component_info.version).toBe('1.0.0')
  })
  test('importing a project shows its interface without running anything', async () => {
    const { workflow_id } = await owner.api.workflow.create({
      name: 'Alarm',
      space_id: spaceId,
      project_id: projectId,
      flow_mode: 0,
    })
    const importing = { project_id: projectId, component_name: 'rude', version_name: '1.0.0', channel_id: 1 as const }
    await owner.api.componentPackage.import(importing)
    await draw(owner, [
      set({ kind: 'workflow', target: workflow_id, inputs: {}, auto: true }, 'sources', 'alarm'),
      ...addNode(await document(), { page: 'home', parent: '' }, { type: 'rude/box' }).edits,
    ])
    const { content } = await owner.api.bundle.export({ space_id: spaceId, ids: [projectId] })
    const there = (await owner.api.space.create({ name: 'There' })).id
    const { items } = await owner.api.bundle.import({ space_id: there, content })
    const copy = items.find(({ kind }) => kind === 'project')!.id
    const { dsl_content } = await owner.api.projectInterface.get({ project_id: copy })
    const arrived = JSON.parse(dsl_content) as InterfaceDocument
    const { workflows } = await owner.api.projectInterface.targets({ project_id: copy })
    expect(arrived.sources['alarm']).toMatchObject({ kind: 'workflow', target: workflows[0]!.id })
    expect(workflows[0]!.id).not.toBe(workflow_id)
    expect(Object.values(arrived.nodes).map(({ type }) => type)).toEqual(['rude/box'])
    const { list } = await owner.api.componentPackage.ofSpace({ space_id: there })
    expect(list.map(({ component_info }) => component_info.pkgName)).toEqual(['rude'])
    expect(arrived.packages?.['rude']).toMatchObject({ version: '1.0.0' })
    const { rows } = await t.infra.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM workflow_run')
    expect(rows[0]!.n).toBe(0)
  })
})

describe('invalid edits', () => {
  test.each([
    ['__proto__ as the id of a component', ['nodes', '__proto__'], {}],
    ['__proto__ as a prop', ['nodes', 'one', 'props', '__proto__'], 'x'],
    ['an unknown part', ['constructor'], {}],
    ['packages', ['packages'], {}],
    ['a colour that is CSS', ['theme', 'color'], 'red;background:url(//evil)'],
  ])('%s is refused and changes nothing', async (_, path, value) => {
    const before = await document()
    await expect(draw(owner, [{ path, value }])).rejects.toMatchObject({ status: 400 })
    expect(await document()).toEqual(before)
  })
  test('a body of fifty megabytes is refused before it is read, and reveals nothing to a stranger', async () => {
    const before = await document()
    const sent = (who: Person) =>
      t.request('/api/ui_builder/v1/starry/sandbox/update', {
        method: 'POST',
        headers: { cookie: who.cookie(), 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
        body: JSON.stringify({ sandbox_id: sandboxId, crdt_history: 'x'.repeat(50 * 1024 * 1024) }),
      })
    expect([400, 413]).toContain((await sent(owner)).status)
    const stranger = await t.register('passer-by')
    expect([404, 413]).toContain((await sent(stranger)).status)
    await expect(draw(stranger, [{ path: ['entry'], value: 'home' }])).rejects.toMatchObject({ status: 404 })
    expect(await document()).toEqual(before)
  })
  test('cyclic components and unknown types are stored and reported, but neither shown nor published', async () => {
    const node = (parent: string, type = 'stack') => ({
      page: 'home',
      parent,
      order: 'a',
      type,
      name: 'x',
      props: {},
      visible: '',
      phone: {},
      events: {},
    })
    await draw(owner, [
      { path: ['nodes', 'outer'], value: node('inner') },
      { path: ['nodes', 'inner'], value: node('outer') },
      { path: ['nodes', 'odd'], value: node('', 'nosuch') },
    ])
    const drawn = await document()
    const shown = flat(treeOf(drawn, 'home')).map(({ id }) => id)
    expect(new Set(shown).size).toBe(shown.length)
    expect(interfaceProblems(drawn)).toContainEqual(
      expect.objectContaining({ code: 'unknownType', isError: true, node: 'odd' }),
    )
    const { publish_record_id } = await owner.api.projectPublish.publish({
      project_id: projectId,
      version_number: 'v1.0.0',
      connector_publish_config: { [ConnectorId.page]: {} },
    } as never)
    await t.services.projectPublishing.run(publish_record_id)
    const record = () => owner.api.projectPublish.record({ project_id: projectId, publish_record_id } as never)
    await expect.poll(async () => (await record()).publish_status).toBe(PublishRecordStatus.packFailed)
    expect(JSON.stringify(await record())).toContain('nosuch')
    await draw(
      owner,
      ['outer', 'inner', 'odd'].map((id) => ({ path: ['nodes', id], remove: true })),
    )
  })
})
