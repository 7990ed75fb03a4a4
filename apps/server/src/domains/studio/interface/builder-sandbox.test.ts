import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { addNode, nodesOf, pagesOf, set } from '@orrery/engine/interface'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** The drawing page by page: edits stay within the page they name, and snapshots can be restored. */
let t: TestApp
let owner: Person
let member: Person
let stranger: Person
let spaceId: string
let sandbox_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  member = await t.register('member')
  stranger = await t.register('stranger')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  const { project_id } = await owner.api.project.create({ space_id: spaceId, name: 'Shop' })
  const made = await owner.api.projectInterface.create({ project_id })
  sandbox_id = made.channel_map['1']!.sandbox_id
})
const api = () => owner.api.builderSandbox
async function document(): Promise<InterfaceDocument> {
  const { Sandbox } = await api().sandbox({ sandbox_id })
  return (JSON.parse(Sandbox.crdtHistory) as { document: InterfaceDocument }).document
}
const heading = async (page: string, text: string) =>
  addNode(await document(), { page, parent: '' }, { type: 'heading', props: { text } })
const edit = (page_id: string, edits: InterfaceEdit[], who = owner) =>
  who.api.builderSandbox.updatePage({ sandbox_id, page_id, crdt_history: JSON.stringify(edits) })
const refused = (code: number, words = '') => ({ code, message: expect.stringContaining(words) as unknown })
const codes = ErrorCode.builderSandbox

describe('pages', () => {
  let headingId: string
  test('are added with their components, under an unused id', async () => {
    const node = (await heading('home', 'Hello')).edits[0]!.value as object
    const data = JSON.stringify({ title: 'Orders', nodes: { 'heading-a': node } })
    const { Data } = await api().createPage({ sandbox_id, page_id: 'orders', data })
    expect(Data).toMatchObject({ pageId: 'orders', sandboxId: sandbox_id })
    expect(JSON.parse(Data.data)).toMatchObject({ title: 'Orders', nodes: { 'heading-a': { page: 'orders' } } })
    const free = await api().createPage({ sandbox_id })
    expect(free.Data.pageId).toMatch(/^page-/)
    expect(pagesOf(await document()).map(({ title }) => title)).toEqual(['Shop', 'Orders', 'Page'])
    await api().deletePage({ sandbox_id, page_id: free.Data.pageId })
    await expect(api().createPage({ sandbox_id, page_id: 'orders' })).rejects.toMatchObject(
      refused(codes.pageExists, 'orders'),
    )
    headingId = 'heading-a'
  })
  test.each([
    ['no JSON', 'x', 'not JSON'],
    ['a field that pages do not have', '{"colour":"red"}', 'colour'],
    ['a component of another page', '{"nodes":{"heading-a":{}}}', 'heading-a'],
  ])('%s as content is refused with a message and adds nothing', async (_, data, words) => {
    const before = await document()
    await expect(api().createPage({ sandbox_id, data })).rejects.toMatchObject(refused(codes.badPage, words))
    expect(await document()).toEqual(before)
  })
  test('are refused if a component is invalid', async () => {
    const data = JSON.stringify({ nodes: { n1: { type: 'heading' } } })
    await expect(api().createPage({ sandbox_id, data })).rejects.toMatchObject({
      code: ErrorCode.projectInterface.badEdit,
    })
  })
  test('are edited without effect on other pages', async () => {
    const mine = set('Orders today', 'nodes', headingId, 'props', 'text')
    const { actionId, page } = await edit('orders', [mine])
    expect(JSON.parse(page)).toMatchObject({ seq: Number(actionId) })
    const { Data } = await api().page({ sandbox_id, page_id: 'orders' })
    expect(Data.data).toContain('Orders today')
    const before = await document()
    for (const beyond of [
      set('Mine', 'pages', 'home', 'title'),
      set('home', 'nodes', headingId, 'page'),
      set('#102030', 'theme', 'color'),
      (await heading('home', 'Elsewhere')).edits[0]!,
    ])
      await expect(edit('orders', [mine, beyond])).rejects.toMatchObject(refused(codes.outsidePage, beyond.path[0]))
    expect(await document()).toEqual(before)
  })
  test('are copied as a whole; deleting a page also removes links to it', async () => {
    const link = addNode(
      await document(),
      { page: 'home', parent: '' },
      { type: 'button', props: { label: 'Go' }, events: { click: [{ type: 'go', page: 'orders' }] } },
    )
    await edit('home', link.edits)
    const { Data } = await api().clonePage({ sandbox_id, page_id: 'orders' })
    expect(Data).toHaveLength(1)
    expect(JSON.parse(Data[0]!.data)).toMatchObject({ title: 'Orders (copy)' })
    expect(nodesOf(await document(), Data[0]!.pageId)[0]!.props['text']).toBe('Orders today')
    const shown = await api().preview({ sandbox_id })
    expect(shown.Page.pageId).toBe('home')
    expect(shown.Sandbox.pages).toContain('orders')
    const gone = { sandbox_id, page_id: 'orders' }
    expect(await api().deletePage(gone)).toMatchObject({ deletedCount: 1 })
    expect(await api().deletePage(gone)).toMatchObject({ deletedCount: 0 })
    await expect(api().page(gone)).rejects.toMatchObject(refused(codes.noPage, 'orders'))
    expect((await document()).nodes[link.id]!.events['click']).toEqual([])
    await api().deletePage({ sandbox_id, page_id: Data[0]!.pageId })
    await expect(api().deletePage({ sandbox_id, page_id: 'home' })).rejects.toMatchObject(refused(codes.lastPage))
  })
})

describe('snapshots', () => {
  test('store the drawing, and restore all of it or one page', async () => {
    await api().createPage({ sandbox_id, page_id: 'second', data: '{"title":"Second"}' })
    const before = await document()
    const kept = await api().createSnapshot({ sandbox_id, desc: 'First' })
    expect(kept.version).toBe('1')
    await edit('home', (await heading('home', 'Later')).edits)
    await edit('second', (await heading('second', 'Later too')).edits)
    const changed = await document()
    const part = await api().restore({ sandbox_id, snapshot_id: kept.snapshotId, action: 'page:second' })
    expect(part.pages).toEqual(['home', 'second'])
    expect(nodesOf(await document(), 'second')).toEqual([])
    expect(nodesOf(await document(), 'home')).toEqual(nodesOf(changed, 'home'))
    await api().restore({ sandbox_id, version: '1' })
    expect(await document()).toEqual(before)
    // The state before each restore is stored too.
    const newest = JSON.parse((await api().newestSnapshot({ sandbox_id })).Data) as { version: string; desc: string }
    expect(newest).toMatchObject({ version: '3', desc: 'Before 1 was restored' })
    await api().restore({ sandbox_id, version: '2' })
    expect(await document()).toEqual(changed)
  })
  test('cannot be created without knowing the newest one', async () => {
    const newest = JSON.parse((await api().newestSnapshot({ sandbox_id })).Data) as { snapshotId: string }
    const next = await api().createSnapshot({ sandbox_id, previous_snapshot_id: newest.snapshotId })
    await expect(api().createSnapshot({ sandbox_id, previous_snapshot_id: newest.snapshotId })).rejects.toMatchObject(
      refused(codes.staleSnapshot, next.snapshotId),
    )
  })
  test('of some pages contain only these, and restoring them leaves other pages unchanged', async () => {
    const kept = await api().createSnapshot({ sandbox_id, page_ids: ['second'] })
    await edit('home', (await heading('home', 'Stays')).edits)
    const before = nodesOf(await document(), 'home')
    await api().restore({ sandbox_id, snapshot_id: kept.snapshotId })
    expect(nodesOf(await document(), 'home')).toEqual(before)
    await expect(api().createSnapshot({ sandbox_id, page_ids: ['nowhere'] })).rejects.toMatchObject(
      refused(codes.noPage, 'nowhere'),
    )
  })
  test('concurrent restores and edits lose nothing that was acknowledged', async () => {
    const kept = await api().createSnapshot({ sandbox_id })
    const drawn = await heading('home', 'At the same time')
    await Promise.all([
      api().restore({ sandbox_id, snapshot_id: kept.snapshotId }),
      edit('home', drawn.edits),
      api().createSnapshot({ sandbox_id }),
    ])
    const isThere = Object.hasOwn((await document()).nodes, drawn.id)
    // The edit was either applied after the restore, or stored before it.
    const keptWith = "SELECT id FROM interface_snapshot WHERE sandbox_id = $1 AND document->'nodes' ? $2"
    const { rowCount } = await t.infra.database.pool.query(keptWith, [sandbox_id, drawn.id])
    expect(isThere || rowCount! > 0).toBe(true)
  })
  test('are readable for everyone who may see the project, and not found for others', async () => {
    const newest = JSON.parse((await api().newestSnapshot({ sandbox_id })).Data) as { snapshotId: string }
    const { snapshotId } = newest
    expect((await member.api.builderSandbox.snapshot({ snapshot_id: snapshotId })).Data).toContain(snapshotId)
    const there = stranger.api.builderSandbox.snapshot({ snapshot_id: snapshotId })
    const missing = stranger.api.builderSandbox.snapshot({ snapshot_id: '999' })
    const [a, b] = await Promise.allSettled([there, missing])
    expect((a as PromiseRejectedResult).reason).toMatchObject(refused(codes.noSnapshot))
    expect((b as PromiseRejectedResult).reason).toMatchObject(refused(codes.noSnapshot))
    await expect(member.api.builderSandbox.createSnapshot({ sandbox_id })).rejects.toMatchObject({ status: 403 })
  })
})

test('the built-in components are described by group', async () => {
  const sets = JSON.parse(await api().components({})) as {
    name: string
    components: { type: string; events: string[] }[]
  }[]
  const button = sets.flatMap((one) => one.components).find(({ type }) => type === 'button')!
  expect(button.events).toEqual(['click'])
})

describe('the proxy', () => {
  const via = (who: Person, method: 'GET' | 'POST', path: string, payload: object) =>
    who.api.builderSandbox.proxy({ method, path, payload: { ...payload } })
  const home = '/api/agent_app_builder/v1/starry/page/get'
  test('makes calls of its group with the rights of the caller', async () => {
    const { Data } = JSON.parse(await via(member, 'GET', home, { sandbox_id, page_id: 'home' })) as {
      Data: { pageId: string }
    }
    expect(Data.pageId).toBe('home')
    const add = '/api/agent_app_builder/v1/starry/page/create'
    await expect(via(member, 'POST', add, { sandbox_id })).rejects.toMatchObject({ status: 403 })
    await expect(via(stranger, 'GET', home, { sandbox_id, page_id: 'home' })).rejects.toMatchObject({ status: 404 })
    await expect(via(owner, 'GET', home, { sandbox_id, page_id: '?' })).rejects.toMatchObject({ status: 400 })
  })
  test.each([
    ['another method', 'POST', home],
    ['a path with ..', 'GET', '/api/agent_app_builder/v1/starry/../starry/page/get'],
    ['an absolute address', 'GET', `http://localhost${home}`],
    ['a query', 'GET', `${home}?sandbox_id=1`],
    ['itself', 'POST', '/api/agent_app_builder/v1/starry/proxy'],
    ['another part of the product', 'POST', '/api/space/list'],
    ['a name of every object', 'POST', 'constructor'],
  ] as const)('%s is refused', async (_, method, path) => {
    await expect(via(owner, method, path, { sandbox_id, page_id: 'home' })).rejects.toMatchObject(
      refused(codes.notHere),
    )
  })
  test('refuses a header that names another space than the body', async () => {
    const other = t.apiWith({ cookie: owner.cookie(), 'X-Space-Id': '12345' })
    await expect(other.builderSandbox.page({ sandbox_id, page_id: 'home' })).rejects.toMatchObject({ status: 404 })
    await expect(other.builderSandbox.page({ sandbox_id, page_id: 'home', space_id: spaceId })).rejects.toMatchObject({
      status: 400,
    })
  })
})
