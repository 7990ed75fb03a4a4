import { describe, expect, it } from 'vitest'
import { botLink, knowledgeLink, mockSetLink, workflowLink } from './links.ts'
import { ownAddress } from './own-address.ts'
import { parseQuery, writeQuery } from './query-string.ts'

describe('a link to a workflow', () => {
  it('contains only parts that are not empty', () => {
    expect(workflowLink({ space_id: '1', workflow_id: '2', bot_id: '', node_id: undefined })).toBe(
      '/work_flow?space_id=1&workflow_id=2',
    )
  })

  it('contains every optional part that is given', () => {
    const all = { bot_id: '3', node_id: 'n 4', version: 'v5', execute_id: '6', sub_execute_id: '7' }
    expect(workflowLink({ space_id: '1', workflow_id: '2', ...all })).toBe(
      '/work_flow?space_id=1&workflow_id=2&bot_id=3&node_id=n+4&version=v5&execute_id=6&sub_execute_id=7',
    )
  })
})

it('links have the shapes that others depend on', () => {
  const fromBot = { botId: '3', action: 'remove' } as const
  expect(botLink('1', '2')).toBe('/space/1/bot/2')
  expect(knowledgeLink({ spaceId: '1', datasetId: '2' })).toBe('/space/1/knowledge/2')
  expect(knowledgeLink({ spaceId: '1', datasetId: '2', fromBot })).toBe(
    '/space/1/knowledge/2?biz=agentIDE&bot_id=3&page_mode=modal&action_type=remove',
  )
  expect(mockSetLink({ spaceId: '1', pluginId: '2', toolId: '3', mockSetId: '4' })).toBe(
    '/space/1/plugin/2/tool/3/plugin-mock-set/4?hideMenu=true',
  )
})

it('an id in the query is not changed', () => {
  expect(parseQuery('?space_id=9223372036854775807&flag=true&empty=')).toEqual({
    space_id: '9223372036854775807',
    flag: 'true',
    empty: '',
  })
  expect(writeQuery(parseQuery('?space_id=9223372036854775807&empty='))).toBe('?space_id=9223372036854775807')
  expect(writeQuery({})).toBe('')
})

describe('an external address', () => {
  const origin = 'http://studio.test'
  it.each([
    ['/space/1?a=b#c', '/space/1?a=b#c'],
    ['http://studio.test/space', '/space'],
    ['space', '/space'],
  ])('%s is ours', (address, own) => expect(ownAddress(address, origin)).toBe(own))
  it.each(['//evil.test', '/\\evil.test', 'https://studio.test/x', 'http://studio.test.evil/', 'data:,x', ' '])(
    '%s is not',
    (address) => expect(ownAddress(address, origin)).toBeUndefined(),
  )
})
