import { createHash, createHmac, randomUUID } from 'node:crypto'
import {
  type BuiltinEnv,
  type BuiltinPlugin,
  fail,
  listOf,
  number,
  objectItem,
  optional,
  p,
  stringItem,
  text,
} from './builtin-types.ts'
import type { CallContext } from '#domains/resources/plugin/shared/toolset.ts'

const hashes = new Set(['md5', 'sha1', 'sha256', 'sha384', 'sha512'])
const algorithm = (value: unknown) => {
  const name = text(value) || 'sha256'
  if (!hashes.has(name)) throw fail(`algorithm: must be one of ${[...hashes].join(', ')}`)
  return name
}

export const hashing: BuiltinPlugin = {
  number: 20,
  name: { en: 'Hash and encode', zh: '哈希与编码' },
  description: {
    en: 'Hashes, Base64, URL and hexadecimal encoding, UUIDs',
    zh: '哈希、Base64、URL 与十六进制编码、UUID',
  },
  icon: 'hash',
  tools: [
    {
      name: 'hash_text',
      description: { en: 'Hash a text, or compute its HMAC with a key', zh: '计算文本的哈希；提供密钥时计算 HMAC' },
      request: [
        p.string('text', 'The text'),
        p.string('algorithm', 'md5, sha1, sha256, sha384 or sha512', { global_default: 'sha256' }),
        p.string('key', 'The key of an HMAC', optional),
      ],
      response: [p.string('hash', 'In hexadecimal')],
      example: {
        request: { text: 'abc' },
        response: { hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
      },
      run: ({ text: given, algorithm: name, key }) => ({
        hash: (text(key) ? createHmac(algorithm(name), text(key)) : createHash(algorithm(name)))
          .update(text(given))
          .digest('hex'),
      }),
    },
    {
      name: 'encode_text',
      description: {
        en: 'Encode a text as base64, base64url, url, hex or html',
        zh: '将文本编码为 base64、base64url、url、hex 或 html',
      },
      request: [p.string('text', 'The text'), p.string('as', 'base64, base64url, url, hex or html')],
      response: [p.string('text', 'The encoded text')],
      example: { request: { text: 'a b&c', as: 'url' }, response: { text: 'a%20b%26c' } },
      run({ text: given, as }) {
        const source = text(given)
        switch (text(as)) {
          case 'base64':
          case 'base64url':
          case 'hex':
            return { text: Buffer.from(source).toString(text(as) as 'base64') }
          case 'url':
            return { text: encodeURIComponent(source.toWellFormed()) }
          case 'html':
            return { text: source.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`) }
          default:
            throw fail('as: must be base64, base64url, url, hex or html')
        }
      },
    },
    {
      name: 'decode_text',
      description: {
        en: 'Decode base64, base64url, url or hex',
        zh: '解码 base64、base64url、url 或 hex 文本',
      },
      request: [p.string('text', 'The encoded text'), p.string('from', 'base64, base64url, url or hex')],
      response: [p.string('text', 'The text')],
      example: { request: { text: '5L2g5aW9', from: 'base64' }, response: { text: '你好' } },
      run({ text: given, from }) {
        const source = text(given)
        if (text(from) === 'url') {
          try {
            return { text: decodeURIComponent(source.replaceAll('+', '%20')) }
          } catch {
            throw fail('text: is not URL-encoded')
          }
        }
        if (!['base64', 'base64url', 'hex'].includes(text(from)))
          throw fail('from: must be base64, base64url, url or hex')
        return { text: Buffer.from(source, text(from) as 'base64').toString('utf8') }
      },
    },
    {
      name: 'make_uuid',
      description: { en: 'Generate random UUIDs', zh: '生成随机 UUID' },
      request: [p.integer('count', 'Number', { global_default: '1' })],
      response: [p.list('uuids', 'The UUIDs', stringItem)],
      example: { request: { count: 2 } },
      run: ({ count }) => ({
        uuids: Array.from({ length: Math.max(1, Math.min(100, number(count, 1))) }, () => randomUUID()),
      }),
    },
  ],
}

/** A user's pattern can run forever, so it runs in the sandbox, where it can be stopped. */
async function inSandbox(code: string, params: Record<string, unknown>, env: BuiltinEnv, context: CallContext) {
  const { output } = await env.sandbox.run({
    language: 'javascript',
    code,
    params,
    timeoutMs: 3000,
    signal: context.signal,
    owner: context.spaceId,
  })
  return output
}
const flags = p.string('flags', 'Such as i, m, s or u', optional)

export const regex: BuiltinPlugin = {
  number: 7,
  name: { en: 'Regular expressions', zh: '正则表达式' },
  description: { en: 'Find and replace by pattern', zh: '按正则表达式查找与替换' },
  icon: 'regex',
  tools: [
    {
      name: 'find_matches',
      description: { en: 'Find all matches of a pattern', zh: '查找所有匹配' },
      request: [p.string('text', 'The text'), p.string('pattern', 'A JavaScript regular expression'), flags],
      response: [
        p.list(
          'matches',
          'The match',
          objectItem([
            p.string('match', 'The text'),
            p.integer('index', 'Position'),
            p.list('groups', 'Groups', stringItem),
          ]),
        ),
        p.integer('count', 'Number'),
      ],
      example: {
        request: { text: 'a1 b22', pattern: '([a-z])(\\d+)' },
        response: {
          matches: [
            { match: 'a1', index: 0, groups: ['a', '1'] },
            { match: 'b22', index: 3, groups: ['b', '22'] },
          ],
          count: 2,
        },
      },
      run: ({ text: given, pattern, flags: letters }, env, context) =>
        inSandbox(
          `function main({ params }) {
            const found = [...params.text.matchAll(new RegExp(params.pattern, 'g' + params.flags.replaceAll('g', '')))].slice(0, 1000)
            return { matches: found.map((one) => ({ match: one[0], index: one.index, groups: one.slice(1).map((part) => part ?? '') })), count: found.length }
          }`,
          { text: text(given), pattern: text(pattern), flags: text(letters) },
          env,
          context,
        ),
    },
    {
      name: 'replace_matches',
      description: { en: 'Replace all matches of a pattern; $1 refers to a group', zh: '按正则替换，$1 表示分组' },
      request: [
        p.string('text', 'The text'),
        p.string('pattern', 'A JavaScript regular expression'),
        p.string('replacement', 'The replacement', optional),
        flags,
      ],
      response: [p.string('text', 'The changed text')],
      example: {
        request: { text: '2026-01-31', pattern: '(\\d+)-(\\d+)-(\\d+)', replacement: '$3.$2.$1' },
        response: { text: '31.01.2026' },
      },
      run: ({ text: given, pattern, replacement, flags: letters }, env, context) =>
        inSandbox(
          `function main({ params }) { return { text: params.text.replace(new RegExp(params.pattern, 'g' + params.flags.replaceAll('g', '')), params.replacement) } }`,
          { text: text(given), pattern: text(pattern), replacement: text(replacement), flags: text(letters) },
          env,
          context,
        ),
    },
  ],
}

async function runCode(
  language: 'javascript' | 'python',
  code: unknown,
  params: unknown,
  env: BuiltinEnv,
  context: CallContext,
) {
  const { output, logs } = await env.sandbox.run({
    language,
    code: text(code),
    params: (params ?? {}) as Record<string, unknown>,
    timeoutMs: 30_000,
    signal: context.signal,
    owner: context.spaceId,
  })
  return { result: JSON.stringify(output ?? null), logs: listOf(logs).map(text) }
}
const codeAnswer = [p.string('result', 'What main returned, as JSON'), p.list('logs', 'What was printed', stringItem)]
const codeInput = p.object('params', 'Values for the code', [], optional)

export const codeRunner: BuiltinPlugin = {
  number: 19,
  name: { en: 'Run code', zh: '运行代码' },
  description: {
    en: 'Run JavaScript and Python in a sandbox without network access',
    zh: '在无网络沙箱中运行 JavaScript 与 Python',
  },
  icon: 'terminal',
  tools: [
    {
      name: 'run_javascript',
      description: { en: 'Run a function main({ params })', zh: '运行 main({ params }) 函数' },
      request: [p.string('code', 'Code with a function main'), codeInput],
      response: codeAnswer,
      example: {
        request: {
          code: 'function main({ params }) { console.log("hi"); return params.a + params.b }',
          params: { a: 2, b: 3 },
        },
        response: { result: '5', logs: ['hi'] },
      },
      run: ({ code, params }, env, context) => runCode('javascript', code, params, env, context),
    },
    {
      name: 'run_python',
      description: {
        en: 'Run a function main(args); args.params holds the values',
        zh: '运行 main(args) 函数，args.params 为传入的值',
      },
      request: [p.string('code', 'Code with a function main'), codeInput],
      response: codeAnswer,
      example: {
        request: { code: 'def main(args):\n    return sum(args.params["n"])', params: { n: [1, 2, 3] } },
        response: { result: '6', logs: [] },
      },
      run: ({ code, params }, env, context) => runCode('python', code, params, env, context),
    },
  ],
}
