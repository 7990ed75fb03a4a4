import { describe, expect, test } from 'vitest'
import { clientConfig, configs, serverName } from './client-config.ts'
import type { Served } from './served.queries.ts'

const bot: Served = { kind: 'bot', id: '7', name: 'Trip Concierge!', description: '' }

describe('settings for clients', () => {
  test('every kind contains the URL and the token', () => {
    for (const kind of configs) {
      const text = clientConfig(kind, bot, 'https://studio.test', 'pat_1')
      expect(text, kind).toContain('https://studio.test/v1/mcp/bots/7')
      expect(text, kind).toContain('Bearer pat_1')
    }
  })

  test('files are valid JSON for clients', () => {
    expect(JSON.parse(clientConfig('json', bot, 'https://studio.test', 'pat_1'))).toEqual({
      mcpServers: {
        'trip-concierge-7': {
          type: 'http',
          url: 'https://studio.test/v1/mcp/bots/7',
          headers: { Authorization: 'Bearer pat_1' },
        },
      },
    })
    const remote = JSON.parse(clientConfig('remote', bot, 'https://studio.test', 'pat_1'))
    expect(remote.mcpServers['trip-concierge-7']).toMatchObject({ command: 'npx', env: { AUTH: 'Bearer pat_1' } })
  })

  test('a name without Latin letters or digits is replaced by the kind', () => {
    expect(serverName({ kind: 'workflow', id: '9', name: '行程' })).toBe('workflow-9')
  })

  test('resources with the same name have different keys, so that one file can contain all of them', () => {
    const ids = ['381929025947308032', '381929025947308033', '481929025947308032']
    const names = ids.flatMap((id) => [
      serverName({ kind: 'bot', id, name: 'Trip Concierge' }),
      serverName({ kind: 'plugin', id, name: 'A name that is much too long for the tools of a client' }),
      serverName({ kind: 'workflow', id, name: '行程' }),
    ])
    expect(new Set(names).size).toBe(9)
    for (const name of names) expect(name).toMatch(/^[a-z0-9-]{1,40}$/)
  })
})
