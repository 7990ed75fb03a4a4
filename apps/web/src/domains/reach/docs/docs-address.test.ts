import { expect, it } from 'vitest'
import { docsBase, readDocsPlace } from './docs-address.ts'
import { readable } from './readable.ts'

it('reads the target of an address of the docs', () => {
  expect(readDocsPlace(undefined)).toEqual({ is: 'guide' })
  expect(readDocsPlace('/')).toEqual({ is: 'guide' })
  expect(readDocsPlace('guide/stream')).toEqual({ is: 'topic', topic: 'stream' })
  expect(readDocsPlace('space/')).toEqual({ is: 'group', domain: 'space' })
  expect(readDocsPlace('space/addMembers')).toEqual({ is: 'operation', domain: 'space', name: 'addMembers' })
  expect(readDocsPlace('space/addMembers/more')).toEqual({ is: 'missing' })
})

it('stays at the address at which the docs were opened', () => {
  expect(docsBase('/open/docs/space')).toBe('/open/docs')
  expect(docsBase('/docs/open/docs')).toBe('/docs')
})

it('puts keys of the contract into words', () => {
  expect(readable('knowledgeBase')).toBe('Knowledge base')
  expect(readable('mcp_server')).toBe('Mcp server')
})
