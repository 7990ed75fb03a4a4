import { contract } from '@orrery/contract'
import { toOpenApi } from '@orrery/contract/openapi'
import { describe, expect, it } from 'vitest'
import { findOperation, type OpenApiDocument, readReference } from './reference.ts'
import { searchOperations } from './search-operations.ts'

const reference = readReference(toOpenApi(contract, '1.2.3') as OpenApiDocument)
const find = (domain: string, name: string) => findOperation(reference, domain, name)!

describe('the reference of the real contract', () => {
  it('has every call once, in the group of its domain', () => {
    const expected = Object.entries(contract).flatMap(([domain, ops]) =>
      Object.keys(ops).map((name) => `${domain}.${name}`),
    )
    const found = reference.groups.flatMap((group) => group.operations.map((operation) => operation.id))
    expect(found.toSorted()).toEqual(expected.toSorted())
    expect(reference.count).toBe(expected.length)
    expect(reference.version).toBe('1.2.3')
    expect(reference.groups.map((group) => group.domain).toSorted()).toEqual(Object.keys(contract).toSorted())
  })

  it('separates public, studio and legacy calls, and names groups in both languages', () => {
    expect(reference.sections.map(({ audience }) => audience)).toEqual(['public', 'studio', 'legacy'])
    const audienceOf = (id: string) => find(...(id.split('.') as [string, string])).audience
    expect(audienceOf('openChat.chat')).toBe('public')
    expect(audienceOf('oauth.token')).toBe('public')
    expect(audienceOf('apiApp.create')).toBe('studio')
    expect(audienceOf('apiApp.openCreate')).toBe('public')
    expect(audienceOf('workflowLegacy.run')).toBe('legacy')
    const chinese = readReference(toOpenApi(contract, '1', 'zh-CN') as OpenApiDocument)
    const chat = findOperation(chinese, 'openChat', 'chat')!
    expect(chinese.groups.find(({ domain }) => domain === 'openChat')?.title).toBe('对话')
    expect(chat.summary).toMatch(/智能体/)
    expect(chat.body?.schema.properties?.['bot_id']?.description).toBe('智能体 ID')
    expect(chat.events.map(({ event }) => event)).toContain('conversation.message.delta')
  })

  it('shows the first path of a call and lists the others', () => {
    const { method, path, aliases } = find('space', 'addMembers')
    expect({ method, path }).toEqual({ method: 'POST', path: '/api/space/member/add' })
    expect(aliases).toEqual([{ method: 'POST', path: '/api/playground_api/space/member/add' }])
  })

  it('shows who may call, and which permission a token needs', () => {
    expect(find('space', 'workspaces').scope).toBe('Workspace.list')
    expect(find('space', 'addMembers').access).toEqual({ on: 'space', id: 'space_id', can: 'addMember' })
    expect(find('instance', 'info').access).toBe('public')
  })

  it('distinguishes bodies, forms and parameters', () => {
    expect(find('space', 'addMembers').body?.is).toBe('json')
    expect(find('passport', 'uploadAvatar').body?.is).toBe('form')
    expect(find('space', 'workspaces').body).toBeUndefined()
    expect(find('space', 'workspaces').parameters.map((parameter) => parameter.name)).toEqual(['page_num', 'page_size'])
  })
})

describe('searching the reference', () => {
  it.each([
    ['/v1/workspaces', 'space.workspaces'],
    ['playground_api/space/member/add', 'space.addMembers'],
    ['Workspace.list', 'space.workspaces'],
    ['addMembers', 'space.addMembers'],
    ['team space create', 'space.create'],
  ])('%s finds %s', (word, id) => {
    expect(searchOperations(reference, word).operations[0]?.id).toBe(id)
  })

  it('limits the results and returns their total number', () => {
    const many = readReference({
      paths: Object.fromEntries(
        Array.from({ length: 500 }, (_, index) => [
          `/p${index}`,
          { get: { operationId: `a.op${index}`, summary: 'Same' } },
        ]),
      ),
    })
    const found = searchOperations(many, 'same')
    expect(found.count).toBe(500)
    expect(found.operations.length).toBeLessThanOrEqual(100)
    expect(searchOperations(many, 'nothing like it').count).toBe(0)
  })
})
