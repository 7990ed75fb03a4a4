import { describe, expect, test } from 'vitest'
import type { NodeData } from '../document/canvas.ts'
import { withRequest } from './curl-request.ts'
import { parseCurl } from './curl.ts'
import { splitShell } from './split-shell.ts'

describe('splitting a command line into words', () => {
  test.each([
    [`curl  'a b' "c d" e\\ f`, ['curl', 'a b', 'c d', 'e f']],
    [`a 'it'\\''s'`, ['a', "it's"]],
    [`a "say \\"hi\\" \\n"`, ['a', 'say "hi" \\n']],
    ['a \\\n  b', ['a', 'b']],
    ['a \\\r\n  b', ['a', 'b']],
    [`a $'one\\ntwo\\u0021'`, ['a', 'one\ntwo!']],
    [`a ''`, ['a', '']],
    [`a 'never closed`, ['a', 'never closed']],
    ['a $(rm -rf /) `x`', ['a', '$(rm', '-rf', '/)', '`x`']],
  ])('splits %j', (text, words) => expect(splitShell(text)).toEqual(words))
})

describe('parsing a curl command', () => {
  test('reads a command as browsers copy it', () => {
    const text = `curl 'https://api.example.test/v1/plans?city=Lisbon&days=3' \\
      -H 'accept: application/json' \\
      -H 'Authorization: Bearer abc.def' \\
      -H 'Content-Type: application/json' \\
      --data-raw '{"budget": 500, "note": "it'\\''s fine"}' \\
      --compressed`
    expect(parseCurl(text)).toEqual({
      method: 'POST',
      url: 'https://api.example.test/v1/plans',
      headers: [{ name: 'accept', value: 'application/json' }],
      params: [
        { name: 'city', value: 'Lisbon' },
        { name: 'days', value: '3' },
      ],
      body: { kind: 'JSON', text: `{"budget": 500, "note": "it's fine"}` },
      bearer: 'abc.def',
      ignored: [],
    })
  })

  test('reads a command with only a URL as a GET request', () => {
    expect(parseCurl('curl example.test/x')).toMatchObject({
      method: 'GET',
      url: 'http://example.test/x',
      body: { kind: 'EMPTY' },
    })
  })

  test('reads -d as form data of a POST request, and with -G as a query', () => {
    expect(parseCurl("curl https://e.test -d a=1 -d 'b=x y'")).toMatchObject({
      method: 'POST',
      body: {
        kind: 'FORM_URLENCODED',
        fields: [
          { name: 'a', value: '1' },
          { name: 'b', value: 'x y' },
        ],
      },
    })
    expect(parseCurl('curl -G https://e.test -d a=1 --data-urlencode "q=a&b"')).toMatchObject({
      method: 'GET',
      params: [
        { name: 'a', value: '1' },
        { name: 'q', value: 'a&b' },
      ],
      body: { kind: 'EMPTY' },
    })
  })

  test('reads form parts, files and credentials', () => {
    expect(parseCurl('curl -XPUT https://e.test -F name=me -F file=@photo.png -u me:secret')).toMatchObject({
      method: 'PUT',
      headers: [{ name: 'Authorization', value: `Basic ${btoa('me:secret')}` }],
      body: {
        kind: 'FORM_DATA',
        fields: [
          { name: 'name', value: 'me', isFile: false },
          { name: 'file', value: '', isFile: true },
        ],
      },
    })
  })

  test('accepts the common spellings of options', () => {
    expect(parseCurl('curl --request=DELETE --url https://e.test')?.method).toBe('DELETE')
    expect(parseCurl('curl --json \'{"a":1}\' https://e.test')).toMatchObject({
      method: 'POST',
      body: { kind: 'JSON' },
    })
    expect(parseCurl("curl https://e.test -H 'Content-Type: text/csv' -d 'a,b'")).toMatchObject({
      body: { kind: 'RAW_TEXT', text: 'a,b' },
    })
  })

  test('reports ignored options, and does not read their values as the URL', () => {
    expect(parseCurl('curl --max-time 5 -o out.txt https://e.test')).toMatchObject({
      url: 'https://e.test',
      ignored: ['--max-time', '--output'],
    })
  })

  test('leaves placeholders in the URL, where they are filled, and turns the other parameters into rows', () => {
    const parsed = (url: string, more = '') => {
      const { url: address, params } = parseCurl(`curl '${url}'${more}`)!
      return [address, Object.fromEntries(params.map(({ name, value }) => [name, value]))]
    }
    const day = '{{global_variable_user["day & night?"]}}'
    expect(parsed(`https://e.test/{{block_output_2.id}}/x?q=in+{{block_output_2.city}}&days=3&day=${day}#top`)).toEqual(
      [`https://e.test/{{block_output_2.id}}/x?q=in+{{block_output_2.city}}&day=${day}`, { days: '3' }],
    )
    expect(parsed(`https://e.test/${day}/x?days=3`)).toEqual([`https://e.test/${day}/x`, { days: '3' }])
    // The value of the placeholder may begin with a protocol.
    expect(parsed('{{base_url}}/x')).toEqual(['{{base_url}}/x', {}])
    expect(parsed('https://e.test', ` -G --data-urlencode 'q=a & {{block_output_2.city}}'`)).toEqual([
      'https://e.test?q=a%20%26%20{{block_output_2.city}}',
      {},
    ])
  })

  test('turns a value that is only a reference into a reference', () => {
    const command = `curl 'https://e.test?city={{block_output_2.place.city}}&days=3' \
      -H 'Authorization: Bearer {{ block_output_3.token }}' -d 'note={{block_output_2.note}}'`
    const ref = (blockID: string, name: string) => ({
      type: 'string',
      value: { type: 'ref', content: { source: 'block-output', blockID, name } },
    })
    expect(withRequest({} as NodeData, parseCurl(command)!)).toMatchObject({
      inputs: {
        apiInfo: { url: 'https://e.test' },
        params: [
          { name: 'city', input: ref('2', 'place.city') },
          { name: 'days', input: { value: { type: 'literal', content: '3' } } },
        ],
        auth: { authData: { bearerTokenData: [{ name: 'token', input: ref('3', 'token') }] } },
        body: { bodyData: { formURLEncoded: [{ name: 'note', input: ref('2', 'note') }] } },
      },
    })
  })

  test.each(['', 'wget https://e.test', 'curl', 'curl -X POST'])('rejects %j', (text) =>
    expect(parseCurl(text)).toBeUndefined(),
  )
})
