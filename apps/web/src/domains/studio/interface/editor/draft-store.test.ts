import type { InterfaceDocument, InterfaceEdit } from '@orrery/contract'
import { applyEdits, emptyDocument, set } from '@orrery/engine/interface'
import { expect, test } from 'vitest'
import { createDraftStore, type SendEdits } from './draft-store.ts'

/** A server that puts all saves in one order. */
function fakeServer() {
  const saves: { batch: string; edits: InterfaceEdit[] }[] = []
  const first = { seq: 0, document: emptyDocument('Home') }
  const send: SendEdits = async (edits, batch, since) => {
    if (edits.length > 0 && !saves.some((save) => save.batch === batch)) saves.push({ batch, edits: [...edits] })
    return { seq: saves.length, saves: saves.slice(since) }
  }
  const stored = (): InterfaceDocument => saves.reduce((at, save) => applyEdits(at, save.edits), first.document)
  return { first, send, stored }
}
const title = (document: InterfaceDocument) => document.pages['home']!.title

test('an edit shows immediately, is saved, and can be undone and redone', async () => {
  const { first, send, stored } = fakeServer()
  const draft = createDraftStore(first, send)
  draft.edit([set('One', 'pages', 'home', 'title')])
  expect(title(draft.current().document)).toBe('One')
  draft.undo()
  expect(title(draft.current().document)).toBe('Home')
  draft.redo()
  await expect.poll(() => draft.current().state).toBe('saved')
  expect(title(stored())).toBe('One')
  expect(draft.current().document).toEqual(stored())
})
test('two editors converge to the same document with the edits of both', async () => {
  const { first, send, stored } = fakeServer()
  const [mine, yours] = [createDraftStore(first, send), createDraftStore(first, send)]
  mine.edit([set('Mine', 'pages', 'home', 'title')])
  yours.edit([set(20, 'theme', 'radius')])
  await expect.poll(() => [mine.current().state, yours.current().state]).toEqual(['saved', 'saved'])
  await mine.pull()
  await yours.pull()
  expect(mine.current().document).toEqual(stored())
  expect(yours.current().document).toEqual(stored())
  expect([title(stored()), stored().theme.radius]).toEqual(['Mine', 20])
})
test('saves of others are applied in order, and missing ones are requested', async () => {
  const { first, send, stored } = fakeServer()
  let asked = 0
  const yours = createDraftStore(first, (edits, batch, since) => {
    if (edits.length === 0) asked += 1
    return send(edits, batch, since)
  })
  const save = (text: string) => send([set(text, 'pages', 'home', 'title')], text, 0)
  const { saves } = await save('One')
  await yours.receive({ seq: 1, from: 0, saves: saves! })
  expect([title(yours.current().document), asked]).toEqual(['One', 0])
  await save('Two')
  await save('Three')
  await yours.receive({ seq: 3, from: 2, saves: [] })
  expect([title(yours.current().document), asked]).toEqual(['Three', 1])
  // A duplicate or late notification has no effect.
  await yours.receive({ seq: 1, from: 0, saves: saves! })
  expect(yours.current().document).toEqual(stored())
})
test('edits that could not be sent are kept and sent on retry', async () => {
  const { first, send, stored } = fakeServer()
  let isDown = true
  const draft = createDraftStore(first, async (...given) => {
    if (isDown) throw new Error('no network')
    return send(...given)
  })
  draft.edit([set('Later', 'pages', 'home', 'title')])
  await expect.poll(() => draft.current().state).toBe('failed')
  expect(title(draft.current().document)).toBe('Later')
  isDown = false
  await draft.retry()
  expect(title(stored())).toBe('Later')
})
