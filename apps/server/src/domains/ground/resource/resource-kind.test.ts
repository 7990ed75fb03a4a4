import { portableKinds, type ResourceKind, searchableKinds } from '@orrery/contract'
import { expect, test } from 'vitest'
import type { Porter } from './shared/resource-content.ts'
import { createResourceKinds } from './shared/resource-kind.ts'

const porter: Porter = {
  read: async () => ({ content: null, needs: [], published: false }),
  check: (content) => content,
  create: async () => '1',
}
const port = { porter, remove: async () => {} }

test('a kind that no domain registered is reported at startup', () => {
  const kinds = createResourceKinds()
  for (const kind of searchableKinds) if (kind !== 'prompt') kinds.register(kind, port)
  expect(() => kinds.requireAll()).toThrow('prompt')
  kinds.register('prompt', port)
  expect(() => kinds.requireAll()).not.toThrow()
  for (const kind of portableKinds) expect(kinds.porter(kind)).toBe(porter)
})
test('a kind can have only one port', () => {
  const kinds = createResourceKinds()
  kinds.register('bot', port)
  expect(() => kinds.register('bot', port)).toThrow('twice')
})
test('a kind with an empty port supports no action', () => {
  expect(createResourceKinds().find('model' satisfies ResourceKind)).toEqual({})
  expect(() => createResourceKinds().porter('bot')).toThrow('bot')
})
