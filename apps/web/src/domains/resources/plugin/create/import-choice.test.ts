import { expect, test } from 'vitest'
import { chosenDocument, headOf, namedManifest } from './import-choice.ts'

const openapi = JSON.stringify({
  openapi: '3.0.1',
  info: { title: 'Shop', description: 'Sells things' },
  servers: [{ url: 'https://shop.test' }],
  paths: { '/a': { get: { operationId: 'a' }, post: { operationId: 'b' } }, '/c': { get: { operationId: 'c' } } },
})

test('only selected tools remain, and paths without any are dropped', () => {
  const document = JSON.parse(chosenDocument(openapi, new Set(['POST /a']))) as { paths: object; info: object }
  expect(document.paths).toEqual({ '/a': { post: { operationId: 'b' } } })
  expect(document.info).toEqual({ title: 'Shop', description: 'Sells things' })
})

test('typed values override those of the source', () => {
  expect(headOf({ openapi })).toEqual({ name: 'Shop', desc: 'Sells things', url: 'https://shop.test' })
  const manifest = JSON.parse(
    namedManifest('{"name_for_human":"Shop","auth":{"type":"none"}}', {
      name: 'Mine',
      desc: 'D',
      url: 'https://m.test',
    }),
  ) as object
  expect(manifest).toMatchObject({
    name_for_human: 'Mine',
    description_for_human: 'D',
    url: 'https://m.test',
    auth: { type: 'none' },
  })
})
