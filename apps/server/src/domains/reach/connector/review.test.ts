import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuditStatus, ConnectorPublishStatus } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenLab, openOpenLab } from '#testing/open-lab.ts'
import type { Person } from '#testing/test-app.ts'

/** The program behind a channel. Each test sets its reply. */
const told: Record<string, unknown>[] = []
let reply: { status: number; body: string }
const program = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    told.push({ ...(JSON.parse(body) as object), authorization: request.headers.authorization })
    response.writeHead(reply.status).end(reply.body)
  })
})
let lab: OpenLab
let maker: Person
let tenant: Person
let url: string
let count = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  const { port } = program.address() as AddressInfo
  url = `http://127.0.0.1:${port}/`
  lab = await openOpenLab({ allow: [`127.0.0.1:${port}`] })
  tenant = lab.owner
  maker = await lab.t.register('maker')
  await lab.t.startJobs()
})
afterAll(() => void program.close())
beforeEach(() => {
  told.length = 0
  reply = { status: 200, body: '{}' }
})

/** Creates a channel of the creator in the space of the tenant, and a bot there. */
async function channel(input: { is_reviewed?: boolean; callback_url?: string } = {}) {
  const title = `Desk ${(count += 1)}`
  await maker.api.connector.create({ connector_title: title, ...input })
  const { id } = (await maker.api.connector.list({})).data.find((item) => item.name === title)!
  await tenant.api.connector.setPublic({ id, is_public: true })
  await tenant.api.connector.bindSpace({ connector_id_list: [id], space_id: lab.spaceId })
  return { id, botId: await lab.createBot() }
}
type Desk = Awaited<ReturnType<typeof channel>>
const publish = ({ id, botId }: Desk, config: Record<string, string> = {}) =>
  tenant.api.bot.publish({ space_id: lab.spaceId, bot_id: botId, connectors: { [id]: config } })
const record = async ({ botId }: Desk) => {
  const found = await tenant.api.bot.publishRecord({ bot_id: botId })
  return { ...found.connector_publish_result[0]!, publish_status: found.publish_status }
}
const shown = async ({ id, botId }: Desk) =>
  (await tenant.api.bot.connectors({ space_id: lab.spaceId, bot_id: botId })).publish_connector_list.find(
    (item) => item.id === id,
  )!
const waiting = async (desk: Desk, who = maker) =>
  (await who.api.connectorReview.list({ connector_id: desk.id, audit_status: AuditStatus.waiting })).items
const published = (desk: Desk) => told.filter((item) => item.event === 'bot.publish' && item.connector_id === desk.id)
const accept = { audit_status: AuditStatus.accepted }
const reject = (reason: string) => ({ audit_status: AuditStatus.rejected, reason })

describe('a channel that requires a review', () => {
  test('serves a version once it is accepted, and shows its link', async () => {
    const desk = await channel({ is_reviewed: true })
    await publish(desk)
    expect(await record(desk)).toMatchObject({
      connector_publish_status: ConnectorPublishStatus.auditing,
      publish_status: 4,
      connector_publish_status_msg: expect.stringContaining('review') as string,
    })
    expect(await shown(desk)).toMatchObject({ connector_status: 1, publish_id: '' })
    const [review] = await waiting(desk)
    expect(review).toMatchObject({
      bot_id: desk.botId,
      bot_name: 'Lab bot',
      user_name: 'owner',
      version_name: 'v1.0.0',
    })
    expect((await maker.api.connector.list({})).data.find((item) => item.id === desk.id)).toMatchObject({
      is_reviewed: true,
      waiting_count: 1,
    })
    const link = 'https://desk.example.test/bots/1'
    await maker.api.connectorReview.decide({ id: review!.id, ...accept, share_link: link })
    expect(await record(desk)).toMatchObject({
      connector_publish_status: ConnectorPublishStatus.success,
      publish_status: 5,
    })
    const served = await shown(desk)
    expect(served).toMatchObject({ connector_status: 0, share_link: link })
    expect(served.publish_id).not.toBe('')
    expect(await waiting(desk)).toEqual([])
  })
  test('does not serve a rejected version, and the publisher sees the reason', async () => {
    const desk = await channel({ is_reviewed: true })
    await publish(desk)
    const [review] = await waiting(desk)
    await expect(maker.api.connectorReview.decide({ id: review!.id, ...reject('') })).rejects.toMatchObject({
      code: ErrorCode.connector.reasonNeeded,
    })
    const asked = (await maker.api.notice.waiting({})).items.map((item) => item.id)
    expect(asked).toContain(review!.id)
    await maker.api.connectorReview.decide({ id: review!.id, ...reject('Too loud') })
    expect((await maker.api.notice.waiting({})).items.map((item) => item.id)).not.toContain(review!.id)
    expect((await maker.api.notice.list({})).items[0]).toMatchObject({ kind: 'connector', link: '/account/connectors' })
    const [told] = (await tenant.api.notice.list({})).items
    expect(told).toMatchObject({ kind: 'connector', en: { text: 'Reason: Too loud' }, zh: { text: '原因：Too loud' } })
    expect(await record(desk)).toMatchObject({
      connector_publish_status: ConnectorPublishStatus.failed,
      connector_publish_status_msg: expect.stringContaining('Too loud') as string,
      publish_status: 5,
    })
    expect((await shown(desk)).publish_id).toBe('')
    await expect(maker.api.connectorReview.decide({ id: review!.id, ...accept })).rejects.toMatchObject({
      code: ErrorCode.connector.nothingToReview,
    })
    const { publish_record_id } = await tenant.api.bot.publishRecord({ bot_id: desk.botId })
    await tenant.api.bot.retryPublish({ bot_id: desk.botId, publish_record_id })
    await expect.poll(() => waiting(desk)).toHaveLength(1)
    await maker.api.connectorReview.decide({ id: (await waiting(desk))[0]!.id, ...accept })
    expect((await shown(desk)).publish_id).not.toBe('')
  })
  test('shows its reviews only to the creator, who alone decides', async () => {
    const desk = await channel({ is_reviewed: true })
    await publish(desk)
    const [review] = await waiting(desk)
    expect(await waiting(desk, tenant)).toEqual([])
    const refused = { status: 404 }
    await expect(tenant.api.connectorReview.decide({ id: review!.id, ...accept })).rejects.toMatchObject(refused)
    const token = await lab.tokenOf(tenant)
    const path = `/v1/connectors/${desk.id}/bots/${desk.botId}`
    const answer = await lab.call('PUT', path, accept, { authorization: `Bearer ${token}` })
    expect(answer.status).toBe(404)
    expect((await shown(desk)).publish_id).toBe('')
  })
  test('lets a program of the creator decide with a token, by either address', async () => {
    const token = await lab.tokenOf(maker, ['Connector.updateBot'])
    const headers = { authorization: `Bearer ${token}` }
    const first = await channel({ is_reviewed: true })
    await publish(first)
    const answer = await lab.call('PUT', `/v1/connectors/${first.id}/bots/${first.botId}`, accept, headers)
    expect(answer.body.code).toBe(0)
    expect((await shown(first)).publish_id).not.toBe('')
    const second = await channel({ is_reviewed: true })
    await publish(second)
    const body = { connector_id: second.id, bot_id: second.botId, ...reject('No') }
    const other = await lab.call('POST', '/open_api/v1/connector/update_connector_bot', body, headers)
    expect(other.body.code).toBe(0)
    expect((await record(second)).connector_publish_status).toBe(ConnectorPublishStatus.failed)
  })
  test('replaces a waiting version by a newer one', async () => {
    const desk = await channel({ is_reviewed: true })
    await publish(desk)
    const [older] = await waiting(desk)
    await lab.update(desk.botId, { prompt_info: { prompt: 'Be brief' } })
    await publish(desk)
    const left = await waiting(desk)
    expect(left).toHaveLength(1)
    expect(left[0]!.id).not.toBe(older!.id)
  })
  test('rejects waiting versions when it is deleted', async () => {
    const desk = await channel({ is_reviewed: true })
    await publish(desk)
    const install = { connector_id_list: [desk.id], space_id: lab.spaceId }
    await tenant.api.connector.bindSpace({ ...install, uninstall: true })
    expect(await waiting(desk)).toEqual([])
    expect(await record(desk)).toMatchObject({
      connector_publish_status: ConnectorPublishStatus.failed,
      publish_status: 5,
      connector_publish_status_msg: expect.stringContaining('uninstalled') as string,
    })
  })
  test('rejects a version that nobody decides about for a week, with that reason', async () => {
    const desk = await channel({ is_reviewed: true })
    await publish(desk)
    lab.t.clock.advance(6 * 24 * 3600_000)
    await lab.t.services.connectorReviews.expire()
    expect(await waiting(desk)).toHaveLength(1)
    lab.t.clock.advance(2 * 24 * 3600_000)
    await lab.t.services.connectorReviews.expire()
    expect(await waiting(desk)).toEqual([])
    expect(await record(desk)).toMatchObject({
      connector_publish_status: ConnectorPublishStatus.failed,
      connector_publish_status_msg: expect.stringContaining('7 days') as string,
    })
  })
})

describe('a program behind a channel', () => {
  test('serves a version when it accepts the callback without a verdict', async () => {
    const desk = await channel({ callback_url: url })
    await publish(desk)
    expect((await shown(desk)).publish_id).not.toBe('')
    expect(published(desk)).toMatchObject([{ bot_id: desk.botId, user_id: tenant.id }])
  })
  test('may defer the decision, and decide later', async () => {
    reply.body = JSON.stringify({ audit_status: 1 })
    const desk = await channel({ callback_url: url })
    await publish(desk)
    expect((await record(desk)).connector_publish_status).toBe(ConnectorPublishStatus.auditing)
    const [review] = await waiting(desk)
    await maker.api.connectorReview.decide({ id: review!.id, ...accept })
    expect((await shown(desk)).publish_id).not.toBe('')
  })
  test('may refuse at once, with a reason; other channels are served', async () => {
    reply.body = JSON.stringify({ audit_status: 3, reason: 'Unknown format' })
    const desk = await channel({ callback_url: url })
    const connectors = { [desk.id]: {}, 1024: {} }
    await tenant.api.bot.publish({ space_id: lab.spaceId, bot_id: desk.botId, connectors })
    const { connector_publish_result: results } = await tenant.api.bot.publishRecord({ bot_id: desk.botId })
    expect(Object.fromEntries(results.map((item) => [item.connector_id, item.connector_publish_status]))).toEqual({
      [desk.id]: ConnectorPublishStatus.failed,
      1024: ConnectorPublishStatus.success,
    })
  })
  test('that is unavailable is retried; its later answer counts', async () => {
    reply.status = 503
    const desk = await channel({ callback_url: url })
    await publish(desk)
    expect((await record(desk)).connector_publish_status).toBe(ConnectorPublishStatus.auditing)
    reply = { status: 200, body: JSON.stringify({ audit_status: 2, share_link: 'https://desk.example.test/2' }) }
    await expect.poll(async () => (await record(desk)).connector_publish_status).toBe(ConnectorPublishStatus.success)
    expect((await shown(desk)).share_link).toBe('https://desk.example.test/2')
  })
})

describe('values that a person chooses from', () => {
  const offer = (desk: Desk, body: object, token: string) =>
    lab.call('POST', `/v1/connectors/${desk.id}/user_configs`, body, { authorization: `Bearer ${token}` })
  const devices = (...values: string[]) => ({
    configs: [{ key: 'device', enums: values.map((value) => ({ value, label: `The ${value}` })) }],
  })
  test('are offered to that person only, have to be chosen, and are part of the callback', async () => {
    const desk = await channel({ callback_url: url })
    const token = await lab.tokenOf(maker, ['Connector.bindConnectorConfig'])
    expect((await offer(desk, { ...devices('lamp', 'robot'), user_id: tenant.id }, token)).body.code).toBe(0)
    expect((await shown(desk)).user_configs).toEqual([
      {
        key: 'device',
        enums: [
          { value: 'lamp', label: 'The lamp' },
          { value: 'robot', label: 'The robot' },
        ],
      },
    ])
    await publish(desk)
    expect(await record(desk)).toMatchObject({
      connector_publish_status: ConnectorPublishStatus.failed,
      connector_publish_status_msg: expect.stringContaining('device') as string,
    })
    expect(published(desk)).toEqual([])
    await publish(desk, { device: 'robot' })
    expect(published(desk)).toMatchObject([{ config: { device: 'robot' } }])
    expect((await shown(desk)).bind_info).toEqual({ device: 'robot' })
    await offer(desk, { ...devices('lamp'), user_id: tenant.id }, token)
    expect((await shown(desk)).user_configs[0]!.enums.map(({ value }) => value)).toEqual(['lamp'])
  })
  test('are set only by the creator, for people of spaces in which the channel is installed', async () => {
    const desk = await channel()
    const stranger = await lab.t.register('stranger')
    const makers = await lab.tokenOf(maker)
    expect((await offer(desk, { ...devices('a'), user_id: stranger.id }, makers)).status).toBe(404)
    expect((await offer(desk, devices('a'), await lab.tokenOf(tenant))).status).toBe(404)
    expect((await offer(desk, { configs: [] }, makers)).status).toBe(400)
  })
})
