import { JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Egress } from '#kit/egress/egress.ts'
import { createLab, fakeNames } from '#kit/egress/testing/lab.ts'
import { afterFile } from '#testing/after-file.ts'
import { createLabelStudio } from './crowd/label-studio.ts'
import { storageDrivers, type StoragePlace } from './storage/drivers.ts'
import { createWebFiles } from './io/web-files.ts'
import { type DatasetLab, openDatasetLab } from './testing/dataset-lab.ts'

/** Remote servers that misbehave: endless, slow or truncated responses. */
type Reply = (response: ServerResponse) => void
let replyTo: (path: string) => Reply
let lab: DatasetLab
let host: string
let egress: Egress
let isCut = false
const net = createLab()
beforeAll(async () => {
  const server = createServer((request, response) => {
    request.resume()
    replyTo(request.url ?? '')(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  egress = net.egress({ allow: [host] })
  afterFile(() => net.close())
  afterFile(() => server.closeAllConnections())
  afterFile(() => void server.close())
  lab = await openDatasetLab({ config: { egressAllow: [host] } })
})
beforeEach(() => {
  isCut = false
  lab.t.clock.advance(61_000)
})

const json =
  (value: object): Reply =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
/** Sends data until the reader closes the connection. */
const endless: Reply = (response) => {
  const piece = Buffer.alloc(1024 * 1024, 'text\n')
  const write = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', write)
  response.on('close', () => (isCut = true))
  response.writeHead(200, { 'content-type': 'application/json' })
  write()
}
/** Sends a byte now and then: never idle for long, and never finished. */
const drops: Reply = (response) => {
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => {
    clearInterval(timer)
    isCut = true
  })
  response.writeHead(200, { 'content-type': 'application/json' })
}
/** Sends fewer bytes than announced and closes the connection. */
const short: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' })
  response.write('text\nhalf a ro', () => response.destroy())
}
const isOpen = (path: string) => path.includes('op=OPEN')
const directory = json({ FileStatus: { type: 'DIRECTORY' } })

test.each([
  ['44: an endless file of a store is cut off', endless],
  ['44: a truncated file of a store is not imported', short],
])('%s, and the dataset stays as it was', async (_, reply) => {
  replyTo = (path) => (isOpen(path) ? reply : directory)
  const { owner, spaceID } = lab
  await owner.api.datasetStorage.connect({ spaceID, kind: 'hdfs', url: `http://${host}`, user: 'anna' })
  const { datasetID } = await lab.dataset(['kept'])
  const file = { provider: 3, path: 'rows.csv' } as const
  await expect(owner.api.datasetIo.import({ datasetID, file })).rejects.toMatchObject({ status: 502 })
  if (reply === endless) await expect.poll(() => isCut).toBe(true)
  expect(await lab.column(datasetID, 'text')).toEqual(['kept'])
  expect((await owner.api.datasetIo.jobs({ datasetID, spaceID })).jobs).toEqual([])
})

test('44: a Label Studio server with endless or truncated answers is not connected', async () => {
  const { owner, spaceID } = lab
  for (const reply of [endless, short]) {
    replyTo = () => reply
    lab.t.clock.advance(5000)
    const connect = () => owner.api.datasetCrowd.connect({ spaceID, url: `http://${host}`, token: 'head.refresh.sign' })
    await expect(connect()).rejects.toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400) })
  }
  await expect.poll(() => isCut).toBe(true)
  await expect(owner.api.datasetCrowd.projects({ spaceID, platform: 1 })).rejects.toThrow()
})

test('44: slow answers of stores and of Label Studio time out', async () => {
  replyTo = () => drops
  const limits = { timeoutMs: 300, maxBytes: 1024 * 1024 }
  const url = `http://${host}`
  const place: StoragePlace = { url, secret: 'b', bucket: 'rows', region: '', accessKeyId: 'a', user: 'anna' }
  const { s3, hdfs } = storageDrivers(egress, limits)
  const studio = createLabelStudio({ egress, answerMs: limits.timeoutMs })
  const slow: (() => Promise<unknown>)[] = [
    () => s3.read(place, 'rows.csv'),
    () => hdfs.read(place, 'rows.csv'),
    () => studio.projects({ url: place.url, token: 'plain' }),
  ]
  for (const ask of slow) {
    isCut = false
    await expect(ask()).rejects.toMatchObject({ status: expect.toSatisfy((status: number) => status >= 400) })
    await expect.poll(() => isCut).toBe(true)
  }
})

test('44: a row whose image is endless or truncated is rejected, and the other rows are imported', async () => {
  replyTo = (path) => (path.includes('endless') ? endless : short)
  const { owner } = lab
  const { datasetID } = await lab.dataset([], [{ key: 'photo', name: 'photo', contentType: 2 }])
  const csv = ['text,photo', `endless,http://${host}/endless.png`, `short,http://${host}/short.png`, 'without,'].join(
    '\n',
  )
  const file = { provider: STORED_HERE, path: await lab.upload('rows.csv', csv) } as const
  const job = await lab.ended((await owner.api.datasetIo.import({ datasetID, file })).jobID)
  expect([job.status, job.progress?.added]).toEqual([JobStatus.completed, '1'])
  expect(await lab.column(datasetID, 'text')).toEqual(['without'])
})

/** An image of one pixel. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
test('41: hosts of stores, Label Studio and images that resolve to an internal address, even later, are refused', async () => {
  const PUBLIC = '93.184.216.34'
  const far = await net.site((request, response) => {
    response.setHeader('connection', 'close')
    const isImage = request.url!.endsWith('.png')
    const body = isImage ? point : JSON.stringify({ results: [], FileStatus: {} })
    response.setHeader('content-type', isImage ? 'image/png' : 'application/json').end(body)
  })
  const closed = await net.site((_, response) => response.end('{}'), { host: '127.0.0.3' })
  const place = { secret: 'b', bucket: 'rows', region: '', accessKeyId: 'a', user: 'anna' }
  const { uploads } = lab.t.services
  const ways: Record<string, (client: Egress, url: string) => Promise<unknown>> = {
    s3: (client, url) => storageDrivers(client).s3.check({ ...place, url }),
    hdfs: (client, url) => storageDrivers(client).hdfs.check({ ...place, url }),
    studio: (client, url) => createLabelStudio({ egress: client }).projects({ url, token: 'plain' }),
    async image(client, url) {
      const found = await createWebFiles({ egress: client, uploads })(lab.owner.id)(`${url}/a.png`)
      if (!found) throw new Error('refused')
    },
  }
  for (const [way, ask] of Object.entries(ways)) {
    const { resolve } = fakeNames({
      'mixed.example.com': [[PUBLIC, '10.0.0.1']],
      'inner.example.com': [['127.0.0.3']],
      'rebind.example.com': [[PUBLIC], ['127.0.0.3']],
    })
    const client = net.egress({ resolve, dial: (address) => (address === PUBLIC ? far.host : address) })
    const outcome = (name: string, port: number) =>
      ask(client, `http://${name}.example.com:${port}`).then(
        () => 'answered',
        () => 'refused',
      )
    for (const name of ['mixed', 'inner', 'unknown'])
      expect([way, name, await outcome(name, closed.port)]).toEqual([way, name, 'refused'])
    expect([way, await outcome('rebind', far.port)]).toEqual([way, 'answered'])
    expect([way, await outcome('rebind', far.port)]).toEqual([way, 'refused'])
  }
  expect(closed.connections).toBe(0)
})
