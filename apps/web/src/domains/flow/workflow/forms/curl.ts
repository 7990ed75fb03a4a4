import { encodeData, splitQuery } from './curl-query.ts'
import { splitShell } from './split-shell.ts'

/** The request that a curl command describes. */
export interface CurlRequest {
  method: string
  url: string
  headers: { name: string; value: string }[]
  params: { name: string; value: string }[]
  body:
    | { kind: 'EMPTY' }
    | { kind: 'JSON' | 'RAW_TEXT'; text: string }
    | { kind: 'FORM_DATA' | 'FORM_URLENCODED'; fields: { name: string; value: string; isFile: boolean }[] }
  bearer: string | undefined
  /** Options that the HTTP node does not support. */
  ignored: string[]
}

const flags = new Set([
  '-s',
  '-S',
  '-L',
  '-i',
  '-k',
  '-v',
  '-f',
  '-g',
  '-N',
  '--silent',
  '--show-error',
  '--location',
  '--include',
  '--insecure',
  '--verbose',
  '--fail',
  '--compressed',
  '--globoff',
  '--no-buffer',
  '--http1.1',
  '--http2',
  '-#',
  '--progress-bar',
])
const longNames: Record<string, string> = {
  '-X': '--request',
  '-H': '--header',
  '-d': '--data',
  '-F': '--form',
  '-u': '--user',
  '-A': '--user-agent',
  '-e': '--referer',
  '-b': '--cookie',
  '-G': '--get',
  '-I': '--head',
  '-o': '--output',
  '-m': '--max-time',
  '-x': '--proxy',
}

/** Parses a curl command as browsers and manuals write it; undefined if the text is not one. */
export function parseCurl(text: string): CurlRequest | undefined {
  const words = splitShell(text)
  if (words[0] !== 'curl') return undefined
  const read = new Map<string, string[]>()
  const add = (name: string, value: string) => read.set(name, [...(read.get(name) ?? []), value])
  const ignored: string[] = []
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!
    if (!word.startsWith('-') || word === '-') {
      add('url', word)
      continue
    }
    if (flags.has(word)) continue
    const [name, joined] = optionOf(word)
    if (name === '--get' || name === '--head') add(name, '')
    else if (known.has(name)) add(name, joined ?? words[++at] ?? '')
    else {
      ignored.push(name)
      if (takesValue.has(name) && joined === undefined) at++
    }
  }
  return requestOf(read, ignored)
}

const known = new Set([
  '--request',
  '--header',
  '--data',
  '--data-raw',
  '--data-binary',
  '--data-ascii',
  '--data-urlencode',
  '--json',
  '--form',
  '--form-string',
  '--user',
  '--user-agent',
  '--referer',
  '--cookie',
  '--url',
])
const takesValue = new Set([
  '--output',
  '--max-time',
  '--proxy',
  '--cert',
  '--key',
  '--cacert',
  '--connect-timeout',
  '--retry',
  '--interface',
  '--resolve',
  '--range',
  '-w',
  '-c',
  '-T',
  '-r',
])

/** Reads `-XPOST`, `--request=POST` and `-X POST` alike. */
function optionOf(word: string): [name: string, value: string | undefined] {
  if (word.startsWith('--')) {
    const at = word.indexOf('=')
    return at < 0 ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)]
  }
  const short = word.slice(0, 2)
  return [longNames[short] ?? short, word.length > 2 ? word.slice(2) : undefined]
}

function requestOf(read: ReadonlyMap<string, string[]>, ignored: string[]): CurlRequest | undefined {
  const all = (...names: string[]) => names.flatMap((name) => read.get(name) ?? [])
  const [address] = all('url', '--url')
  if (!address) return undefined
  const headers = all('--header')
    .map(splitHeader)
    .filter((item) => item.name)
  const put = (name: string, value: string | undefined) => {
    if (value !== undefined && !headers.some((header) => same(header.name, name))) headers.push({ name, value })
  }
  put('User-Agent', all('--user-agent')[0])
  put('Referer', all('--referer')[0])
  put('Cookie', all('--cookie')[0])
  const user = all('--user')[0]
  if (user !== undefined) put('Authorization', `Basic ${btoa(user)}`)
  const data = [
    ...all('--data', '--data-raw', '--data-binary', '--data-ascii'),
    ...all('--data-urlencode').map(encodeData),
  ]
  const json = all('--json')
  if (json.length) put('Content-Type', 'application/json')
  const isGet = read.has('--get')
  const { url, params } = splitQuery(address, isGet ? data : [])
  const body = bodyOf([...(isGet ? [] : data), ...json], all('--form', '--form-string'), headers)
  const method = all('--request')[0] ?? (read.has('--head') ? 'HEAD' : body.kind === 'EMPTY' ? 'GET' : 'POST')
  const bearer = headers.find((header) => same(header.name, 'authorization') && /^bearer\s/i.test(header.value))
  return {
    method: method.toUpperCase(),
    url,
    headers: headers.filter((header) => header !== bearer && !isOwnType(header, body.kind)),
    params,
    body,
    bearer: bearer?.value.replace(/^bearer\s+/i, ''),
    ignored,
  }
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Content types that the node sets itself for the kind of its body. */
const ownTypes: Record<string, RegExp> = {
  JSON: /^application\/json/i,
  FORM_URLENCODED: /^application\/x-www-form-urlencoded/i,
  FORM_DATA: /^multipart\/form-data/i,
}
const isOwnType = (header: { name: string; value: string }, kind: string): boolean =>
  same(header.name, 'content-type') && ownTypes[kind]?.test(header.value) === true

function splitHeader(line: string): { name: string; value: string } {
  const at = line.indexOf(':')
  return at < 0 ? { name: '', value: '' } : { name: line.slice(0, at).trim(), value: line.slice(at + 1).trim() }
}

function bodyOf(
  data: readonly string[],
  form: readonly string[],
  headers: CurlRequest['headers'],
): CurlRequest['body'] {
  if (form.length) {
    const fields = form.map((item) => {
      const at = item.indexOf('=')
      const value = item.slice(at + 1)
      const isFile = value.startsWith('@') || value.startsWith('<')
      return { name: item.slice(0, at), value: isFile ? '' : value, isFile }
    })
    return { kind: 'FORM_DATA', fields }
  }
  if (!data.length) return { kind: 'EMPTY' }
  const type = headers.find((header) => same(header.name, 'content-type'))?.value ?? ''
  const text = data.join('&')
  if (/json/i.test(type) || (!type && isJson(text))) return { kind: 'JSON', text }
  if (type && !/x-www-form-urlencoded/i.test(type)) return { kind: 'RAW_TEXT', text }
  const fields = [...new URLSearchParams(text)].map(([name, value]) => ({ name, value, isFile: false }))
  return { kind: 'FORM_URLENCODED', fields }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
