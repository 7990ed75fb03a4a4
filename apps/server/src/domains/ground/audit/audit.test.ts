import { ConnectorId } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'
import { auditText } from './shared/audit-text.ts'

let t: TestApp
let owner: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('olga')
  spaceId = (await owner.api.space.create({ name: 'Harbour' })).id
})
const inChinese = () =>
  t.apiWith({ cookie: owner.cookie(), 'x-requested-with': 'XMLHttpRequest', 'accept-language': 'zh-CN' })

describe('what happens in a space', () => {
  test('is told as a sentence in the language of the reader, with names instead of codes, and from where', async () => {
    const { bot_id } = await owner.api.bot.create({ space_id: spaceId, name: 'Helper' })
    await owner.api.knowledge.create({ space_id: spaceId, name: 'Rules', format_type: 0 })
    await owner.api.bot.publish({ bot_id, connectors: { [ConnectorId.api]: {}, [ConnectorId.page]: {} } })
    const { events } = await owner.api.instance.spaceAudit({ space_id: spaceId })
    const texts = events.map(({ text }) => text)
    expect(texts).toEqual(
      expect.arrayContaining([
        'Created the bot “Helper”',
        'Created the knowledge base “Rules”',
        'Published the bot “Helper” (API, Public page)',
      ]),
    )
    expect(events.filter(({ address }) => address === '')).toEqual([])
    const { events: chinese } = await inChinese().instance.spaceAudit({ space_id: spaceId })
    expect(chinese.map(({ text }) => text)).toContain('发布了智能体“Helper”，渠道：API、公开页面')
    for (const { text } of chinese) expect(text).toMatch(/\p{Script=Han}/u)
    for (const { text } of [...events, ...chinese]) expect(text).not.toMatch(/[{}]|\d{4,}/)
  })

  test('is found by action, person and time', async () => {
    const list = async (filter: object) =>
      (await owner.api.instance.spaceAudit({ space_id: spaceId, ...filter })).events.map(({ action }) => action)
    expect(await list({ action: 'knowledge' })).toEqual(['knowledge.create'])
    expect(await list({ action: 'bot.' })).toEqual(['bot.publish', 'bot.create'])
    expect(await list({ action: '%' })).toEqual([])
    expect(await list({ user_id: '1' })).toEqual([])
    expect(await list({ user_id: owner.id })).toContain('bot.create')
    expect(await list({ to: 1 })).toEqual([])
    expect((await list({ from: 1 })).length).toBeGreaterThan(2)
  })
})

test('an action of a newer part still reads as a sentence', () => {
  const event = { action: 'satellite.launch', detail: { orbit: 3 }, name: '' }
  expect(auditText(event, 'en')).toBe('Changed the settings')
  expect(auditText(event, 'zh-CN')).toBe('修改了设置')
})
