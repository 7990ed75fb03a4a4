import { crc32, deflateSync } from 'node:zlib'
import { FieldType, PaperState } from '@orrery/contract'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { pdfOf } from '#domains/resources/knowledge/testing/hostile-files.ts'
import { readPaper } from '#testing/read-paper.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Files and cells that are not what they claim to be, in calls of builders and desks (cases 53 and 54). */
let t: TestApp
let owner: Person
let space_id: string
let project_id: string
let sandbox_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
  project_id = (await owner.api.project.create({ space_id, name: 'Shop' })).project_id
  sandbox_id = (await owner.api.projectInterface.create({ project_id })).channel_map['1']!.sandbox_id
})

const text = 'Comets are far away.'
const brokenTable = Buffer.from(
  pdfOf([text])
    .toString('latin1')
    .replace(/\d{10} 00000 n/g, '9999999999 00000 n'),
  'latin1',
)
test.each([
  // Missing pages may be tolerated or not, but reading has to finish.
  ['claims a million pages', pdfOf([text], { count: 1_000_000 }), [PaperState.failed, PaperState.ready]],
  ['has more pages than are read', pdfOf(Array.from({ length: 2001 }, () => 'x')), [PaperState.failed]],
  ['has a table of contents that leads nowhere', brokenTable, [PaperState.failed, PaperState.ready]],
  [
    'has a script of its own',
    pdfOf([text], { catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
    [PaperState.ready],
  ],
] as const)('case 53: reading a paper that %s finishes, and the next one is read', async (_, bytes, ends) => {
  const paper = await readPaper(t, owner, 'odd.pdf', bytes)
  expect(ends).toContain(paper.status)
  if (paper.status === PaperState.failed) expect(paper.status_descript).not.toBe('')
  expect(await readPaper(t, owner, 'good.pdf', pdfOf(['All is well.']))).toMatchObject({ status: PaperState.ready })
})

/** A PNG of a few bytes whose header claims these dimensions. */
function pngOf(side: number): Buffer {
  const part = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', head),
    part('IDAT', deflateSync(Buffer.alloc(1000))),
    part('IEND', Buffer.alloc(0)),
  ])
}
async function sent(path: string, fields: Record<string, string | Blob>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const answer = await t.request(path, {
    method: 'POST',
    headers: { cookie: owner.cookie(), 'x-requested-with': 'XMLHttpRequest' },
    body,
  })
  return { status: answer.status, ...((await answer.json()) as { code: number; msg?: string }) }
}
const fileOf = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' })
const places = {
  'an image of a page': (bytes: Buffer) =>
    sent('/api/ui_builder/v1/upload_file', { project_id, FileName: 'a.png', scene: '1', data: fileOf(bytes) }),
  'the thumbnail of a page': (bytes: Buffer) =>
    sent('/api/ui_builder/v1/upload_file', { project_id, FileName: 'a.png', scene: '4', data: fileOf(bytes) }),
  'an image of a card': (bytes: Buffer) =>
    owner.api.cardBuilder.upload({ file_name: 'a.png', data: bytes.toString('base64') }).then(
      () => ({ status: 200, msg: '' }),
      (cause: { status: number; message: string }) => ({ status: cause.status, msg: cause.message }),
    ),
}
test.each(Object.entries(places))('case 53: an image of 60,000 pixels per side is refused as %s', async (_, put) => {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const refused = await put(pngOf(60_000))
  expect(refused.status).toBe(400)
  expect(refused.msg).toContain('more than 40 million pixels')
  expect((await put(small)).status).toBe(200)
})

test('case 54: cells written through a page cannot contain formulas in the exported file', async () => {
  const { head } = await t.services.databases.create({
    spaceId: space_id,
    userId: owner.id,
    projectId: project_id,
    name: 'orders',
    description: '',
    iconUri: '',
    fields: [{ name: 'city', desc: '', type: FieldType.text, must_required: false, id: 0, alterId: 0 }],
    mode: 1,
    promptDisabled: false,
  })
  const rows = { kind: 'table', target: head.id, size: 20, sort: '', descending: false, search: '' }
  const value = {
    page: 'home',
    parent: '',
    order: 'a',
    type: 'button',
    name: 'add',
    props: { label: 'Add' },
    visible: '',
    phone: {},
    events: { click: [{ type: 'insert', source: 'rows', values: { city: '{{1}}' } }] },
  }
  const edits = [
    { path: ['sources', 'rows'], value: rows },
    { path: ['nodes', 'add'], value },
  ]
  await owner.api.projectInterface.update({ sandbox_id, crdt_history: JSON.stringify(edits) })
  const cells = ["=cmd|' /C calc'!A0", '+1+1', '@SUM(A1)', '-2+3']
  for (const city of cells)
    await owner.api.projectInterface.rows({
      project_id,
      channel: 1,
      source: 'rows',
      request: { action: 'insert', values: { city } },
    })
  const csv = await (await owner.api.database.export({ database_id: head.id, format: 'csv' })).text()
  for (const cell of cells) expect(csv).toContain(`'${cell}`)
  expect(csv).not.toMatch(/(^|[,\n"])[=+@]/m)
})
