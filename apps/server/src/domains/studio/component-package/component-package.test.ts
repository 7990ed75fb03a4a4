import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { addNode, set } from '@orrery/engine/interface'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventsOf } from '#testing/read-events.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Component packages: built when uploaded, imported in a fixed version, and immutable while in use. */
let t: TestApp
let owner: Person
let member: Person
let stranger: Person
let spaceId: string
let projectId: string
let sandboxId: string
beforeAll(async () => {
  t = await openTestApp()
  await t.register('instance')
  owner = await t.register('owner')
  member = await t.register('member')
  stranger = await t.register('stranger')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
  await owner.api.space.addMembers({ space_id: spaceId, member_info_list: [{ user_id: member.id }] })
  projectId = (await owner.api.project.create({ space_id: spaceId, name: 'Shop' })).project_id
  const made = await owner.api.projectInterface.create({ project_id: projectId })
  sandboxId = made.channel_map['1']!.sandbox_id
})
const stars = {
  name: 'stars',
  title: 'Stars',
  props: [{ name: 'max', kind: 'number' as const, initial: 5 }],
  events: ['change'],
}
const source = {
  'index.ts': `import { draw } from './parts/draw'\nexport const stars = draw\n`,
  'parts/draw.ts': `export function draw(root: HTMLElement, props: { max: number }, emit: (name: string, value: unknown) => void) {
  root.textContent = '☆'.repeat(props.max)
  root.onclick = () => emit('change', props.max)
}\n`,
}
const upload = (who: Person, more: object = {}) =>
  who.api.componentPackage.upload({
    space_id: spaceId,
    name: 'rating',
    version_name: '1.0.0',
    title: 'Rating',
    components: [stars],
    files: source,
    ...more,
  })
const importing = (version_name: string, name = 'rating') =>
  owner.api.componentPackage.import({
    project_id: projectId,
    space_id: spaceId,
    component_name: name,
    version_name,
    channel_id: 1,
  })
async function edit(edits: InterfaceEdit[]) {
  const sent = { sandbox_id: sandboxId, crdt_history: JSON.stringify(edits), action: JSON.stringify({ since: 0 }) }
  await owner.api.projectInterface.update(sent)
}
async function document(): Promise<InterfaceDocument> {
  const { Sandbox } = await owner.api.projectInterface.sandbox({ sandbox_id: sandboxId })
  return (JSON.parse(Sandbox.crdtHistory) as { document: InterfaceDocument }).document
}
const refused = (code: number, words: string) => ({ code, message: expect.stringContaining(words) as unknown })

describe('uploading', () => {
  test.each([
    ['a path out of the package', { files: { ...source, '../etc.ts': '' } }, 'badFile', '../etc.ts'],
    ['an absolute path', { files: { ...source, '/etc/passwd.ts': '' } }, 'badFile', '/etc/passwd.ts'],
    ['another type of file', { files: { ...source, 'run.sh': '' } }, 'badFile', 'run.sh'],
    [
      'ten thousand files',
      { files: { ...source, ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`f${n}.ts`, ''])) } },
      'badFile',
      '300',
    ],
    ['no entry', { files: { 'other.ts': '' } }, 'noEntry', 'index.ts'],
    [
      'a syntax error',
      { files: { 'index.ts': 'export const a = 1\nexport const stars = = 2' } },
      'buildFailed',
      'line 2',
    ],
    [
      'a module of Node',
      { files: { 'index.ts': `\nimport fs from 'node:fs'\nexport const stars = fs` } },
      'buildFailed',
      'index.ts, line 2: cannot import “node:fs”',
    ],
    [
      'a package',
      { files: { 'index.ts': `import { useState } from 'preact'\nexport const stars = useState` } },
      'buildFailed',
      'preact',
    ],
    [
      'a file of the machine',
      { files: { 'index.ts': `import a from '../../../../etc/hostname'\nexport const stars = a` } },
      'buildFailed',
      '/etc/hostname',
    ],
    [
      'a file as text',
      { files: { 'index.ts': `import a from './parts/draw.ts?raw'\nexport const stars = a`, 'parts/draw.ts': '' } },
      'buildFailed',
      '?raw',
    ],
    [
      'a dynamic import',
      { files: { 'index.ts': `export const stars = () => import('/etc/hostname')` } },
      'buildFailed',
      '/etc/hostname',
    ],
    ['a component that is not there', { files: { 'index.ts': 'export const moons = 1' } }, 'notExported', 'stars'],
    ['a component twice', { components: [stars, stars] }, 'doubleName', 'stars'],
  ] as const)('%s is refused with an error that names the cause', async (_, more, code, words) => {
    await expect(upload(owner, more)).rejects.toMatchObject(refused(ErrorCode.componentPackage[code], words))
    expect((await owner.api.componentPackage.ofSpace({ space_id: spaceId })).total).toBe('0')
  })

  test('a line of ten megabytes is refused, and nothing is stored', async () => {
    const files = { ...source, 'long.ts': `export const long = '${'x'.repeat(10 * 2 ** 20)}'` }
    const refusal = await upload(owner, { files }).catch((cause: { status: number }) => cause.status)
    expect([400, 413]).toContain(refusal)
    expect((await owner.api.componentPackage.ofSpace({ space_id: spaceId })).total).toBe('0')
  })

  test('a built package can be imported by projects of the space; outsiders cannot see it', async () => {
    const { component_info: info } = await upload(member)
    expect(info).toMatchObject({ pkgName: 'rating', version: '1.0.0', isLatest: true, uid: member.id })
    const where = { project_id: projectId, channel_id: 1 as const }
    const { list } = await owner.api.componentPackage.list(where)
    expect(list).toMatchObject([{ is_import: false, component_info: { metaInfo: { contains: [{ name: 'stars' }] } } }])
    expect((await owner.api.componentPackage.list({ ...where, created_by: 2 })).list).toEqual([])
    expect((await owner.api.componentPackage.list({ ...where, search: 'nothing' })).list).toEqual([])
    expect((await owner.api.componentPackage.list({ ...where, channel_id: 2 })).list).toEqual([])
    await expect(stranger.api.componentPackage.list(where)).rejects.toMatchObject({ status: 404 })
    await expect(owner.api.componentPackage.list({ ...where, space_id: '12345' })).rejects.toMatchObject({
      status: 404,
    })
  })
  test('a version can be replaced or deleted only by the person who uploaded it and by administrators', async () => {
    await upload(owner, { version_name: '0.5.0' })
    await expect(upload(member, { version_name: '0.5.0' })).rejects.toMatchObject(
      refused(ErrorCode.componentPackage.notYours, 'version_name'),
    )
    await upload(owner)
    await upload(member, { version_name: '0.9.0' })
    const gone = { space_id: spaceId, name: 'rating', version_name: '0.9.0' }
    await owner.api.componentPackage.drop(gone)
    await expect(owner.api.componentPackage.drop(gone)).rejects.toMatchObject({ status: 404 })
  })
})

describe('importing', () => {
  test('stores the description in the interface, and notifies everyone who has the interface open', async () => {
    const abort = new AbortController()
    const live = await t.request(`/api/ui_builder/v1/starry/sandbox/live?sandbox_id=${sandboxId}`, {
      headers: { cookie: member.cookie() },
      signal: abort.signal,
    })
    const events = eventsOf(live)
    expect((await events.next()).value).toMatchObject({ event: 'saved' })
    await importing('1.0.0')
    expect((await events.next()).value).toMatchObject({ event: 'saved' })
    await events.return(undefined)
    abort.abort()
    const { packages } = await document()
    expect(packages!['rating']).toMatchObject({ version: '1.0.0', components: [{ name: 'stars', events: ['change'] }] })
    const { list } = await owner.api.componentPackage.imported({ project_id: projectId, channel_id: 1 })
    expect(list).toMatchObject([{ is_import: true, component_info: { version: '1.0.0' } }])
  })
  test('is not possible through an edit', async () => {
    await expect(edit([set({}, 'packages')])).rejects.toMatchObject({ code: ErrorCode.projectInterface.badEdit })
    await expect(importing('9.9.9')).rejects.toMatchObject(refused(ErrorCode.componentPackage.none, '9.9.9'))
  })
  test('protects a version in use: it cannot be replaced or deleted, nor removed while pages show it', async () => {
    await edit(
      addNode(await document(), { page: 'home', parent: '' }, { type: 'rating/stars', props: { max: 3 } }).edits,
    )
    await expect(upload(owner)).rejects.toMatchObject(refused(ErrorCode.componentPackage.inUse, 'Shop'))
    const used = { space_id: spaceId, name: 'rating', version_name: '1.0.0' }
    await expect(owner.api.componentPackage.drop(used)).rejects.toMatchObject(
      refused(ErrorCode.componentPackage.inUse, 'Shop'),
    )
    const removal = { project_id: projectId, component_name: 'rating' }
    const page = (await document()).pages['home']!.title
    await expect(owner.api.componentPackage.remove(removal)).rejects.toMatchObject(
      refused(ErrorCode.componentPackage.usedOnPages, page),
    )
  })
  test('compare lists added, removed and changed components, and the pages that would break', async () => {
    const moons = { ...stars, name: 'moons', title: 'Moons' }
    const changed = { ...stars, props: [{ name: 'max', kind: 'text' as const, initial: '5' }], events: [] }
    const files = { 'index.ts': 'export const stars = () => {}\nexport const moons = () => {}' }
    await upload(owner, { version_name: '2.0.0', components: [changed, moons], files })
    await upload(owner, { version_name: '3.0.0', components: [moons], files })
    const from = { project_id: projectId, component_name: 'rating', old_version_name: '1.0.0' }
    const two = await owner.api.componentPackage.compare({ ...from, new_version_name: '2.0.0' })
    expect([two.added, two.modified, two.deleted].map((list) => list.map(({ name }) => name))).toEqual([
      ['moons'],
      ['stars'],
      [],
    ])
    expect(two.breaks).toMatchObject([{ page_id: 'home', component: 'stars', reason: 'prop', name: 'max' }])
    const three = await owner.api.componentPackage.compare(from)
    expect(three.latest_package).toMatchObject({ version: '3.0.0', isLatest: true })
    expect(three.breaks).toMatchObject([{ reason: 'component', name: 'stars' }])
  })
  test('another version replaces the import, which can be removed once no page shows it', async () => {
    await importing('2.0.0')
    expect(Object.values((await document()).packages!)).toMatchObject([{ version: '2.0.0' }])
    const { nodes } = await document()
    await edit(Object.keys(nodes).map((id) => ({ path: ['nodes', id], remove: true as const })))
    await owner.api.componentPackage.remove({ project_id: projectId, component_name: 'rating' })
    expect((await document()).packages).toEqual({})
    await owner.api.componentPackage.drop({ space_id: spaceId, name: 'rating', version_name: '2.0.0' })
  })
})

describe('publishing', () => {
  test('fails for a version deleted in the meantime; a published version cannot be deleted', async () => {
    await upload(owner, { version_name: '4.0.0' })
    await importing('4.0.0')
    await edit(addNode(await document(), { page: 'home', parent: '' }, { type: 'rating/stars' }).edits)
    const { parts } = (await t.services.interfaceReleases.prepare(projectId, null))!
    const used = { space_id: spaceId, name: 'rating', version_name: '4.0.0' }
    const clear = async () => {
      const { nodes } = await document()
      await edit(Object.keys(nodes).map((id) => ({ path: ['nodes', id], remove: true as const })))
      await owner.api.componentPackage.remove({ project_id: projectId, component_name: 'rating' })
    }
    await clear()
    const { versions } = await insertVersion('one', 'two')
    await t.services.interfaceReleases.keep(versions[0]!, parts)
    await expect(owner.api.componentPackage.drop(used)).rejects.toMatchObject({
      code: ErrorCode.componentPackage.inUse,
    })
    await t.infra.database.pool.query('DELETE FROM interface_release WHERE version_id = $1', [versions[0]])
    await owner.api.componentPackage.drop(used)
    await expect(t.services.interfaceReleases.keep(versions[1]!, parts)).rejects.toMatchObject({
      code: ErrorCode.projectInterface.packageGone,
    })
    expect(await t.services.interfaces.released(versions[1]!)).toEqual([])
  })
  /** Inserts versions of the project like a publication does before it packs. */
  async function insertVersion(...names: string[]) {
    const versions: string[] = []
    for (const name of names) {
      const id = t.infra.newId()
      await t.infra.database.pool.query(
        `INSERT INTO project_version (id, project_id, kind, version, status, created_by, created_at)
         VALUES ($1, $2, 1, $3, 1, $4, 0)`,
        [id, projectId, name, owner.id],
      )
      versions.push(id)
    }
    return { versions }
  }
})

describe('in an export', () => {
  const exported = async () => (await owner.api.bundle.export({ space_id: spaceId, ids: [projectId] })).content
  const brought = (space_id: string, content: string) => owner.api.bundle.import({ space_id, content })
  test('a package is included with the project, built in the other space, and not duplicated by a second import', async () => {
    await upload(owner, { version_name: '5.0.0' })
    await importing('5.0.0')
    await edit(addNode(await document(), { page: 'home', parent: '' }, { type: 'rating/stars' }).edits)
    const file = await exported()
    const space_id = (await owner.api.space.create({ name: 'Elsewhere' })).id
    for (const count of [1, 1]) {
      await brought(space_id, file)
      const { list } = await owner.api.componentPackage.ofSpace({ space_id })
      expect(list.map(({ component_info }) => component_info.version)).toEqual(Array(count).fill('5.0.0'))
    }
  })
  test('importing an older file does not change a package that the space has under the same number', async () => {
    const file = await exported()
    const space_id = (await owner.api.space.create({ name: 'Other stars' })).id
    await upload(owner, {
      space_id,
      version_name: '5.0.0',
      title: 'Ours',
      files: { 'index.ts': 'export const stars = () => 1' },
    })
    await brought(space_id, file)
    const rows = await t.services.componentPackages.versions({ spaceId: space_id })
    expect(rows.map(({ version, title }) => [version, title])).toEqual([
      ['5.0.1', 'Rating'],
      ['5.0.0', 'Ours'],
    ])
  })
})

describe('the frame', () => {
  const frameOf = async () =>
    (await owner.api.componentPackage.ofSpace({ space_id: spaceId })).list[0]!.component_info.cdnHost
  test('has no origin and no network access, and cannot be opened as a page', async () => {
    const address = await frameOf()
    const answer = await t.request(address)
    const policy = answer.headers.get('content-security-policy')!
    for (const rule of ['sandbox allow-scripts;', "default-src 'none'", "connect-src 'none'", "form-action 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('allow-same-origin')
    expect(answer.headers.get('x-frame-options')).toBeNull()
    expect(answer.headers.get('vary')).toContain('sec-fetch-dest')
    const asPage = await t.request(address, { headers: { 'sec-fetch-dest': 'document' } })
    expect(asPage.status).toBe(404)
  })
  test('is not served for another package, with an invalid signature, or after it expires', async () => {
    const [, , id, expires, signature] = (await frameOf()).split('/')
    const at = (...parts: (string | undefined)[]) => t.request(`/component-frame/${parts.join('/')}`)
    expect((await at(`${id}1`, expires, signature)).status).toBe(404)
    expect((await at(id, `${Number(expires) + 1}`, signature)).status).toBe(404)
    t.clock.advance(5 * 24 * 3600_000)
    expect((await at(id, expires, signature)).status).toBe(404)
    t.clock.advance(-5 * 24 * 3600_000)
  })
})
