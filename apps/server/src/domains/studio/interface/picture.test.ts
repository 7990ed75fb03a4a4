import { ConnectorId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { existsSync } from 'node:fs'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharp } from '#kit/sharp.ts'
import { afterFile } from '#testing/after-file.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/**
 * Pictures of pages. A small page replaces the web app here and shows what it was given; the browser tests use the real
 * one.
 */
const webDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-web-'))
writeFileSync(
  path.join(webDir, 'chat.html'),
  `<!doctype html><body style="margin:0"><div data-picture style="width:300px;height:200px;background:#f00">page</div>
  <p id="net"></p><script>
    const tries = ['http://127.0.0.1:1/x', 'https://example.com/x.png', 'file:///etc/hostname', '/api/space/list', '/../../etc/hostname']
    Promise.all(tries.map((url) => fetch(url).then((answer) => answer.status, () => 'refused')))
      .then((all) => { if (all.every((one) => one === 'refused')) net.innerHTML = '<i id="alone">alone</i>' })
    if (orreryPicture.document.format === 'ui/1') document.body.insertAdjacentHTML('beforeend', '<b id="page-' + orreryPicture.page + '">x</b>')
  </script>`,
)
afterFile(() => rmSync(webDir, { recursive: true, force: true }))
let t: TestApp
let owner: Person
let stranger: Person
let projectId: string
beforeAll(async () => {
  t = await openTestApp({ config: { webDir } })
  owner = await t.register('owner')
  stranger = await t.register('stranger')
  const spaceId = (await owner.api.space.create({ name: 'Team' })).id
  projectId = (await owner.api.project.create({ space_id: spaceId, name: 'Shop' })).project_id
  await owner.api.projectInterface.create({ project_id: projectId })
})
const draft = (more: object = {}) => owner.api.interfacePicture.any({ project_id: projectId, ...more })
async function sizeOf(url: string) {
  const answer = await t.request(url)
  const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  return { width, height, format }
}

/** Draws a text and publishes the project. */
async function publish(app: TestApp, { api }: Person, project_id: string, sandbox_id: string, version_number: string) {
  const props = { text: 'Hello', tone: 'normal' }
  const place = { page: 'home', parent: '', order: 'a' }
  const value = { ...place, type: 'text', name: 'hello', props, visible: '', phone: {}, events: {} }
  await api.projectInterface.update({
    sandbox_id,
    crdt_history: JSON.stringify([{ path: ['nodes', 'hello'], value }]),
  })
  const input = { project_id, version_number, connector_publish_config: { [ConnectorId.page]: {} } }
  const { publish_record_id } = await api.projectPublish.publish(input)
  await app.services.projectPublishing.run(publish_record_id)
}

describe.skipIf(!process.env.CHROME_PATH && !existsSync('/usr/bin/chromium'))('with a Chromium', () => {
  test('the draft is rendered at the size of the device, as an area, or as one element', async () => {
    const device = { width: 640, height: 480, scale_factor: 1 }
    expect(await sizeOf((await draft({ device })).url)).toEqual({ width: 640, height: 480, format: 'png' })
    const element = { screenshot_option: { mode: 1 as const, selector: '[data-picture]', format: 'jpeg' as const } }
    expect(await sizeOf((await draft(element)).url)).toMatchObject({ width: 300, height: 200 })
    const small = { screenshot_option: { max_width: 100, viewport: { width: 400, height: 400 } } }
    expect(await sizeOf((await draft(small)).url)).toMatchObject({ width: 100, height: 100 })
  })
  test('the page cannot reach network, files or calls, and gets the document', async () => {
    await draft({ wait_element: '#alone' })
    await draft({ wait_element: '#page-home', ext_json: '{"page":"nowhere"}' })
  })
  test('the picture of a published version is rendered and stored; the served version is rendered', async () => {
    const version = { project_id: projectId, version_code: 'v1.0.0' }
    const { channel_map } = await owner.api.projectInterface.get({ project_id: projectId })
    await publish(t, owner, projectId, channel_map['1']!.sandbox_id, version.version_code)
    const device = { width: 320, height: 240, scale_factor: 1 }
    const taken = () =>
      owner.api.interfacePicture.published({ ...version, device }).then(
        ({ url }) => url,
        () => '',
      )
    await expect.poll(taken).not.toBe('')
    const { snapshot } = await owner.api.interfacePicture.kept(version)
    expect(await sizeOf(snapshot)).toEqual({ width: 320, height: 240, format: 'png' })
    const { url } = await owner.api.interfacePicture.served({ app_id: projectId, device })
    expect(await sizeOf(url)).toEqual({ width: 320, height: 240, format: 'png' })
    await expect(stranger.api.interfacePicture.served({ app_id: projectId })).rejects.toMatchObject({ status: 404 })
  })
  test('a missing element is reported', async () => {
    const wanted = { screenshot_option: { mode: 1 as const, selector: '{{' } }
    await expect(draft(wanted)).rejects.toMatchObject({ code: ErrorCode.interfacePicture.noElement })
  })
})
describe('without a Chromium', () => {
  test('the error names the setting', async () => {
    const other = await openTestApp({ config: { webDir, chromePath: '/nowhere/chromium' } })
    const person = await other.register('owner')
    const spaceId = (await person.api.space.create({ name: 'Team' })).id
    const { project_id } = await person.api.project.create({ space_id: spaceId, name: 'Shop' })
    await person.api.projectInterface.create({ project_id })
    await expect(person.api.interfacePicture.any({ project_id })).rejects.toMatchObject({
      code: ErrorCode.interfacePicture.noBrowser,
      message: expect.stringContaining('CHROME_PATH') as unknown,
    })
    expect(await person.api.interfacePicture.keep({ project_id })).toEqual({ is_wanted: false })
  })
  test('the publisher’s browser uploads the picture of the served version once', async () => {
    const other = await openTestApp({ config: { webDir, chromePath: '/nowhere/chromium' } })
    const person = await other.register('owner')
    const spaceId = (await person.api.space.create({ name: 'Team' })).id
    const { project_id } = await person.api.project.create({ space_id: spaceId, name: 'Shop' })
    const { channel_map } = await person.api.projectInterface.create({ project_id })
    const version_number = 'v1.0.0'
    await publish(other, person, project_id, channel_map['1']!.sandbox_id, version_number)
    await expect.poll(async () => (await person.api.interfacePicture.keep({ project_id })).is_wanted).toBe(true)
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const data = new Blob([Buffer.from(pixel, 'base64')])
    await expect(person.api.interfacePicture.keep({ project_id, data: new Blob(['<html>']) })).rejects.toMatchObject({
      status: 400,
    })
    expect(await person.api.interfacePicture.keep({ project_id, data })).toEqual({ is_wanted: false })
    const { snapshot } = await person.api.interfacePicture.kept({ project_id, version_code: version_number })
    expect((await other.request(snapshot)).status).toBe(200)
  })
})
test('outsiders find nothing, and an unpublished version has no picture', async () => {
  const version = { project_id: projectId, version_code: 'v9.9.9' }
  await expect(stranger.api.interfacePicture.any({ project_id: projectId })).rejects.toMatchObject({ status: 404 })
  for (const ask of ['kept', 'published', 'any'] as const)
    await expect(owner.api.interfacePicture[ask](version)).rejects.toMatchObject({
      code: ErrorCode.projectInterface.notPublished,
    })
})
