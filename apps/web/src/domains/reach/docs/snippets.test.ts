import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { CallDraft } from './call-draft.ts'
import type { Operation } from './reference.ts'
import { pythonValue, snippet } from './snippets.ts'

const origin = 'http://127.0.0.1:1'
const base: Operation = {
  id: 'a.b',
  domain: 'a',
  name: 'b',
  method: 'POST',
  path: '/v1/x',
  summary: '',
  aliases: [],
  parameters: [{ name: 'q', in: 'query', required: false, schema: {} }],
  body: { is: 'json', schema: {} },
  answer: { is: 'json' },
  events: [],
  audience: 'public',
  access: 'user',
  scope: 'A.b',
}
const nasty = { text: `it's "$HOME" \`id\` \\ 林\nnext`, on: true, none: null, list: [1, []] }
const draft: CallDraft = { params: { q: "o'clock" }, body: JSON.stringify(nasty), form: {} }

/** The arguments that a shell would pass to curl. */
function argumentsOf(script: string): string[] {
  const printed = execFileSync('sh', ['-c', `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${script}`], {
    env: { ORRERY_TOKEN: 'pat_1', ORRERY_SESSION: 's1', HOME: '/wrong' },
  })
  return printed.toString().split('\0').slice(0, -1)
}

describe('curl', () => {
  it('passes any content unchanged through a real shell', () => {
    const words = argumentsOf(snippet('curl', base, draft, origin))
    expect(words.slice(0, 3)).toEqual(['-X', 'POST', `${origin}/v1/x?q=o%27clock`])
    expect(words).toContain('Authorization: Bearer pat_1')
    expect(JSON.parse(words.at(-1)!)).toEqual(nasty)
  })

  it('uses the cookie for calls that refuse tokens, and no credentials for public calls', () => {
    const session = argumentsOf(snippet('curl', { ...base, scope: undefined }, draft, origin))
    expect(session).toContain('Cookie: session_key=s1')
    expect(session).toContain('X-Requested-With: XMLHttpRequest')
    const open = snippet('curl', { ...base, scope: undefined, access: 'public' }, draft, origin)
    expect(open).not.toMatch(/Authorization|Cookie/)
  })

  it('refers to the files of a form by name', () => {
    const schema = { properties: { file: { format: 'binary' }, note: {} } }
    const words = argumentsOf(
      snippet('curl', { ...base, body: { is: 'form', schema } }, { ...draft, form: { note: 'n' } }, origin),
    )
    expect(words.filter((word) => word.includes('='))).toContain('file=@file')
    expect(words).toContain('note=n')
  })
})

describe('JavaScript', () => {
  it('runs and makes the same call', async () => {
    const calls: [string, RequestInit][] = []
    const fetch = (url: string, init: RequestInit) => {
      calls.push([url, init])
      return Promise.resolve(new Response('ok'))
    }
    const code = snippet('javascript', base, draft, origin)
    // Running the snippet is the purpose of this test.
    const run = new Function('fetch', 'process', 'console', `return (async () => {${code}})()`) as (
      ...given: unknown[]
    ) => Promise<void>
    await run(fetch, { env: { ORRERY_TOKEN: 'pat_1' } }, { log: () => {} })
    const [url, init] = calls[0]!
    expect(url).toBe(`${origin}/v1/x?q=o%27clock`)
    expect(init.method).toBe('POST')
    expect(init.headers).toMatchObject({ Authorization: 'Bearer pat_1' })
    expect(JSON.parse(String(init.body))).toEqual(nasty)
  })
})

describe('Python', () => {
  it('writes True, False and None at every depth', () => {
    expect(pythonValue({ a: [true, { b: null }], c: {} })).toBe(
      '{\n    "a": [\n        True,\n        {\n            "b": None,\n        },\n    ],\n    "c": {},\n}',
    )
  })

  it('imports what it uses and contains no secret', () => {
    const code = snippet('python', base, draft, origin)
    expect(code).toContain('os.environ["ORRERY_TOKEN"]')
    expect(code).toMatch(/^import os\n\nimport requests\n/)
    expect(snippet('python', { ...base, scope: undefined, access: 'public' }, draft, origin)).not.toContain('import os')
  })
})
