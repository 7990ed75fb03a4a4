import { type BuiltinPlugin, fail, isObject, number, objectItem, optional, p, text } from './builtin-types.ts'
import type { PageText } from './read-markup.ts'
import { searchWeb } from './web-search.ts'

const MAX_BYTES = 3 * 1024 * 1024
const MAX_TEXT = 60_000
const cut = (source: string, max: unknown) => source.slice(0, Math.max(200, Math.min(MAX_TEXT, number(max, 20_000))))

export const webReader: BuiltinPlugin = {
  number: 12,
  name: { en: 'Web page reader', zh: '网页阅读' },
  description: { en: 'Read the content of web pages', zh: '读取网页正文' },
  icon: 'globe',
  tools: [
    {
      name: 'read_page',
      description: { en: 'Get title and text of a web page as Markdown', zh: '读取网页标题与正文（Markdown）' },
      request: [
        p.string('url', 'URL'),
        p.integer('max_length', 'Max number of characters', { global_default: '20000' }),
      ],
      response: [
        p.string('title', 'The title'),
        p.string('content', 'Text'),
        p.string('url', 'URL it was read from'),
        p.bool('is_cut', 'Whether there is more'),
      ],
      example: { request: { url: 'https://example.test/' } },
      async run({ url, max_length }, { egress, work }, { signal }) {
        const answer = await egress.fetch(text(url), {
          signal,
          maxBytes: MAX_BYTES,
          timeoutMs: 30_000,
          headers: { accept: 'text/html,text/plain;q=0.9,*/*;q=0.5' },
        })
        if (!answer.ok) throw fail(`The page answered with status ${answer.status}`)
        const type = answer.headers.get('content-type') ?? ''
        const source = await answer.text()
        if (!/html|xml/.test(type)) {
          if (!/text|json/.test(type)) throw fail(`The page is ${type || 'of an unknown kind'}, not text`)
          return {
            title: '',
            content: cut(source, max_length),
            url: answer.url,
            is_cut: source.length > cut(source, max_length).length,
          }
        }
        const page = await work<PageText>('page', { source })
        return {
          title: page.title,
          content: cut(page.content, max_length),
          url: answer.url,
          is_cut: page.content.length > cut(page.content, max_length).length,
        }
      },
    },
  ],
}

export const webSearch: BuiltinPlugin = {
  number: 13,
  name: { en: 'Web search', zh: '联网搜索' },
  description: {
    en: 'Search the web with the provider configured by your administrator',
    zh: '通过管理员配置的服务搜索网页',
  },
  icon: 'search',
  tools: [
    {
      name: 'search_web',
      description: { en: 'Search the web', zh: '搜索网页' },
      request: [p.string('query', 'Search words'), p.integer('count', 'Number of results', { global_default: '10' })],
      response: [
        p.list(
          'results',
          'The results',
          objectItem([p.string('title', 'Title'), p.string('url', 'URL'), p.string('snippet', 'A short excerpt')]),
        ),
      ],
      example: { request: { query: 'orrery', count: 5 } },
      async run({ query, count }, { egress, settings }, { signal }) {
        const provider = settings().search
        if (!provider)
          throw fail(
            'No search provider is set. The owner of the instance can choose one under Administration › Search',
          )
        return { results: await searchWeb(provider, { query: text(query), count: number(count, 10), signal }, egress) }
      },
    },
  ],
}

const headersParam = p.object('headers', 'Names and values', [], optional)
const httpAnswer = [
  p.integer('status', 'HTTP status'),
  p.string('body', 'The response'),
  p.object('headers', 'Response headers', []),
]
async function request(
  method: string,
  args: Record<string, unknown>,
  egress: Parameters<BuiltinPlugin['tools'][number]['run']>[1]['egress'],
  signal: AbortSignal,
) {
  const headers = Object.entries(isObject(args.headers) ? args.headers : {}).map(([name, value]): [string, string] => [
    name,
    text(value),
  ])
  const body =
    args.body === undefined || args.body === null || method === 'GET'
      ? undefined
      : typeof args.body === 'string'
        ? args.body
        : JSON.stringify(args.body)
  const isTyped = headers.some(([name]) => name.toLowerCase() === 'content-type')
  if (body !== undefined && !isTyped)
    headers.push(['content-type', /^\s*[[{]/.test(body) ? 'application/json' : 'text/plain; charset=utf-8'])
  const answer = await egress.fetch(text(args.url), {
    method,
    headers,
    ...(body !== undefined && { body }),
    signal,
    maxBytes: MAX_BYTES,
    timeoutMs: 60_000,
  })
  return {
    status: answer.status,
    body: (await answer.text()).slice(0, 200_000),
    headers: Object.fromEntries(answer.headers),
  }
}

export const http: BuiltinPlugin = {
  number: 14,
  name: { en: 'HTTP request', zh: 'HTTP 请求' },
  description: { en: 'Call any URL', zh: '调用网络接口' },
  icon: 'send',
  tools: [
    {
      name: 'http_get',
      description: { en: 'Send a GET request', zh: '以 GET 方式读取网址' },
      request: [p.string('url', 'URL'), headersParam],
      response: httpAnswer,
      example: { request: { url: 'https://example.test/data.json' } },
      run: (args, { egress }, { signal }) => request('GET', args, egress, signal),
    },
    {
      name: 'http_send',
      description: {
        en: 'Send a POST, PUT, PATCH or DELETE request',
        zh: '以 POST、PUT、PATCH 或 DELETE 方式发送请求',
      },
      changes: true,
      request: [
        p.string('url', 'URL'),
        p.string('method', 'POST, PUT, PATCH or DELETE', { global_default: 'POST' }),
        headersParam,
        p.string('body', 'The body; JSON as text', optional),
      ],
      response: httpAnswer,
      example: { request: { url: 'https://example.test/items', method: 'POST', body: '{"name":"tea"}' } },
      run(args, { egress }, { signal }) {
        const method = text(args.method).toUpperCase() || 'POST'
        if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
          throw fail('method: must be POST, PUT, PATCH or DELETE')
        return request(method, args, egress, signal)
      },
    },
  ],
}

export const rss: BuiltinPlugin = {
  number: 22,
  name: { en: 'RSS reader', zh: 'RSS 阅读' },
  description: { en: 'Read RSS and Atom feeds', zh: '读取 RSS 与 Atom 订阅' },
  icon: 'rss',
  tools: [
    {
      name: 'read_feed',
      description: { en: 'Get the newest entries of a feed', zh: '读取订阅的最新条目' },
      request: [p.string('url', 'URL of the feed'), p.integer('count', 'Number', { global_default: '20' })],
      response: [
        p.string('title', 'The feed'),
        p.list(
          'entries',
          'The entries',
          objectItem([
            p.string('title', 'Title'),
            p.string('link', 'URL'),
            p.string('date', 'Time'),
            p.string('summary', 'A short excerpt'),
          ]),
        ),
      ],
      example: { request: { url: 'https://example.test/feed.xml', count: 5 } },
      async run({ url, count }, { egress, work }, { signal }) {
        const answer = await egress.fetch(text(url), { signal, maxBytes: MAX_BYTES, timeoutMs: 30_000 })
        if (!answer.ok) throw fail(`The feed answered with status ${answer.status}`)
        const source = await answer.text()
        // Feeds hardly need custom entities, and attacks use them.
        if (/<!ENTITY/i.test(source)) throw fail('The feed declares entities, which are not read')
        return work<object>('feed', { source, count: Math.max(1, Math.min(100, number(count, 20))) })
      },
    },
  ],
}
