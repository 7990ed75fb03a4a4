import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type Person, type TestApp } from '#testing/test-app.ts'

let t: TestApp
let owner: Person
let spaceId: string
beforeAll(async () => {
  t = await openTestApp()
  owner = await t.register('owner')
  spaceId = (await owner.api.space.create({ name: 'Team' })).id
})
const text = (name: string, shown: string): InterfaceEdit => ({
  path: ['nodes', name],
  value: {
    page: 'home',
    parent: '',
    order: 'n',
    type: 'text',
    name,
    props: { text: shown },
    visible: '',
    phone: {},
    events: {},
  },
})
const change = (name: string, shown: string): InterfaceEdit => ({
  path: ['nodes', name, 'props', 'text'],
  value: shown,
})

async function drawn() {
  const { project_id } = await owner.api.project.create({ space_id: spaceId, name: 'Drawn' })
  const sandboxId = (await owner.api.projectInterface.create({ project_id })).channel_map['1']!.sandbox_id
  return {
    sandboxId,
    send: (edits: InterfaceEdit[], action: object = {}) =>
      t.services.interfaces.edit(sandboxId, owner.id, JSON.stringify(edits), JSON.stringify(action)),
    async read(): Promise<{ seq: number; document: InterfaceDocument }> {
      const { Sandbox } = await owner.api.projectInterface.sandbox({ sandbox_id: sandboxId })
      return JSON.parse(Sandbox.crdtHistory) as { seq: number; document: InterfaceDocument }
    },
    async stored(): Promise<{ seq: number; document_seq: number; nodes: number }> {
      const { rows } = await t.infra.database.pool.query(
        `SELECT seq, document_seq, (SELECT count(*)::int FROM jsonb_object_keys(document->'nodes')) AS nodes
         FROM interface_sandbox WHERE id = $1`,
        [sandboxId],
      )
      return rows[0] as { seq: number; document_seq: number; nodes: number }
    },
  }
}
const shownIn = ({ nodes }: InterfaceDocument, name: string) => nodes[name]?.props['text']

describe('the drawing', () => {
  test('includes all saves, and is stored as a whole only after many of them', async () => {
    const { send, read, stored } = await drawn()
    await send([text('a', 'first')])
    expect(await stored()).toEqual({ seq: 1, document_seq: 0, nodes: 0 })
    expect(shownIn((await read()).document, 'a')).toBe('first')
    await Promise.all(Array.from({ length: 130 }, (_, n) => send([text(`n${n}`, `Text ${n}`)])))
    const { seq, document_seq, nodes } = await stored()
    expect([seq, document_seq >= 100]).toEqual([131, true])
    expect(nodes).toBe(document_seq)
    const now = await read()
    expect([now.seq, Object.keys(now.document.nodes).length]).toEqual([131, 131])
  })
  test('is stored as a whole after large saves, and never exceeds its limit', async () => {
    const { send, read, stored } = await drawn()
    const large = (n: number) => Array.from({ length: 10 }, (_, at) => text(`n${n}_${at}`, 'x'.repeat(19_000)))
    await send(large(0))
    expect((await stored()).document_seq).toBe(0)
    await send(large(1))
    expect((await stored()).document_seq).toBe(2)
    const sent = await Promise.allSettled(Array.from({ length: 25 }, (_, n) => send(large(n + 2))))
    const refused = sent.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    const { seq, document } = await read()
    expect(seq).toBe(27 - refused.length)
    expect(Object.keys(document.nodes)).toHaveLength(seq * 10)
    expect(JSON.stringify(document).length).toBeLessThanOrEqual(4 * 1024 * 1024)
    // Setting the same value repeatedly does not make the document larger.
    await Promise.all(Array.from({ length: 6 }, () => send([change('n0_0', 'y'.repeat(19_000))])))
    expect(shownIn((await read()).document, 'n0_0')).toBe('y'.repeat(19_000))
  })
  test('is the same for two processes that alternate in saving', async () => {
    const other = (await t.another()).services.interfaces
    const { sandboxId, send, read } = await drawn()
    await send([text('a', '0'), text('b', '0')])
    for (let n = 1; n <= 4; n += 1) {
      await send([change('a', `${n}`)])
      await other.edit(sandboxId, owner.id, JSON.stringify([change('b', `${n}`)]), '')
    }
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2
          ? send([text(`n${n}`, `${n}`)])
          : other.edit(sandboxId, owner.id, JSON.stringify([text(`n${n}`, `${n}`)]), ''),
      ),
    )
    const { seq, document } = await read()
    expect([seq, Object.keys(document.nodes).length]).toEqual([49, 42])
    expect([shownIn(document, 'a'), shownIn(document, 'b')]).toEqual(['4', '4'])
    expect((await other.sandbox(sandboxId)).document).toEqual(document)
  })
  test('includes changes of the server between saves', async () => {
    const { sandboxId, send, read, stored } = await drawn()
    await send([text('a', '0')])
    await t.services.interfaces.changeSandbox(sandboxId, owner.id, ({ nodes }) => {
      expect(Object.keys(nodes)).toEqual(['a'])
      return [text('b', 'server')]
    })
    expect(await stored()).toMatchObject({ seq: 2, document_seq: 2 })
    await send([change('a', '1')])
    const { document } = await read()
    expect([shownIn(document, 'a'), shownIn(document, 'b')]).toEqual(['1', 'server'])
  })
})

describe('the answer to a save', () => {
  test('contains the saves that the caller lacks, or only the new one if the caller names no state', async () => {
    const { sandboxId, send } = await drawn()
    await send([text('a', '0')], { batch: 'one' })
    await send([change('a', '1')], { batch: 'two' })
    const lacking = await send([change('a', '2')], { batch: 'three', since: 1 })
    expect(lacking.saves?.map(({ batch }) => batch)).toEqual(['two', 'three'])
    expect((await send([change('a', '3')], { batch: 'four' })).saves?.map(({ batch }) => batch)).toEqual(['four'])
    // A repeated save counts once.
    expect((await send([change('a', '4')], { batch: 'four', since: 4 })).seq).toBe(4)
    expect((await send([], { since: 2 })).saves).toHaveLength(2)
    // A state that does not exist any more.
    const whole = await send([], { since: 90 })
    expect([whole.seq, shownIn(whole.document!, 'a')]).toEqual([4, '3'])
    expect(await t.services.interfaces.seqOf(sandboxId)).toBe(4)
  })
  test('is also sent to listeners in all processes, each save once and in order', async () => {
    const other = (await t.another()).services.interfaces
    const { sandboxId, send } = await drawn()
    const heard: Record<'here' | 'there', string[]> = { here: [], there: [] }
    const follow = (interfaces: typeof other, place: keyof typeof heard) =>
      interfaces.follow(sandboxId, 0, (saved) => {
        const { saves = [] } = JSON.parse(saved) as { saves?: { batch: string }[] }
        heard[place].push(...saves.map(({ batch }) => batch))
      })
    const stops = [follow(t.services.interfaces, 'here'), follow(other, 'there')]
    const wanted = Array.from({ length: 6 }, (_, n) => `batch ${n}`)
    for (const batch of wanted) await send([text('a', batch)], { batch })
    await expect.poll(() => heard.here).toEqual(wanted)
    await expect.poll(() => heard.there).toEqual(wanted)
    for (const stop of stops) stop()
  })
})
