import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import chinese from '#locales/zh-CN/account.json' with { type: 'json' }
import english from '#locales/en/account.json' with { type: 'json' }
import { reaches, readGrants, writeGrants } from './token-grants.ts'
import { presetOf, scopesOfPreset } from './token-presets.ts'

const groups = [
  { resource_type: 'Bot', actions: ['chat', 'edit'] },
  { resource_type: 'Workspace', actions: ['list'] },
]

describe('the permissions of a token', () => {
  it('are read as they were written', () => {
    const grants = { scopes: new Set(['Bot.chat', 'Workspace.list']), spaces: ['1', '2'] }
    expect(readGrants(writeGrants(grants), groups)).toEqual(grants)
  })

  it('are grouped by their kind, even if an action contains a dot', () => {
    expect(writeGrants({ scopes: new Set(['Bot.chat', 'Bot.run.stream']), spaces: null })).toEqual({
      workspace_permission: { permission_list: [{ resource_type: 'Bot', actions: ['chat', 'run.stream'] }] },
    })
  })

  it('are all permissions in all spaces if nothing is specified', () => {
    const grants = readGrants({}, groups)
    expect([...grants.scopes]).toEqual(['Bot.chat', 'Bot.edit', 'Workspace.list'])
    expect(grants.spaces).toBeNull()
  })

  it('are empty if an empty list is specified', () => {
    expect(readGrants({ account_permission: { permission_list: [] } }, groups).scopes.size).toBe(0)
  })

  it('are read from all four formats', () => {
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

  it('apply to the listed spaces, or to all', () => {
    expect(reaches({ scopes: new Set(), spaces: null }, '9')).toBe(true)
    expect(reaches({ scopes: new Set(), spaces: ['1'] }, '1')).toBe(true)
    expect(reaches({ scopes: new Set(), spaces: ['1'] }, '9')).toBe(false)
  })
})

describe('permissions in words', () => {
  const contract = new URL('../../../../../../packages/contract/src/domains/', import.meta.url)
  const files = globSync('**/*.ts', { cwd: contract })
  const scopes = new Set(
    files.flatMap((file) =>
      [...readFileSync(new URL(file, contract), 'utf8').matchAll(/\bscope: '(\w+)\.(\w+)'/g)].flatMap(
        ([, type, action]) => [type!, `${type}.${action}`],
      ),
    ),
  )

  it('have a name in both languages for every scope of a token', () => {
    expect(scopes.size).toBeGreaterThan(40)
    for (const texts of [english, chinese] as Record<string, string>[])
      expect([...scopes].filter((scope) => !texts[`scope.${scope}`])).toEqual([])
  })

  it('come in presets, which are recognised by their scopes', () => {
    const all = [...scopes].filter((scope) => scope.includes('.'))
    expect([...scopesOfPreset('chat', all)]).toEqual(expect.arrayContaining(['Bot.chat', 'File.upload']))
    expect([...scopesOfPreset('chat', all)]).not.toContain('Bot.publish')
    expect([...scopesOfPreset('read', all)].filter((scope) => /create|update|delete|edit|upload/.test(scope))).toEqual(
      [],
    )
    expect(presetOf(scopesOfPreset('workflow', all), all)).toBe('workflow')
    expect(presetOf(new Set(all), all)).toBe('all')
    expect(presetOf(new Set(['Bot.chat']), all)).toBeUndefined()
  })
})
