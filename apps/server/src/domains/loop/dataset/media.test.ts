import { ContentType, JobStatus, STORED_HERE } from '@orrery/contract/shared/dataset-enums'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { sharp } from '#kit/sharp.ts'
import { afterFile } from '#testing/after-file.ts'
import { type FarAnswer, openFarEnd } from '#testing/far-end.ts'
import { type DatasetLab, openDatasetLab } from './testing/dataset-lab.ts'

let lab: DatasetLab
let spaceID: string
let api: DatasetLab['owner']['api']
let far: Awaited<ReturnType<typeof openFarEnd>>
let inside: Awaited<ReturnType<typeof openFarEnd>>
let picture: Buffer
let [heard, made] = [0, 0]
beforeAll(async () => {
  picture = await sharp(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>')).png().toBuffer()
  far = await openFarEnd(({ path }): FarAnswer => {
    if (path === '/cat') return { headers: { 'content-type': 'image/png' }, body: new Uint8Array(picture) }
    if (path === '/away.png') return { status: 302, headers: { location: `${inside.url}/secret.png` } }
    if (path === '/huge.png') return { headers: { 'content-length': String(10 * 1024 ** 3) }, body: 'x' }
    if (path === '/bomb.png')
      return {
        headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' },
        body: new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
      }
    return { status: 404 }
  })
  inside = await openFarEnd(() => {
    heard += 1
    return { headers: { 'content-type': 'image/png' }, body: new Uint8Array(picture) }
  })
  afterFile(() => far.close())
  afterFile(() => inside.close())
  lab = await openDatasetLab({ config: { egressAllow: [far.host] } })
  ;({ spaceID } = lab)
  ;({ api } = lab.owner)
})
const fields = [
  { key: 'photo', name: 'photo', contentType: ContentType.image },
  { key: 'mixed', name: 'mixed', contentType: ContentType.parts },
]
const dataset = async () =>
  (
    await api.dataset.create({
      spaceID,
      name: `Files ${(made += 1)}`,
      fields: [{ key: 'text', name: 'text' }, ...fields],
    })
  ).datasetID
const add = (datasetID: string, data: object[], person = lab.owner) =>
  person.api.datasetItem.addMany({ datasetID, items: [{ data: data as never }] })
const photo = (uri: string) => ({ key: 'photo', attachments: [{ uri }] })
const row = async (datasetID: string) => (await api.datasetItem.list({ datasetID })).items[0]!.data!
const importRows = async (datasetID: string, csv: string) => {
  const file = { provider: STORED_HERE, path: await lab.upload('rows.csv', csv) } as const
  return lab.ended((await api.datasetIo.import({ datasetID, file })).jobID)
}

test('a file is put into a cell by the key of an upload, and shown by a working link', async () => {
  const datasetID = await dataset()
  const uri = await lab.upload('cat.png', picture)
  await add(datasetID, [photo(uri), { key: 'mixed', parts: [{ content: 'Look: ' }, { attachments: [{ uri }] }] }])
  const [shown, mixed] = await row(datasetID)
  expect(shown).toMatchObject({ contentType: 2, content: '', attachments: [{ provider: 102, name: 'cat.png', uri }] })
  expect(mixed!.parts).toMatchObject([
    { contentType: 1, content: 'Look: ' },
    { contentType: 2, attachments: [{ uri }] },
  ])
  const answer = await lab.t.app.request(shown!.attachments![0]!.url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true)
  // A member can edit another cell without losing the file of its owner.
  const itemID = (await api.datasetItem.list({ datasetID })).items[0]!.itemID
  const change = [{ itemID, data: [{ key: 'text', content: 'A cat' }] }]
  await lab.member.api.datasetItem.change({ datasetID, change })
  expect((await row(datasetID)).map(({ key }) => key)).toEqual(['text', 'photo', 'mixed'])
  // A filter finds the row by the file name.
  const filter = { filterFields: [{ field_name: 'photo', query_type: 'match' as const, values: ['cat.png'] }] }
  expect((await api.datasetItem.search({ datasetID, filter })).filterTotal).toBe('1')
})

test('19, 49: files of others and paths of this machine are refused in cells; a link that was shown is accepted', async () => {
  const datasetID = await dataset()
  const theirs = await lab.upload('theirs.png', picture, lab.stranger)
  for (const uri of [theirs, '/etc/passwd', '../x.png', 'upload/0/x.png', 'file:///etc/passwd']) {
    const { errors } = await add(datasetID, [photo(uri)])
    expect([uri, errors[0]?.details[0]?.messagesByField?.photo]).toEqual([
      uri,
      expect.stringContaining('Upload it first'),
    ])
  }
  expect((await api.datasetItem.list({ datasetID })).items).toEqual([])
  // A forged value in the stored form is refused too.
  const forged = JSON.stringify([{ type: 'image', uri: theirs, name: 'x' }])
  expect((await add(datasetID, [{ key: 'photo', content: forged }])).errors).toHaveLength(1)
  await add(datasetID, [photo(await lab.upload('own.png', picture))])
  const { url } = (await row(datasetID))[0]!.attachments![0]!
  expect((await add(datasetID, [{ key: 'photo', attachments: [{ url }] }], lab.member)).errors).toEqual([])
  expect(
    (await add(datasetID, [{ key: 'photo', attachments: [{ url: url.replace('sig=', 'sig=x') }] }])).errors,
  ).toHaveLength(1)
})

test('a field accepts only its type of files, and changing its type requires that all rows fit', async () => {
  const datasetID = await dataset()
  const sound = await lab.upload('purr.mp3', 'sound')
  const refused = await add(datasetID, [photo(sound)])
  expect(refused.errors[0]!.details[0]!.messagesByField!.photo).toContain('png, jpg')
  await add(datasetID, [{ key: 'text', content: 'words' }])
  const changed = [{ key: 'text', name: 'text', contentType: ContentType.image }, ...fields]
  await expect(api.dataset.setSchema({ datasetID, fields: changed })).rejects.toMatchObject({ status: 400 })
  const withSchema = [{ name: 'photo', contentType: ContentType.image, textSchema: '{"type":"string"}' }]
  await expect(api.dataset.create({ spaceID, name: 'Bad', fields: withSchema })).rejects.toMatchObject({ status: 400 })
})

test('41, 42, 44: an import fetches images from the web, but not from internal addresses or above the size limit', async () => {
  const datasetID = await dataset()
  const places = ['/cat', '/away.png', '/huge.png', '/bomb.png', '/none.png'].map((path) => far.url + path)
  const csv = [
    'text,photo',
    ...[...places, `${inside.url}/secret.png`, 'http://169.254.169.254/x.png'].map((url) => `${url},${url}`),
  ]
  const job = await importRows(datasetID, csv.join('\n'))
  expect([job.status, job.errors[0]!.errorCount]).toEqual([JobStatus.completed, 6])
  expect(heard).toBe(0)
  const { items } = await api.datasetItem.list({ datasetID })
  expect(items.map(({ data }) => data!.find(({ key }) => key === 'text')!.content)).toEqual([places[0]])
  const [file] = items[0]!.data!.find(({ key }) => key === 'photo')!.attachments!
  expect(Buffer.from(await (await lab.t.app.request(file!.url)).arrayBuffer()).equals(picture)).toBe(true)
})

test('53: oversized images, images with script and other files are refused, and images are served with a safe type', async () => {
  const wide = Buffer.from(picture)
  wide.writeUInt32BE(60_000, 16)
  wide.writeUInt32BE(60_000, 20)
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [name, bytes] of [
    ['wide.png', wide],
    ['drawn.svg', script],
    ['drawn.png', script],
    ['page.png', '<html>'],
  ] as const)
    await expect(lab.upload(name, bytes), name).rejects.toMatchObject({ status: expect.any(Number) })
  // A script after the image data is harmless, because the file is served as an image.
  const both = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')])
  const datasetID = await dataset()
  await add(datasetID, [photo(await lab.upload('both.png', both))])
  const answer = await lab.t.app.request((await row(datasetID))[0]!.attachments![0]!.url)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
})

test('56: an incomplete upload cannot be used in a cell or an import', async () => {
  const { directUploads } = lab.t.services
  const announced = await directUploads.announce({
    userId: lab.owner.id,
    scene: 'file',
    extension: 'csv',
    name: 'rows.csv',
    size: 20,
  })
  const cut = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('text\nha'))
      controller.close()
    },
  })
  await expect(directUploads.put(announced.key, lab.owner.id, { stream: cut })).rejects.toMatchObject({ status: 400 })
  const datasetID = await dataset()
  const file = { provider: STORED_HERE, path: announced.key } as const
  await expect(api.datasetIo.import({ datasetID, file })).rejects.toMatchObject({ status: 404 })
  expect((await add(datasetID, [photo(announced.key)])).errors).toHaveLength(1)
  expect((await api.datasetItem.list({ datasetID })).items).toEqual([])
})
