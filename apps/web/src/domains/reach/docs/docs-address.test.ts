import { expect, it } from 'vitest'
import { docsBase, readDocsPlace } from './docs-address.ts'

it('resolves paths of the docs, of the guide before the reference', () => {
  expect(readDocsPlace(undefined)).toEqual({ is: 'home' })
  expect(readDocsPlace('/')).toEqual({ is: 'home' })
  expect(readDocsPlace(undefined, '/open/docs')).toEqual({ is: 'api' })
  expect(readDocsPlace('guide')).toEqual({ is: 'home' })
  expect(readDocsPlace('guide/knowledge')).toEqual({ is: 'page', page: 'knowledge' })
  expect(readDocsPlace('api')).toEqual({ is: 'api' })
  expect(readDocsPlace('api/stream')).toEqual({ is: 'topic', topic: 'stream' })
  expect(readDocsPlace('guide/stream')).toEqual({ is: 'topic', topic: 'stream' })
  expect(readDocsPlace('guide/nothing')).toEqual({ is: 'missing' })
  expect(readDocsPlace('space/')).toEqual({ is: 'group', domain: 'space' })
  expect(readDocsPlace('space/addMembers')).toEqual({ is: 'operation', domain: 'space', name: 'addMembers' })
  expect(readDocsPlace('space/addMembers/more')).toEqual({ is: 'missing' })
})

it('keeps the base under which the docs were opened', () => {
  expect(docsBase('/open/docs/space')).toBe('/open/docs')
  expect(docsBase('/docs/open/docs')).toBe('/docs')
})
