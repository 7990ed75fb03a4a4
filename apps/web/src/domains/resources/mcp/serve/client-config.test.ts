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
        'trip-concierge': {
          type: 'http',
          url: 'https://studio.test/v1/mcp/bots/7',
          headers: { Authorization: 'Bearer pat_1' },
        },
      },
    })
    const remote = JSON.parse(clientConfig('remote', bot, 'https://studio.test', 'pat_1'))
    expect(remote.mcpServers['trip-concierge']).toMatchObject({ command: 'npx', env: { AUTH: 'Bearer pat_1' } })
  })

  test('a name without Latin letters or digits is replaced by the id', () => {
    expect(serverName({ kind: 'workflow', id: '12', name: '行程' })).toBe('workflow-12')
  })
})
