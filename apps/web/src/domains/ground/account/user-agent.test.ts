import { describe, expect, it } from 'vitest'
import { readAgent } from './user-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('the user agent of a session', () => {
  it.each([
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/141.0.0.0 Safari/537.36`, 'Chrome 141', 'Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64) ${webkit} Chrome/141.0 Safari/537.36 Edg/140.1`, 'Edge 140', 'Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140', 'macOS'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Safari/605.1.15',
      'Safari 18',
      'macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1',
      'Safari 18',
      'iPhone',
    ],
    [`Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/141.0 Mobile Safari/537.36`, 'Chrome 141', 'Android'],
    ['curl/8.5.0', 'curl 8', ''],
    ['node', 'node', ''],
    ['', '', ''],
  ])('%s', (text, browser, system) => {
    expect(readAgent(text)).toEqual({ browser, system })
  })
})
