import { describe, expect, it, vi } from 'vitest'
import {
  formatBytes,
  formatContext,
  formatCount,
  formatDate,
  formatDuration,
  formatFullTime,
  formatNumber,
  formatPercent,
  formatTime,
  formatWait,
  fromSeconds,
} from './format.ts'

describe('formatTime', () => {
  const now = new Date(2026, 5, 14, 14, 36)
  it.each([
    [new Date(2026, 5, 14, 0, 0), '00:00'],
    [new Date(2026, 5, 14, 23, 59), '23:59'],
    [new Date(2026, 5, 13, 23, 59), '06-13 23:59'],
    [new Date(2026, 4, 14, 14, 36), '05-14 14:36'],
    [new Date(2026, 0, 1, 0, 0), '01-01 00:00'],
    [new Date(2025, 11, 31, 23, 59), '2025-12-31 23:59'],
    [new Date(2025, 5, 14, 14, 36), '2025-06-14 14:36'],
    [new Date(2027, 0, 1, 9, 5), '2027-01-01 09:05'],
  ])('shows %s as %s', (moment, text) => {
    expect(formatTime(moment, now)).toBe(text)
    expect(formatTime(moment.getTime(), now)).toBe(text)
    expect(formatTime(moment.toISOString(), now)).toBe(text)
  })

  it('shows nothing for an invalid time', () => {
    expect(formatTime('soon', now)).toBe('')
    expect(formatFullTime(Number.NaN)).toBe('')
    expect(formatDate('')).toBe('')
  })

  it('reads seconds, as number or text', () => {
    const moment = new Date(2026, 5, 14, 9, 10)
    const seconds = moment.getTime() / 1000
    expect(formatTime(fromSeconds(seconds), now)).toBe('09:10')
    expect(formatTime(fromSeconds(String(seconds)), now)).toBe('09:10')
  })

  it('returns the full time for a hint', () => {
    expect(formatFullTime(new Date(2026, 0, 2, 3, 4, 5))).toBe('2026-01-02 03:04:05')
  })
})

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [9_999, '9,999'],
    [10_000, '10K'],
    [48_230, '48.2K'],
    [112_000, '112K'],
    [999_949, '999.9K'],
    [999_950, '1M'],
    [1_000_000, '1M'],
    [1_260_000, '1.3M'],
    [999_950_000, '1B'],
    [2_000_000_000, '2B'],
    [999_950_000_000, '1T'],
    [4_500_000_000_000, '4.5T'],
    [4_500_000_000_000_000, '4,500T'],
    [-9_999, '-9,999'],
    [-48_230, '-48.2K'],
  ])('abbreviates %d to %s', (value, text) => {
    expect(formatCount(value)).toBe(text)
  })

  it.each([
    [4_096, '4K'],
    [32_768, '32K'],
    [131_072, '128K'],
    [200_000, '200K'],
    [1_048_576, '1M'],
    [1_000_000, '1M'],
    [512, '512'],
  ])('calls a context of %d tokens %s', (tokens, text) => {
    expect(formatContext(tokens)).toBe(text)
  })

  it('writes numbers in full when requested', () => {
    expect(formatNumber(1_234_567)).toBe('1,234,567')
    expect(formatNumber(0.31)).toBe('0.31')
  })
})

describe('formatDuration', () => {
  it.each([
    [-5, '0 ms'],
    [0, '0 ms'],
    [412, '412 ms'],
    [4_250, '4,250 ms'],
    [9_999, '9,999 ms'],
    [9_999.6, '10 s'],
    [10_000, '10 s'],
    [12_540, '12.5 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min'],
    [60_000, '1 min'],
    [90_000, '1.5 min'],
    [59.94 * 60_000, '59.9 min'],
    [59.95 * 60_000, '1 h'],
    [3_600_000, '1 h'],
    [9_000_000, '2.5 h'],
  ])('shows %d ms as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text)
  })

  it('names seconds, minutes and hours in the language of the page', () => {
    vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } })
    expect([412, 12_540, 90_000, 9_000_000].map(formatDuration)).toEqual(['412 ms', '12.5 秒', '1.5 分钟', '2.5 小时'])
    expect(formatWait(8_000)).toBe('8 秒')
    vi.unstubAllGlobals()
  })

  it('counts a running wait in whole seconds', () => {
    expect(formatWait(0)).toBe('0 s')
    expect(formatWait(6_999)).toBe('6 s')
    expect(formatWait(125_000)).toBe('125 s')
  })
})

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [-1, '0 B'],
    [Number.NaN, '0 B'],
    [1, '1 B'],
    [1_023, '1,023 B'],
    [1_024, '1 KB'],
    [1_536, '1.5 KB'],
    [1_048_524, '1,023.9 KB'],
    [1_048_575, '1 MB'],
    [64_382_566, '61.4 MB'],
    [1_073_741_824, '1 GB'],
    [1_099_511_627_776, '1 TB'],
  ])('shows %d as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})

describe('formatPercent', () => {
  it.each([
    [0, '0%'],
    [0.0004, '0%'],
    [0.0005, '0.1%'],
    [0.5, '50%'],
    [0.994, '99.4%'],
    [0.9996, '100%'],
    [1, '100%'],
    [-0.031, '-3.1%'],
    [12.5, '1,250%'],
  ])('shows the share %d as %s', (share, text) => {
    expect(formatPercent(share)).toBe(text)
  })
})
