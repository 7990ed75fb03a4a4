import { ConnectorId, DomainStatus } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { extract } from 'tar-stream'
import { beforeAll, expect, test } from 'vitest'
import { createAnswer } from '#kit/egress/answer.ts'
import { type ChatLab, openChatLab } from '#testing/chat-lab.ts'
import type { Person } from '#testing/test-app.ts'
import { createMiniPrograms } from './mini-program.service.ts'

let lab: ChatLab
let owner: Person
beforeAll(async () => {
  lab = await openChatLab()
  owner = lab.owner
})
const domains = async (who = owner) => (await who.api.miniProgram.domains({})).data
const named = async (domain: string) => (await domains()).find((item) => item.domain === domain)!
const add = (...domain_list: string[]) => owner.api.miniProgram.setDomains({ domain_list })
/** The service with a network in which every domain resolves to this server. */
const programs = () => {
  const { database, newId, clock } = lab.t.infra
  return createMiniPrograms({
    db: database.db,
    newId,
    clock,
    egress: {
      async fetch(address) {
        const url = new URL(address)
        const answer = await lab.t.request(url.pathname, { headers: { host: url.host } })
        const head = { status: answer.status, statusText: '', url: url.href, redirected: false, headers: new Headers() }
        return createAnswer(head, Buffer.from(await answer.arrayBuffer()))
      },
    },
  })
}

test('domains are added, found, renamed and removed, separately for each account', async () => {
  await add('chat.example.test', 'Desk.Example.Test', 'chat.example.test')
  expect((await domains()).map(({ domain }) => domain)).toEqual(['chat.example.test', 'desk.example.test'])
  expect((await owner.api.miniProgram.domains({ search_word: 'desk' })).data).toMatchObject([{ status: 0 }])
  const other = await lab.t.register('other')
  expect(await domains(other)).toEqual([])
  const { id } = await named('desk.example.test')
  const rename = (who: Person, domain: string) => who.api.miniProgram.updateDomain({ id, domain })
  await expect(rename(other, 'mine.example.test')).rejects.toMatchObject({ status: 404 })
  await expect(rename(owner, 'chat.example.test')).rejects.toMatchObject({ code: ErrorCode.miniProgram.taken })
  await rename(owner, 'help.example.test')
  await owner.api.miniProgram.setDomains({ domain_list: ['help.example.test'], action: 1 })
  expect((await domains()).map(({ domain }) => domain)).toEqual(['chat.example.test'])
})
test('anything but a host name is refused with an explanation, and more than twenty are refused', async () => {
  for (const bad of ['https://a.example', 'a.example:8080', '10.0.0.1', 'localhost', 'a.example/path', '-a.example'])
    await expect(add(bad), bad).rejects.toMatchObject({ status: 400 })
  const many = Array.from({ length: 20 }, (_, n) => `d${n}.example.test`)
  await expect(add(...many)).rejects.toMatchObject({ code: ErrorCode.miniProgram.tooMany })
  await expect(owner.api.miniProgram.domains({ connector_id: '20000010' })).rejects.toMatchObject({
    code: ErrorCode.miniProgram.unknownChannel,
  })
})
test('the file of the platform is served only on its domain, and the domain is verified once the file is found', async () => {
  await add('shop.example.test')
  const { id } = await named('shop.example.test')
  const file = { file_name: 'MP_verify_abc.txt', file_content: 'abc' }
  // This domain does not exist on the real network.
  const { status, reason } = await owner.api.miniProgram.verify({ id, ...file })
  expect(status).toBe(DomainStatus.failed)
  expect(reason).toContain('https')
  const at = async (host: string, name = file.file_name) => {
    const answer = await lab.t.request(`/${name}`, { headers: { host } })
    return answer.status === 200 ? answer.text() : answer.status
  }
  expect(await at('shop.example.test')).toBe('abc')
  expect(await at('shop.example.test:443')).toBe('abc')
  expect(await at('other.example.test')).toBe(404)
  expect(await at('shop.example.test', 'MP_verify_other.txt')).toBe(404)
  await programs().verify(id, owner.id, file.file_name, file.file_content)
  expect(await named('shop.example.test')).toMatchObject({ status: DomainStatus.verified, reason: '' })
  await owner.api.miniProgram.updateDomain({ id, domain: 'store.example.test' })
  expect(await named('store.example.test'), 'another name has to be verified again').toMatchObject({ status: 0 })
})
test('the package opens the page of the bot on the first verified domain', async () => {
  const botId = await lab.createBot()
  const input = { bot_id: botId, app_id: 'wx0123456789abcdef' }
  const refusal = async () => ((await (await owner.api.miniProgram.package(input)).json()) as { code: number }).code
  expect(await refusal()).toBe(ErrorCode.miniProgram.noDomain)
  await add('app.example.test')
  const { id } = await named('app.example.test')
  await programs().verify(id, owner.id, 'MP_verify_app.txt', 'app')
  expect(await refusal()).toBe(ErrorCode.miniProgram.noPage)
  await owner.api.bot.publish({ space_id: lab.spaceId, bot_id: botId, connectors: { [ConnectorId.page]: {} } })
  const answer = await owner.api.miniProgram.package(input)
  const files = await unpack(Buffer.from(await answer.arrayBuffer()))
  expect(JSON.parse(files['project.config.json']!)).toMatchObject({ appid: input.app_id })
  expect(files['pages/chat/chat.js']).toContain('https://app.example.test/chat/')
})
async function unpack(archive: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const reader = extract()
  reader.end(archive)
  for await (const entry of reader) {
    const parts: Buffer[] = []
    for await (const part of entry) parts.push(part as Buffer)
    files[entry.header.name] = Buffer.concat(parts).toString()
  }
  return files
}
