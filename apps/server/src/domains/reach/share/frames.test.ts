import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ConnectorId } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

const { page: PAGE, webSdk: WIDGET } = ConnectorId
let t: TestApp
let owner: Person
let botId: string
beforeAll(async () => {
  const webDir = mkdtempSync(path.join(os.tmpdir(), 'orrery-web-'))
  writeFileSync(path.join(webDir, 'index.html'), '<title>the studio</title>')
  writeFileSync(path.join(webDir, 'chat.html'), '<title>the chat</title>')
  t = await openTestApp({ config: { webDir } })
  owner = await t.register()
  const spaceId = (await owner.api.space.create({ name: 'Frames' })).id
  botId = (await owner.api.bot.create({ space_id: spaceId, name: 'Framed' })).bot_id
})
const keyOf = async (connectorId: string) =>
  (await owner.api.share.links({ resource_id: botId })).links.find((link) => link.connector_id === connectorId)!.key
async function open(address: string) {
  const answer = await t.request(address)
  const policy = answer.headers.get('content-security-policy')!
  return {
    text: await answer.text(),
    ancestors: /frame-ancestors ([^;]*)/.exec(policy)![1],
    scripts: /script-src ([^;]*)/.exec(policy)![1],
    older: answer.headers.get('x-frame-options'),
  }
}

describe('other sites can frame', () => {
  test('no page of the studio', async () => {
    for (const address of ['/', '/sign', `/space/1/bot/${botId}`, '/chat', '/oauth/consent'])
      expect(await open(address)).toMatchObject({
        text: '<title>the studio</title>',
        ancestors: "'none'",
        older: 'DENY',
      })
  })
  test('neither the page of a public link nor that of a missing one', async () => {
    for (const key of [await keyOf(PAGE), 'nothing-here-1234', '..%2findex.html'])
      expect(await open(`/chat/${key}`)).toMatchObject({
        text: '<title>the chat</title>',
        ancestors: "'none'",
        older: 'DENY',
      })
  })
  test('the widget: a separate document, on any site until some are named', async () => {
    const key = await keyOf(WIDGET)
    expect(await open(`/chat/${key}`)).toEqual({
      text: '<title>the chat</title>',
      ancestors: '*',
      scripts: "'self'",
      older: null,
    })
    const origins = ['https://trip.example', 'http://localhost:8080']
    await owner.api.share.save({ resource_id: botId, connector_id: WIDGET, origins })
    expect(await open(`/chat/${key}`)).toMatchObject({
      ancestors: "'self' https://trip.example http://localhost:8080",
      older: null,
    })
  })
})
