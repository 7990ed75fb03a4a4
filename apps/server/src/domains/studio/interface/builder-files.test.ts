import { PaperState } from '@orrery/contract'
import { beforeAll, expect, test } from 'vitest'
import { docxOf } from '#domains/resources/knowledge/testing/hostile-files.ts'
import { readPaper } from '#testing/read-paper.ts'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

/** Malicious files in every place where builders and desks accept files. */
let t: TestApp
let owner: Person
let space_id: string
let project_id: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  space_id = (await owner.api.space.create({ name: 'Team' })).id
  project_id = (await owner.api.project.create({ space_id, name: 'Shop' })).project_id
})
const zeros = Buffer.alloc(60 * 1024 * 1024)
const stored = (name: string, bytes: Buffer | string) =>
  t.services.uploads.store({ userId: owner.id, scene: 'file', name, bytes: Buffer.from(bytes) })

test.each([
  ['unpacks without end', 'bomb.docx', [{ name: 'word/bomb.bin', content: zeros }], '', /too large when unpacked/],
  [
    'lies about its size',
    'lying.docx',
    [{ name: 'word/bomb.bin', content: zeros, claimed: 1000 }],
    '',
    /too large when unpacked/,
  ],
  ['leaves its folder', 'slip.docx', [{ name: '../../etc/passwd', content: 'x' }], '', /forbidden contents/],
  [
    'has a symbolic link',
    'link.docx',
    [{ name: 'word/link', content: '/etc/passwd', mode: 0o120777 }],
    '',
    /forbidden contents/,
  ],
  ['reads files', 'entity.docx', [], '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>', /XML entities/],
  ['multiplies itself', 'laughs.docx', [], '<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY x "&a;&a;&a;&a;">]>', /XML entities/],
] as const)('a paper that %s is refused with a reason', async (_, name, more, prolog, words) => {
  const paper = await readPaper(t, owner, name, docxOf([[prolog ? '&x;' : 'Text']], prolog, [...more]))
  expect(paper).toMatchObject({ status: PaperState.failed })
  expect(paper.status_descript).toMatch(words)
  expect(await readPaper(t, owner, 'good.docx', docxOf([['All is well.']]))).toMatchObject({ status: PaperState.ready })
})

test('sources of a package cannot be an archive, nor have paths outside the package', async () => {
  const components = [{ name: 'stars', title: 'Stars' }]
  const add = (contents: object) =>
    owner.api.agentAppPackage.create({
      space_id,
      package_name: 'rating',
      version_name: '1.0.0',
      meta_contains: JSON.stringify({ components, ...contents }),
    })
  const archive = await stored('sources.zip', docxOf([['x']], '', [{ name: '../../x.ts', content: 'x' }])).catch(
    () => undefined,
  )
  if (archive) await expect(add({ source_uri: archive.key })).rejects.toMatchObject({ status: 400 })
  for (const name of ['../x.ts', '/etc/x.ts', 'a/../../x.ts'])
    await expect(
      add({
        files: Object.fromEntries([
          ['index.ts', 'export const stars = () => {}'],
          [name, 'x'],
        ]),
      }),
      name,
    ).rejects.toMatchObject({ status: 400 })
  expect((await owner.api.agentAppPackage.list({ space_id })).package_list).toEqual([])
})

test.each([
  ['with very many columns', `${Array.from({ length: 200_000 }, (_, at) => `c${at}`).join(',')}\n1`],
  ['with a quote that never ends', `a,b\n1,"${'x'.repeat(200_000)}\n2,3`],
  ['in mixed encodings', Buffer.concat([Buffer.from('a,b\n1,茶\n'), Buffer.from([0xff, 0xfe, 0x80, 0x0a])])],
])('reading a table file %s into a file box finishes, and the next file is read', async (_, bytes) => {
  const { agent_app_id } = await owner.api.agentApp.create({ space_id, agent_app_name: 'Box' })
  const { bot_id } = await owner.api.agentApp.get({ agent_app_id })
  const put = async (name: string, content: Buffer | string) => {
    const { key } = await stored(name, content)
    return owner.api.agentAppFile.upload({ bot_id, source_uri: key, file_name: name })
  }
  await put('odd.csv', bytes).catch((cause: { status: number }) => expect(cause.status).toBe(400))
  const good = await put('good.txt', 'Tea is grown in the hills.')
  const read = async () => {
    await t.services.fileboxReading.drain()
    const chunks = await owner.api.agentAppFile.chunks({ bot_id, file_uri: good }).catch(() => [])
    return chunks.map(({ content }) => content).join()
  }
  await expect.poll(read).toContain('hills')
  const found = await owner.api.agentAppFile.search({ bot_id, query: 'tea' })
  expect(found.every(({ content }) => content.length < 20_000)).toBe(true)
})

test.each([
  ['interface', '/api/ui_builder/v1/upload_file', 'form'],
  ['desk', '/api/card_builder/agent/upload_file', 'form'],
  ['card', '/api/card_builder/upload_file', 'json'],
] as const)('an interrupted upload leaves no file (%s)', async (_, path, kind) => {
  const count = async () =>
    (await t.infra.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM upload')).rows[0]!.n
  const fields = { project_id, space_id, FileName: 'half.txt', scene: '5' }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('data', new File(['x'.repeat(4000)], 'half.txt'))
  const whole = kind === 'form' ? new Response(form) : Response.json({ ...fields, data: 'eHh4'.repeat(1000) })
  const type = whole.headers.get('content-type')!
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const before = await count()
  const answer = await t.request(path, {
    method: 'POST',
    headers: { cookie: owner.cookie(), 'x-requested-with': 'XMLHttpRequest', 'content-type': type },
    body: bytes.slice(0, bytes.length / 2),
  })
  expect(answer.status).toBe(400)
  expect(await count()).toBe(before)
})
test('two uploads with the same name are two files', async () => {
  const up = () => owner.api.deskPaper.upload({ data: new File(['# One'], 'same.md') })
  const [one, two] = await Promise.all([up(), up()])
  expect(one.uri).not.toBe(two.uri)
})
