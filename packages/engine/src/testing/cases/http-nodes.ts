import type { Ports } from '#model.ts'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { expect } from 'vitest'

import type { HttpRequest } from '#ports.ts'
import { bool, chain, end, int, node, params, ref, start, str, variable, vars } from '../canvas.ts'
import type { Case } from '../harness.ts'
import { md5 } from '#values/md5.ts'
import type { Values } from '#values/own.ts'

const http: NonNullable<Ports['http']> = {
  send: (request) => ({
    status: 200,
    headers: [
      ['a', '1'],
      ['a', '2'],
      ['b', '3'],
    ],
    body: JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body: request.body }),
  }),
}
const replying = (status: number, body = 'x'): Ports['http'] => ({ send: () => ({ status, headers: [], body }) })
const request = (inputs: Values, extra: Values = {}) =>
  chain(
    start('a', 'b', variable('o', 'object'), variable('f', 'string', { assistType: 1 })),
    node(
      '45',
      '10',
      { apiInfo: { method: 'GET', url: 'https://h/p' }, ...inputs },
      vars('body', 'statusCode:integer', 'headers'),
      extra,
    ),
    end({ body: ref('10.body'), status: ref('10.statusCode', 'integer') }),
  )
const sends = (
  name: string,
  inputs: Values,
  expected: Partial<HttpRequest>,
  input: Values = {
    a: 'A',
    b: 'B',
    o: { list: ['x', 'y'], t: 'q"\n' },
    f: 'https://h/d/file.bin?x-wf-file_name=real.bin',
  },
): Case => {
  let seen: HttpRequest | undefined
  return {
    name,
    canvas: request(inputs),
    input,
    world: {
      ports: {
        http: {
          send: (item, call) => {
            seen = item
            return http.send(item, call)
          },
        },
      },
    },
    expect: { status: 'success', asked: () => expect(seen).toMatchObject(expected) },
  }
}
const bodyOf = (bodyType: string, bodyData: Values, method = 'POST') => ({
  apiInfo: { method, url: 'https://h/p' },
  body: { bodyType, bodyData },
})

export const httpNodes: Case[] = [
  sends(
    'an address is sent without the blanks around it',
    { apiInfo: { method: 'GET', url: ' https://h/{{block_output_100001.a}}\n' } },
    { url: 'https://h/x' },
    { a: 'x ' },
  ),
  sends(
    'the address of a file is taken without the blanks around it',
    { body: { bodyType: 'BINARY', bodyData: { binary: { fileURL: ref('s.f', 'string', { assistType: 1 }) } } } },
    { body: { kind: 'file', url: 'https://h/a.png', name: 'a.png' } },
    { f: ' https://h/a.png\n' },
  ),
  {
    name: 'a reply becomes body, status and headers (last value of each)',
    canvas: request({}),
    world: { ports: { http } },
    expect: {
      nodes: {
        '10': {
          body: '{"method":"GET","url":"https://h/p","headers":[],"body":{"kind":"none"}}',
          statusCode: 200,
          headers: '{"a":"2","b":"3"}',
        },
      },
    },
  },
  sends(
    'an output written into the address',
    { apiInfo: { method: 'get', url: 'https://h/{{block_output_100001.a}}/x' } },
    { method: 'GET', url: 'https://h/A/x' },
  ),
  sends(
    'a field and an element written into the address',
    { apiInfo: { method: 'GET', url: 'https://h/{{block_output_100001.o.list[1]}}' } },
    { url: 'https://h/y' },
  ),
  sends(
    'a placeholder that is no reference stays',
    { apiInfo: { method: 'GET', url: 'https://h/{{other}}' } },
    { url: 'https://h/{{other}}' },
  ),
  sends(
    'parameters join the address',
    { apiInfo: { method: 'GET', url: 'https://h/p?z=0#frag' }, params: params({ q: ref('s.a'), 'w w': str('ä&') }) },
    { url: 'https://h/p?z=0&q=A&w+w=%C3%A4%26#frag' },
  ),
  sends(
    'headers',
    { headers: params({ 'X-One': ref('s.a'), 'X-Two': int('2') }) },
    {
      headers: [
        ['X-One', 'A'],
        ['X-Two', '2'],
      ],
    },
  ),
  sends(
    'a bearer token',
    { auth: { authOpen: true, authType: 'BEARER_AUTH', authData: { bearerTokenData: params({ token: ref('s.a') }) } } },
    { headers: [['Authorization', 'Bearer A']] },
  ),
  sends(
    'a key in a header',
    {
      auth: {
        authOpen: true,
        authType: 'CUSTOM_AUTH',
        authData: { customData: { addTo: 'header', data: params({ Key: str('X-Key'), Value: ref('s.b') }) } },
      },
    },
    { headers: [['X-Key', 'B']] },
  ),
  sends(
    'a key in the address',
    {
      auth: {
        authOpen: true,
        authType: 'CUSTOM_AUTH',
        authData: { customData: { addTo: 'query', data: params({ Key: str('key'), Value: ref('s.b') }) } },
      },
    },
    { url: 'https://h/p?key=B' },
  ),
  sends(
    'authorisation that is closed',
    {
      auth: { authOpen: false, authType: 'BEARER_AUTH', authData: { bearerTokenData: params({ token: ref('s.a') }) } },
    },
    { headers: [] },
  ),
  sends(
    'a JSON body',
    bodyOf('JSON', { json: '{"x":"{{block_output_100001.a}}","l":{{block_output_100001.o.list}}}' }),
    { method: 'POST', body: { kind: 'text', contentType: 'application/json', text: '{"x":"A","l":["x","y"]}' } },
  ),
  sends('a text inside JSON quotes is escaped', bodyOf('JSON', { json: '{"x":"<{{block_output_100001.o.t}}>"}' }), {
    body: { kind: 'text', contentType: 'application/json', text: '{"x":"<q\\"\\n>"}' },
  }),
  sends('a GET may have a body', bodyOf('JSON', { json: '{}' }, 'GET'), {
    method: 'GET',
    body: { kind: 'text', contentType: 'application/json', text: '{}' },
  }),
  sends('a plain text body', bodyOf('RAW_TEXT', { rawText: 'hi {{block_output_100001.a}}' }), {
    body: { kind: 'text', contentType: 'text/plain', text: 'hi A' },
  }),
  sends(
    'an own content type wins',
    { ...bodyOf('RAW_TEXT', { rawText: '<a/>' }), headers: params({ 'content-type': str('text/xml') }) },
    { body: { kind: 'text', contentType: 'text/xml', text: '<a/>' } },
  ),
  sends('a form', bodyOf('FORM_URLENCODED', { formURLEncoded: params({ q: ref('s.a'), r: str('x y') }) }), {
    body: { kind: 'text', contentType: 'application/x-www-form-urlencoded', text: 'q=A&r=x+y' },
  }),
  sends(
    'a form with a file',
    bodyOf('FORM_DATA', {
      formData: { data: params({ q: ref('s.a'), up: ref('s.f', 'string', { assistType: 1 }) }), typeMapping: '{}' },
    }),
    {
      body: {
        kind: 'form',
        parts: [
          { name: 'q', value: 'A' },
          { name: 'up', value: 'https://h/d/file.bin', file: { url: 'https://h/d/file.bin', name: 'real.bin' } },
        ],
      },
    },
  ),
  sends('a file as the body', bodyOf('BINARY', { binary: { fileURL: ref('s.f', 'string', { assistType: 1 }) } }), {
    body: { kind: 'file', url: 'https://h/d/file.bin', name: 'real.bin' },
    maxFileBytes: 20 * 1024 * 1024,
  }),
  sends('the time limit in seconds', { setting: { timeout: 5, retryTimes: 2 } }, { timeoutMs: 5000 }),
  sends('the key for doing it once', {}, { idempotencyKey: 'run/10/0' }),
  {
    name: 'status 400 and above is an error',
    canvas: request({}),
    world: { ports: { http: replying(404, 'not here') } },
    expect: { error: { code: ErrorCode.engine.operationFail, node: '10', message: /404.*not here/ } },
  },
  {
    name: 'status 399 is no error',
    canvas: request({}),
    world: { ports: { http: replying(302) } },
    expect: { output: { body: 'x', status: 302 } },
  },
  (() => {
    let calls = 0
    const keys: string[] = []
    return {
      name: 'requests are tried again, each attempt under its own key',
      canvas: request({ setting: { timeout: 5, retryTimes: 2 } }),
      world: {
        ports: {
          http: {
            send: (httpRequest: HttpRequest) => {
              keys.push(httpRequest.idempotencyKey)
              return { status: ++calls < 3 ? 503 : 200, headers: [], body: 'ok' }
            },
          },
        },
      },
      expect: {
        output: { body: 'ok', status: 200 },
        asked: () => expect(keys).toEqual(['run/10/0', 'run/10/1', 'run/10/2']),
      },
    } satisfies Case
  })(),
  {
    name: 'a global variable in the address',
    canvas: request({
      apiInfo: { method: 'GET', url: 'https://h/{{global_variable_app["k"]}}/{{global_variable_user["u"].deep}}' },
    }),
    world: { ports: { http }, variables: { 'app.k': 'K', 'user.u': { deep: 'D' } } },
    expect: {
      nodes: {
        '10': {
          body: '{"method":"GET","url":"https://h/K/D","headers":[],"body":{"kind":"none"}}',
          statusCode: 200,
          headers: '{"a":"2","b":"3"}',
        },
      },
    },
  },
  {
    name: 'a line break in a header is refused',
    canvas: request({ headers: params({ 'X-A': ref('s.a') }) }),
    input: { a: 'v\r\nHost: evil' },
    world: { ports: { http } },
    expect: { error: { code: ErrorCode.engine.badParam, node: '10' } },
  },
  {
    name: 'an unknown kind of body is refused',
    canvas: request({ body: { bodyType: 'MAGIC' } }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10' } },
  },
  {
    name: 'a reference to a node that does not exist is refused',
    canvas: request({ apiInfo: { method: 'GET', url: 'https://h/{{block_output_404.a}}' } }),
    expect: { error: { code: ErrorCode.engine.compile, node: '10', message: /404/ } },
  },
  {
    name: 'a boolean as a parameter',
    canvas: request({ params: params({ flag: bool('true') }) }),
    world: { ports: { http } },
    expect: {
      nodes: {
        '10': {
          body: '{"method":"GET","url":"https://h/p?flag=true","headers":[],"body":{"kind":"none"}}',
          statusCode: 200,
          headers: '{"a":"2","b":"3"}',
        },
      },
    },
  },
  {
    name: 'implicit inputs of a node that runs alone have the names that the editor uses',
    canvas: request({ apiInfo: { method: 'GET', url: 'https://h/{{block_output_100001.a}}' } }),
    options: { only: '10', edited: { '10': { [`__apiInfo_url_${md5('block_output_100001.a')}`]: 'edited' } } },
    world: { ports: { http } },
    expect: {
      output: {
        body: '{"method":"GET","url":"https://h/edited","headers":[],"body":{"kind":"none"}}',
        statusCode: 200,
        headers: '{"a":"2","b":"3"}',
      },
    },
  },
]
