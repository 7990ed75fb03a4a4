import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import type { AppError } from '../errors.ts'
import { createAllowList } from './allow-list.ts'
import { checkUrl } from './check-url.ts'
import { egressErrors } from './egress-errors.ts'

const codeOf = (url: string, allow: string[] = []) => {
  try {
    checkUrl(url, createAllowList(allow))
    return 0
  } catch (cause) {
    return (cause as AppError).code
  }
}
const host = ErrorCode.egress.hostRefused
const port = ErrorCode.egress.portRefused
const bad = ErrorCode.egress.badUrl
const scheme = ErrorCode.egress.schemeRefused
const userinfo = ErrorCode.egress.userinfoRefused

describe('refuses internal addresses and names', () => {
  test.each([
    'http://127.0.0.1/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://localhost/',
    'http://app.localhost/',
    'http://metadata.google.internal/',
    'http://metadata/',
    'http://metadata.goog/',
    'http://instance-data/',
    'http://kubernetes.default.svc.cluster.local/',
    'http://printer.local/',
    'http://router.lan/',
    'http://vault.corp/',
    'http://x.home.arpa/',
    'http://intranet/',
    'http://host.docker.internal/',
    'http://metadata.tencentyun.com/',
  ])('%s', (url) => expect(codeOf(url)).toBe(host))
})

describe('refuses other spellings of internal addresses', () => {
  test.each([
    'http://2130706433/',
    'http://0177.1/',
    'http://0x7f.1/',
    'http://0x7f000001/',
    'http://127.1/',
    'http://127.0.1/',
    'http://017700000001/',
    'http://0/',
    'http://3232235777/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://127.0.0.1./',
    'http://localhost./',
    'http://LOCALHOST/',
    'http://LocalHost./',
    'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'http://127。0。0。1/',
    'http://１２７.0.0.1/',
    'http://①②⑦.0.0.1/',
    'http://%31%32%37.0.0.1/',
    'http://%6cocalhost/',
    'http:\\\\127.0.0.1\\',
    'http:127.0.0.1',
    'http:///127.0.0.1/',
    '  http://127.0.0.1/  ',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:1::1]/',
    'http://metadata.GOOGLE.internal./',
    'http://169.254.169.254#@example.com/',
    'http://127.0.0.1\\@example.com/',
    'http://127.0.0.1?@example.com/',
  ])('%s', (url) => expect(codeOf(url)).toBe(host))

  test.each([
    'http://ok@127.0.0.1/',
    'http://example.com@127.0.0.1/',
    'http://example.com:80@127.0.0.1/',
    'https://user:pass@example.com/',
    'http://:pass@example.com/',
  ])('a user name in %s', (url) => expect(codeOf(url)).toBe(userinfo))

  test.each([
    '',
    'example.com',
    '/path',
    'http://',
    'http://exa mple.com/',
    'http://1.2.3.4.5/',
    'http://256.1.1.1/',
    'http://[::1/',
    'http://[fe80::1%25eth0]/',
    'http://a..b/',
    'http://localhost../',
    'http://example.com:99999/',
    `http://example.com/${'a'.repeat(9000)}`,
  ])('no address at all: %.60s', (url) => expect(codeOf(url)).toBe(bad))
})

describe('only http and https are allowed', () => {
  test.each([
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,x',
    'ftp://example.com/',
    'ws://example.com/',
    'javascript:alert(1)',
    'blob:http://example.com/1',
    'unix:/run/x.sock',
    'jar:http://example.com!/',
  ])('%s', (url) => expect(codeOf(url)).toBe(scheme))
})

describe('the allow list', () => {
  const inner = 'http://10.0.0.5:8080/'
  test('an entry with a port opens that host and port only', () => {
    const allow = ['10.0.0.5:8080']
    expect(codeOf(inner, allow)).toBe(0)
    expect(codeOf('http://10.0.0.5:8081/', allow)).toBe(host)
    expect(codeOf('http://10.0.0.5/', allow)).toBe(host)
    expect(codeOf('http://10.0.0.6:8080/', allow)).toBe(host)
    expect(codeOf('http://127.0.0.1:8080/', allow)).toBe(host)
    expect(codeOf('http://evil.10.0.0.5.internal:8080/', allow)).toBe(host)
  })
  test('an entry without a port opens the host on harmless ports only', () => {
    const allow = ['vault.corp']
    expect(codeOf('https://vault.corp/', allow)).toBe(0)
    expect(codeOf('https://vault.corp:8200/', allow)).toBe(0)
    expect(codeOf('https://VAULT.corp.:8200/', allow)).toBe(0)
    expect(codeOf('http://vault.corp:6379/', allow)).toBe(port)
    expect(codeOf('http://vault.corp:22/', allow)).toBe(port)
    expect(codeOf('http://other.corp/', allow)).toBe(host)
    expect(codeOf('http://sub.vault.corp/', allow)).toBe(host)
    expect(codeOf('http://vault.corp.internal/', allow)).toBe(host)
  })
  test('an entry that names a closed port opens it, for that host only', () => {
    const allow = ['search.corp:9200', 'example.com:9200', '[fd00::5]:9200', 'fd00::6']
    expect(codeOf('http://search.corp:9200/', allow)).toBe(0)
    expect(codeOf('http://example.com:9200/', allow)).toBe(0)
    expect(codeOf('http://[fd00::5]:9200/', allow)).toBe(0)
    expect(codeOf('http://[fd00:0::6]:8080/', allow)).toBe(0)
    expect(codeOf('http://[fd00::6]:9200/', allow)).toBe(port)
    expect(codeOf('http://example.org:9200/', allow)).toBe(port)
  })
  test('an entry with the default port matches a URL without a port', () => {
    expect(codeOf('http://10.0.0.5/', ['10.0.0.5:80'])).toBe(0)
    expect(codeOf('https://10.0.0.5/', ['10.0.0.5:80'])).toBe(host)
    expect(codeOf('https://10.0.0.5/', ['10.0.0.5:443'])).toBe(0)
  })
  test.each([
    'http://10.0.0.5',
    '*',
    '*.corp',
    '10.0.0.0/8',
    'a b',
    'user@host',
    'host:',
    'host:0',
    'host:70000',
    'host:80:80',
    '',
  ])('an entry that is not a host stops the start: %j', (entry) =>
    expect(() => createAllowList([entry])).toThrow(ConfigError),
  )
})

describe('ports and line breaks that would turn a request into commands', () => {
  test.each([
    0, 1, 21, 22, 23, 25, 53, 110, 143, 389, 445, 465, 587, 636, 993, 1023, 2375, 2379, 3306, 3389, 5432, 5672, 6379,
    6667, 9042, 9092, 9200, 10250, 11211, 27017,
  ])('port %i is closed', (number) => expect(codeOf(`http://example.com:${number}/`)).toBe(port))
  test.each([80, 443, 1024, 3000, 4000, 5000, 7860, 8000, 8080, 8443, 8888, 11434, 50000])(
    'port %i is open',
    (number) => expect(codeOf(`http://example.com:${number}/`)).toBe(0),
  )
  test.each(['\r\n', '\n', '\r', '\t', '\0', '\u007f'])('a control character %j is refused anywhere', (mark) => {
    expect(codeOf(`http://example.com/a${mark}SET x 1`)).toBe(bad)
    expect(codeOf(`http://example.com/?a=${mark}`)).toBe(bad)
    expect(codeOf(`http://exam${mark}ple.com/`)).toBe(bad)
    expect(codeOf(`${mark}http://example.com/`)).toBe(bad)
  })
  test('an encoded line break stays encoded', () => {
    expect(checkUrl('http://example.com/a%0d%0aSET').pathname).toBe('/a%0d%0aSET')
  })
})

test('a valid address is returned in its normal form', () => {
  expect(checkUrl('HTTPS://Example.COM.:443/a b?c=d#e').href).toBe('https://example.com/a%20b?c=d')
  expect(checkUrl('http://bücher.example/').hostname).toBe('xn--bcher-kva.example')
  expect(checkUrl(new URL('http://example.com:8080/x')).href).toBe('http://example.com:8080/x')
})

test('the messages exist in both languages and never name an address', () => {
  const refusal = egressErrors.hostRefused({ host: 'rebind.example.com' })
  expect(refusal.text('en')).toContain('rebind.example.com')
  expect(refusal.text('zh-CN')).toContain('rebind.example.com')
  expect(refusal.text('zh-CN')).not.toBe(refusal.text('en'))
})
