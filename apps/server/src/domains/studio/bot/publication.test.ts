import { ConnectorId, ConnectorPublishStatus as Channel, PublishRecordStatus } from '@orrery/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import type { App } from '#app.ts'
import { AppError } from '#kit/errors.ts'
import { type BotTeam, openBotTeam } from '#testing/bot-team.ts'

const { api: API, page: PAGE } = ConnectorId
// Channels are published in numeric order; this id is between the other two.
const FAR = '7777777'
let team: BotTeam
/** The external side of a channel. */
let answer: () => Promise<unknown>
const far = {
  id: FAR,
  en: { name: 'Far', desc: '' },
  zh: { name: '远方', desc: '' },
  bindType: 1,
  isReady: true,
  serve: () => answer(),
}
beforeAll(async () => {
  team = await openBotTeam()
  team.t.services.publishing.register(far)
})
const refuse = () => Promise.reject(new AppError({ code: 9, status: 400, en: 'The far end says no', zh: '对方拒绝' }))
const publish = (botId: string, ids: string[], more: object = {}) =>
  team.maker.api.bot.publish({ bot_id: botId, connectors: Object.fromEntries(ids.map((id) => [id, {}])), ...more })
const record = (botId: string) => team.maker.api.bot.publishRecord({ bot_id: botId })
const served = (botId: string, id: string, { services }: Pick<App, 'services'> = team.t) =>
  services.publishing.getPublished(botId, id).then(
    ({ config }) => config.prompt_info.prompt,
    () => undefined,
  )
const write = (botId: string, prompt: string) =>
  team.maker.api.bot.updateDraft({ bot_info: { bot_id: botId, prompt_info: { prompt } } })

test('a failing channel reports its error, does not affect the others, and can be retried', async () => {
  const botId = await team.newBot()
  await write(botId, 'one')
  answer = refuse
  const done = await publish(botId, [API, FAR, PAGE])
  expect(done.publish_result).toMatchObject({
    [API]: { code: 0, publish_result_status: 1, connector: { share_link: '' } },
    [FAR]: { code: 9, msg: 'The far end says no', publish_result_status: 2 },
    [PAGE]: { code: 0, publish_result_status: 1, connector: { share_link: expect.stringMatching(/\/chat\/[\w-]+$/) } },
  })
  expect(await Promise.all([API, FAR, PAGE].map((id) => served(botId, id)))).toEqual(['one', undefined, 'one'])
  expect(await record(botId)).toMatchObject({
    publish_record_id: done.publish_record_id,
    publish_id: done.publish_id,
    version_name: 'v1.0.0',
    publish_status: PublishRecordStatus.publishDone,
    connector_publish_result: [
      { connector_id: API, connector_publish_status: Channel.success },
      {
        connector_id: FAR,
        connector_publish_status: Channel.failed,
        connector_publish_status_msg: 'The far end says no',
      },
      { connector_id: PAGE, connector_publish_status: Channel.success },
    ],
  })
  const retry = () => team.maker.api.bot.retryPublish({ bot_id: botId, publish_record_id: done.publish_record_id })
  // Channels that succeeded are not called again.
  const calls = vi.fn(async () => undefined)
  answer = calls
  await retry()
  await vi.waitFor(async () => expect((await record(botId)).publish_status).toBe(PublishRecordStatus.publishDone))
  expect([await served(botId, FAR), calls.mock.calls.length]).toEqual(['one', 1])
  await expect(retry()).rejects.toMatchObject({ status: 409 })
  const other = await team.newBot()
  await expect(
    team.maker.api.bot.retryPublish({ bot_id: other, publish_record_id: done.publish_record_id }),
  ).rejects.toMatchObject({ status: 404 })
})

test('an asynchronous publication answers at once, and its record shows the progress', async () => {
  const botId = await team.newBot()
  let open = (): void => undefined
  answer = () => new Promise<void>((resolve) => (open = resolve))
  const begun = await publish(botId, [API, FAR], { is_async: true })
  expect(begun.publish_result[FAR]).toMatchObject({ publish_result_status: 3 })
  await vi.waitFor(async () =>
    expect((await record(botId)).connector_publish_result.map((item) => item.connector_publish_status)).toEqual([
      Channel.success,
      Channel.default,
    ]),
  )
  expect((await record(botId)).publish_status).toBe(PublishRecordStatus.connectorPublishing)
  open()
  await vi.waitFor(async () => expect((await record(botId)).publish_status).toBe(PublishRecordStatus.publishDone))
})

test('a publication is finished by another process after a crash, and the first one can change nothing afterwards', async () => {
  const second = await team.t.another()
  const botId = await team.newBot()
  await write(botId, 'left')
  let comeBack = (): void => undefined
  answer = () => new Promise<void>((resolve) => (comeBack = resolve))
  second.services.publishing.register({ ...far, serve: refuse })
  const { publish_record_id: id } = await publish(botId, [API, FAR], { is_async: true })
  await vi.waitFor(async () => expect(await served(botId, API)).toBe('left'))
  const { publications } = second.services.publishing
  expect(await publications.run(id), 'the first still has it').toBe(false)
  team.t.clock.advance(21_000)
  expect(await publications.run(id)).toBe(true)
  const after = await record(botId)
  expect(after.publish_status).toBe(PublishRecordStatus.publishDone)
  expect(after.connector_publish_result[1]).toMatchObject({ connector_publish_status: Channel.failed })
  comeBack()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await record(botId)).toEqual(after)
  expect(await served(botId, FAR, second)).toBeUndefined()
})

test('retrying an older publication does not replace a newer version', async () => {
  const botId = await team.newBot()
  await write(botId, 'older')
  answer = refuse
  const older = await publish(botId, [FAR])
  await write(botId, 'newer')
  answer = async () => undefined
  await publish(botId, [FAR])
  await team.maker.api.bot.retryPublish({ bot_id: botId, publish_record_id: older.publish_record_id })
  await vi.waitFor(async () => {
    const again = await team.maker.api.bot.publishRecord({ bot_id: botId, publish_record_id: older.publish_record_id })
    expect(again.connector_publish_result[0]).toMatchObject({
      connector_publish_status: Channel.failed,
      connector_publish_status_msg: 'A newer version was published to this channel in the meantime',
    })
  })
  expect(await served(botId, FAR)).toBe('newer')
})

test('an interrupted publication is resumed when a process starts', async () => {
  const botId = await team.newBot()
  answer = () => new Promise(() => undefined)
  const { publish_record_id: id } = await publish(botId, [FAR], { is_async: true })
  await vi.waitFor(async () => expect((await record(botId)).publish_record_id).toBe(id))
  team.t.clock.advance(21_000)
  const second = await team.t.another()
  second.services.publishing.register({ ...far, serve: async () => undefined })
  await second.services.publishing.publications.start()
  await vi.waitFor(
    async () =>
      expect((await record(botId)).connector_publish_result[0]!.connector_publish_status).toBe(Channel.success),
    { interval: 200 },
  )
})

test('share links are shown only to people who may publish', async () => {
  const botId = await team.newBot()
  await publish(botId, [PAGE])
  const link = async (who = team.maker) =>
    (await who.api.bot.connectors({ bot_id: botId })).publish_connector_list.find(
      (publishConnector) => publishConnector.id === PAGE,
    )!.share_link
  expect(await link()).toMatch(/^http.*\/chat\/[\w-]{20,}$/)
  expect(await link(team.member)).toBe('')
})

test('a channel is in review while it is published to, then serves, and is offline after it was taken off', async () => {
  const botId = await team.newBot()
  const statusOf = async () =>
    (await team.maker.api.bot.connectors({ bot_id: botId })).publish_connector_list.find(({ id }) => id === FAR)!
      .connector_status
  expect(await statusOf()).toBe(2)
  let open = (): void => undefined
  answer = () => new Promise<void>((resolve) => (open = resolve))
  await publish(botId, [FAR], { is_async: true })
  await vi.waitFor(async () => expect(await statusOf()).toBe(1))
  await vi.waitFor(() => {
    open()
    return expect(statusOf()).resolves.toBe(0)
  })
  await team.maker.api.bot.unbind({ bot_id: botId, connector_id: FAR })
  expect(await statusOf()).toBe(2)
})
