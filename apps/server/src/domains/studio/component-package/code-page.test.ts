import { ConnectorId, FieldType, type InterfaceDocument, PublishRecordStatus } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { greeting } from '#testing/workflow-canvas.ts'

/** Pages of interfaces written in React. */
let t: TestApp
let owner: Person
let spaceId: string
let projectId: string
let sandboxId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  projectId = (await owner.api.project.create({ space_id: spaceId, name: 'Desk' })).project_id
  const made = await owner.api.projectInterface.create({ project_id: projectId })
  sandboxId = made.channel_map['1']!.sandbox_id
  const flow = await owner.api.workflow.create({ name: 'greet', space_id: spaceId, project_id: projectId })
  await owner.api.workflow.save({ workflow_id: flow.workflow_id, schema: greeting('Hello {{String1}}') })
  const { head } = await t.services.databases.create({
    spaceId,
    userId: owner.id,
    projectId,
    name: 'orders',
    description: '',
    iconUri: '',
    fields: [{ name: 'city', desc: '', type: FieldType.text, must_required: true, id: 0, alterId: 0 }],
    mode: 1,
    promptDisabled: false,
  })
  await edit(
    { path: ['pages', 'board'], value: { title: 'Board', order: 'z', load: [], files: { 'App.tsx': app() } } },
    {
      path: ['sources', 'orders'],
      value: { kind: 'table', target: head.id, size: 20, sort: '', descending: false, search: '' },
    },
    {
      path: ['sources', 'greet'],
      value: { kind: 'workflow', target: flow.workflow_id, inputs: { input: '' }, auto: false },
    },
    { path: ['entry'], value: 'board' },
    { path: ['pages', 'home'], remove: true },
  )
})
const edit = (...edits: object[]) =>
  owner.api.projectInterface.update({ sandbox_id: sandboxId, crdt_history: JSON.stringify(edits) })
const app = (use = `useBinding('orders', ['insert'])`, more = '') => `import { useBinding } from '@orrery/component'
import { useState } from 'react'
${more}
export default function App() {
  const orders = ${use}
  const [city, setCity] = useState('')
  return <form onSubmit={() => orders.insert({ city })}><input value={city} onChange={(e) => setCity(e.target.value)} />{(orders.data ?? []).map((row) => <p key={row.id}>{row.city}</p>)}</form>
}`
const write = (text: string, name = 'App.tsx') => edit({ path: ['pages', 'board', 'files', name], value: text })
async function publish(version_number: string) {
  const { publish_record_id } = await owner.api.projectPublish.publish({
    project_id: projectId,
    version_number,
    connector_publish_config: { [ConnectorId.page]: {} },
  })
  await t.services.projectPublishing.run(publish_record_id)
  const record = () => owner.api.projectPublish.record({ project_id: projectId, publish_record_id })
  const open: number[] = [PublishRecordStatus.packing, PublishRecordStatus.connectorPublishing]
  await expect.poll(async () => open.includes((await record()).publish_status)).toBe(false)
  return record()
}
const build = (who = owner) => who.api.projectInterface.code({ project_id: projectId, page_id: 'board' })

test('is built into a script for a frame without network access; unchanged sources are built only once', async () => {
  const { address, fault } = await build()
  expect(fault).toBeNull()
  const frame = await t.request(address)
  expect(frame.headers.get('content-security-policy')).toContain("connect-src 'none'")
  const page = await frame.text()
  expect(page).toContain('orreryBridge')
  expect(page).toContain('onSubmit')
  expect((await build()).address).toBe(address)
  expect((await t.request(address.replace(/code-../, 'code-00'))).status).toBe(404)
})

describe('a page that does not run has a fault with file and line, and cannot be published', () => {
  test.each([
    ['an unknown source', app(`useBinding('nope')`), /line 6|nope/],
    ['a source whose name is computed', app('useBinding(String(1))'), /written as a text/],
    ['a way of writing that there is not', app(`useBinding('orders', ['drop'])`), /drop/],
    [
      'an import from elsewhere',
      app(undefined, `import fs from 'node:fs'\nexport const used = fs`),
      /cannot import “node:fs”/,
    ],
    [
      'a path with a library in front',
      app(undefined, `import x from 'react/../../etc/passwd'\nexport const used = x`),
      /cannot import/,
    ],
    ['a text that is no program', 'export default function App( {', /./],
    ['a page that throws', 'export default function App() { throw new Error("broken") }', /broken/],
  ])('%s', async (_, text, message) => {
    await write(text)
    const { address, fault } = await build()
    expect(address).toBe('')
    expect(fault).toMatchObject({ file: 'App.tsx' })
    expect(fault!.message).toMatch(message)
  })
  test('the publication fails and names the page', async () => {
    await write(app(`useBinding('nope')`))
    expect((await build()).fault).toMatchObject({ line: 5 })
    const record = await publish('v0.0.1')
    expect(record.publish_status).toBe(PublishRecordStatus.packFailed)
    expect(JSON.stringify(record)).toContain('Board')
  })
})

describe('a published page', () => {
  let key: string
  let authorization: string
  const visit = () => ({ headers: { authorization } })
  test('gives visitors the address of the frame, but no sources', async () => {
    await write(app())
    await edit({ path: ['pages', 'board', 'files', 'greet.tsx'], value: greets })
    expect((await publish('v1.0.0')).publish_status).toBe(PublishRecordStatus.publishDone)
    const { links } = await owner.api.share.links({ resource_id: projectId })
    key = links.find(({ connector_id }) => connector_id === ConnectorId.page)!.key
    const { token } = await t.anonymous.share.enter({ key })
    authorization = `Bearer ${token}`
    const { document, frames } = await t.anonymous.appVisit.document({ key }, visit())
    const served = JSON.parse(document) as InterfaceDocument
    // Only the bindings that the page names. The page around the frame enforces them.
    expect(served.pages['board']!.files).toEqual({
      'App.tsx': "useBinding('orders', ['insert'])\nuseBinding('greet', [])",
    })
    expect(frames['page:board']).toMatch(/^\/component-frame\/code-/)
    expect((await t.request(frames['page:board']!)).status).toBe(200)
  })
  const greets = `import { useBinding } from '@orrery/component'
export const Greet = () => { const greet = useBinding('greet'); return <p onClick={() => greet.run({ input: 'Ada' })}>{String(greet.data)}</p> }`
  test('can only use the bindings that its sources name, for every visitor', async () => {
    const rows = (request: object) => t.anonymous.appVisit.rows({ key, source: 'orders', request } as never, visit())
    await rows({ action: 'insert', values: { city: 'Lima' } })
    const { rows: list } = await rows({ action: 'list', page: 1, search: '' })
    expect(list).toMatchObject([{ city: 'Lima' }])
    await expect(rows({ action: 'remove', row: list[0]!['id'] })).rejects.toMatchObject({
      code: ErrorCode.projectInterface.mayNotWrite,
    })
  })
})

test('files need valid names and sizes, and outsiders cannot tell that the project exists', async () => {
  const bad = async (name: string, text = 'x') =>
    edit({ path: ['pages', 'board', 'files', name], value: text }).then(
      () => 0,
      (cause: { code: number }) => cause.code,
    )
  for (const name of ['../x.tsx', 'a/b.tsx', 'x.js', '__proto__', 'x.d.ts.exe'])
    expect(await bad(name), name).toBe(ErrorCode.projectInterface.badEdit)
  expect(await bad('big.tsx', 'x'.repeat(100_001))).toBe(ErrorCode.projectInterface.badEdit)
  const stranger = await t.register('stranger')
  await expect(build(stranger)).rejects.toMatchObject({ status: 404 })
})
