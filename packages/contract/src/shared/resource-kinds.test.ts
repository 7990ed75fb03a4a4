import { expect, test } from 'vitest'
import {
  kindOfResType,
  libraryKinds,
  portableKinds,
  resourceKinds,
  ResType,
  resTypeOf,
  sharedKinds,
} from './resource-kinds.ts'

test('an import creates resources before the ones that refer to them', () => {
  expect(portableKinds[0]).toBe('project')
  const at = (kind: (typeof portableKinds)[number]) => portableKinds.indexOf(kind)
  for (const used of ['plugin', 'knowledge', 'database'] as const) expect(at(used)).toBeLessThan(at('workflow'))
  expect(at('workflow')).toBeLessThan(at('bot'))
})
test('every number and every import order belongs to only one kind', () => {
  const numbers = Object.values(ResType)
  expect(new Set(numbers).size).toBe(numbers.length)
  const places = portableKinds.map((kind) => resourceKinds[kind].importOrder)
  expect(new Set(places).size).toBe(places.length)
})
test('numbers and kinds map to each other', () => {
  for (const kind of libraryKinds) expect(kindOfResType(resTypeOf(kind, 0))).toBe(kind)
  expect(resTypeOf('workflow', 1)).toBe(ResType.imageflow)
  expect(kindOfResType(ResType.imageflow)).toBe('workflow')
  expect(resTypeOf('bot', 0)).toBe(0)
  expect(kindOfResType(99)).toBeUndefined()
})
test('models and MCP servers, which contain secrets, are never exported from their space', () => {
  for (const kind of ['model', 'mcp'] as const) {
    expect(sharedKinds).toContain(kind)
    expect(portableKinds).not.toContain(kind)
  }
})
