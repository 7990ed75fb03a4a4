import { describe, expect, test } from 'vitest'
import { emptyPoint, isComplete, newRow, readPoint, writePoint } from './point-form.ts'

describe('the form of an access point', () => {
  test('converts the token to a header, rows to headers and parameters, and leaves out empty rows', () => {
    const form = {
      ...emptyPoint,
      url: ' https://example.test/mcp ',
      token: 'abc',
      rows: [
        newRow({ key: 'X-Team', value: 'blue' }),
        newRow({ key: 'X-User', isAsked: true }),
        newRow({ place: 'param' as const, key: 'region', value: 'eu' }),
        newRow({ place: 'param' as const, key: 'who', isAsked: true, value: 'me' }),
        newRow({ value: 'nobody' }),
      ],
    }
    expect(writePoint(form)).toEqual({
      transport_mode: 'streamable_http',
      server_url: 'https://example.test/mcp',
      config: {
        static_headers: [
          { key: 'Authorization', value: 'Bearer abc' },
          { key: 'X-Team', value: 'blue', is_required: false },
        ],
        dynamic_headers: [{ key: 'X-User', value: '', is_required: true }],
        static_params: [{ key: 'region', value: 'eu', is_required: false }],
        dynamic_params: [{ key: 'who', value: 'me', is_required: true }],
      },
    })
  })

  test('keeps schemes other than Bearer, and sends an unchanged token back as stars', () => {
    const header = (token: string) => writePoint({ ...emptyPoint, token }).config.static_headers[0]!.value
    expect(header('Basic dXNlcg==')).toBe('Basic dXNlcg==')
    expect(header('********')).toBe('********')
  })

  test('is unchanged by reading a stored access point', () => {
    const stored = {
      transport_mode: 'sse',
      server_url: 'https://example.test/sse',
      config: {
        static_headers: [{ key: 'Authorization', value: '********', is_required: false }],
        dynamic_headers: [{ key: 'X-User', value: '', is_required: true }],
        static_params: [],
        dynamic_params: [],
      },
    }
    const form = readPoint(stored as unknown as Parameters<typeof readPoint>[0])
    expect(form).toMatchObject({ transport: 'sse', token: '********', rows: [{ key: 'X-User', isAsked: true }] })
    expect(writePoint(form).config.static_headers).toEqual([{ key: 'Authorization', value: '********' }])
  })

  test.each([
    ['https://example.test/mcp', true],
    ['http://localhost:3000', true],
    ['example.test/mcp', false],
    ['ftp://example.test', false],
    ['', false],
  ])('%j is a complete URL: %s', (url, is) => expect(isComplete({ ...emptyPoint, url })).toBe(is))
})
