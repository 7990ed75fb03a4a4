import { describe, expect, it } from 'vitest'
import { reaches, readGrants, writeGrants } from './token-grants.ts'

const groups = [
  { resource_type: 'Bot', actions: ['chat', 'edit'] },
  { resource_type: 'Workspace', actions: ['list'] },
]

describe('what a token may do', () => {
  it('comes back from the wire as it was sent', () => {
    const grants = { scopes: new Set(['Bot.chat', 'Workspace.list']), spaces: ['1', '2'] }
    expect(readGrants(writeGrants(grants), groups)).toEqual(grants)
  })

  it('groups scopes by their kind, also where an action has a dot in its name', () => {
    expect(writeGrants({ scopes: new Set(['Bot.chat', 'Bot.run.stream']), spaces: null })).toEqual({
      workspace_permission: { permission_list: [{ resource_type: 'Bot', actions: ['chat', 'run.stream'] }] },
    })
  })

  it('is everything, everywhere, when nothing was said', () => {
    const grants = readGrants({}, groups)
    expect([...grants.scopes]).toEqual(['Bot.chat', 'Bot.edit', 'Workspace.list'])
    expect(grants.spaces).toBeNull()
  })

  it('is nothing when an empty list was given', () => {
    expect(readGrants({ account_permission: { permission_list: [] } }, groups).scopes.size).toBe(0)
  })

  it('reads all four ways in which it may have been given', () => {
    const grants = readGrants(
      {
        workspace_permission: {
          workspace_id_list: ['1'],
          permission_list: [{ resource_type: 'Bot', actions: ['chat'] }],
        },
        workspace_permission_v2: { workspace_id_list: ['1', '2'], permission_list: ['Bot.edit'] },
        account_permission: { permission_list: ['Account.profile'] },
        enterprise_permission: { permission_list: ['Enterprise.read'] },
      },
      groups,
    )
    expect([...grants.scopes]).toEqual(['Bot.chat', 'Bot.edit', 'Account.profile', 'Enterprise.read'])
    expect(grants.spaces).toEqual(['1', '2'])
  })

  it('reaches the spaces it names, or all', () => {
    expect(reaches({ scopes: new Set(), spaces: null }, '9')).toBe(true)
    expect(reaches({ scopes: new Set(), spaces: ['1'] }, '1')).toBe(true)
    expect(reaches({ scopes: new Set(), spaces: ['1'] }, '9')).toBe(false)
  })
})
