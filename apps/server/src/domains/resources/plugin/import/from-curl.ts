import { parse } from 'shell-quote'
import { BadDocument } from './openapi-types.ts'
import { type SeenRequest, toDocument } from './request-to-operation.ts'

/** Options of curl with a value that does not describe the request. */
const skipped = new Set([
  '-o',
  '--output',
  '-m',
  '--max-time',
  '--connect-timeout',
  '-A',
  '--user-agent',
  '-e',
  '--referer',
  '-b',
  '--cookie',
  '-u',
  '--user',
  '-x',
  '--proxy',
  '--retry',
  '-w',
  '--write-out',
])

/** Parses one or several curl commands. They are never run. */
export function fromCurl(text: string) {
  const joined = text.replaceAll(/\\\r?\n/g, ' ').replaceAll(/\^\r?\n/g, ' ')
  const requests = joined
    .split(/\r?\n(?=\s*curl\s)|;\s*(?=curl\s)|&&\s*(?=curl\s)/i)
    .filter((line) => line.trim())
    .slice(0, 200)
    .map(readOne)
  if (!requests.some((request) => request.url)) throw new BadDocument('The curl line has no address')
  return toDocument(requests, '', '')
}

function readOne(line: string): SeenRequest {
  // Variables are not expanded: nothing of this machine may get into the document.
  const words = parse(line, (name) => `$${name}`).flatMap((word) =>
    typeof word === 'string' ? [word] : 'pattern' in word ? [word.pattern] : 'comment' in word ? [] : [word.op],
  )
  const seen: SeenRequest = { name: '', description: '', method: '', url: '', headers: [], body: '', bodyType: '' }
  let isGet = false
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at]!
    const next = () => words[(at += 1)] ?? ''
    if (word === '-X' || word === '--request') seen.method = next()
    else if (/^-X./.test(word)) seen.method = word.slice(2)
    else if (word === '-H' || word === '--header') addHeader(seen, next())
    else if (['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--json'].includes(word)) {
      const value = next().replace(/^\$/, '')
      seen.body = seen.body ? `${seen.body}&${value}` : value
      if (word === '--json') seen.bodyType ||= 'application/json'
    } else if (word === '--data-urlencode') {
      const [name, ...value] = next().split('=')
      seen.body += `${seen.body && '&'}${name}=${encodeURIComponent(value.join('='))}`
    } else if (word === '-F' || word === '--form') {
      seen.bodyType = 'multipart/form-data'
      seen.body += `${seen.body && '&'}${next()}`
    } else if (word === '-G' || word === '--get') isGet = true
    else if (word === '--url') seen.url = next()
    else if (skipped.has(word)) next()
    else if (!word.startsWith('-') && !seen.url) seen.url = word
  }
  if (isGet && seen.body) {
    seen.url += `${seen.url.includes('?') ? '&' : '?'}${seen.body}`
    seen.body = ''
  }
  seen.method ||= seen.body && !isGet ? 'POST' : 'GET'
  return seen
}

function addHeader(seen: SeenRequest, header: string) {
  const at = header.indexOf(':')
  if (at < 1) return
  const [name, value] = [header.slice(0, at).trim(), header.slice(at + 1).trim()]
  if (name.toLowerCase() === 'content-type') seen.bodyType = value
  else seen.headers.push([name, value])
}
