import { describe, expect, test } from 'vitest'
import { choose, type ServedRule } from './choose.ts'
import { grayOf, readGray } from './gray-rules.ts'
import { RuleType } from './rule.table.ts'

const rule = (id: string, type: number, name: string, more: Partial<ServedRule> = {}): ServedRule => ({
  id,
  type,
  name,
  isPaused: false,
  ...more,
})
const share = (in_gray: number) => grayOf(readGray({ bucket: { field: { type: 1 }, in_gray } }, undefined))
const gray = (in_gray: number, more: Partial<ServedRule> = {}) =>
  rule('3', RuleType.gray, '', { gray: share(in_gray), ...more })
const names = [rule('1', RuleType.lane, 'blue'), rule('2', RuleType.identifier, 'v2')]

describe('which version answers', () => {
  test('is chosen by conversation, identifier, lane, gray, official, in this order', () => {
    const rules = [...names, gray(10_000)]
    const named = { uid: 'u', mayName: true, lane: 'blue', identifier: 'v2' }
    expect(choose(rules, named, 's', '1')).toMatchObject({ rule: { id: '1' }, reason: 'conversation' })
    expect(choose(rules, named, 's')).toMatchObject({ rule: { id: '2' }, reason: 'identifier' })
    expect(choose(rules, { ...named, identifier: '' }, 's')).toMatchObject({ rule: { id: '1' }, reason: 'lane' })
    expect(choose(rules, { uid: 'u' }, 's')).toMatchObject({ rule: { id: '3' }, reason: 'gray' })
    expect(choose(names, { uid: 'u' }, 's')).toEqual({ reason: 'official' })
  })
  test('is the official one if the version of the conversation is no longer served', () => {
    expect(choose(names, { uid: 'u' }, 's', '9')).toEqual({ reason: 'official' })
    expect(choose([gray(10_000, { isPaused: true })], { uid: 'u' }, 's', '3')).toEqual({ reason: 'official' })
    expect(choose([gray(10_000)], { uid: 'u' }, 's', '0')).toEqual({ reason: 'conversation' })
  })
  test('is the official one for an unknown lane, with a note; visitors cannot name a version', () => {
    expect(choose(names, { uid: 'u', mayName: true, lane: 'blu' }, 's')).toEqual({ reason: 'official', missing: 'blu' })
    expect(choose(names, { uid: 'u', lane: 'blue' }, 's')).toEqual({ reason: 'official' })
  })
  test('is never a paused gray version', () => {
    expect(choose([gray(10_000, { isPaused: true })], { uid: 'u' }, 's')).toEqual({ reason: 'official' })
  })
  test('follows the share of the gray version, and growing the share keeps the users it had', () => {
    const inShare = (size: number) => {
      const rules = [gray(size)]
      const found = new Set<number>()
      for (let user = 0; user < 100_000; user += 1)
        if (choose(rules, { uid: `user-${user}` }, 'bot:1:1024').rule) found.add(user)
      return found
    }
    const [few, more] = [inShare(1000), inShare(2500)]
    expect(Math.abs(few.size / 100_000 - 0.1)).toBeLessThan(0.005)
    expect(Math.abs(more.size / 100_000 - 0.25)).toBeLessThan(0.005)
    expect([...few].every((user) => more.has(user))).toBe(true)
  })
  test('follows the block list before the allow list before the share; by user, device or a field of the request', () => {
    const config = readGray(
      {
        block_list: { field: { type: 1 }, values: ['bad', ' bad '] },
        allow_list: { field: { type: 3, custom_field_path: '$.parameters.tier' }, values: ['gold'] },
        bucket: { field: { type: 2 }, in_gray: 0 },
      },
      undefined,
    )
    expect(config.block_list!.values).toEqual(['bad'])
    const rules = [rule('3', RuleType.gray, '', { gray: grayOf(config) })]
    const gold = { parameters: { tier: 'gold' } }
    expect(choose(rules, { uid: 'good', params: gold }, 's').reason).toBe('gray')
    expect(choose(rules, { uid: 'bad', params: gold }, 's').reason).toBe('official')
    expect(choose(rules, { uid: 'good', params: { parameters: { tier: 'tin' }, uid: 'x' } }, 's').reason).toBe(
      'official',
    )
  })
})
test('invalid configurations are refused with the name of the field', () => {
  const bucket = (in_gray: number, size?: number) => ({
    bucket: { field: { type: 1 }, in_gray, ...(size && { size }) },
  })
  expect(() => readGray(bucket(11, 10), undefined)).toThrow(/bucket\.in_gray/)
  expect(() => readGray(bucket(1.5), undefined)).toThrow(/bucket\.in_gray/)
  expect(() => readGray({}, undefined)).toThrow(/gray_config\.bucket/)
  expect(() => readGray({ allow_list: { field: { type: 1 }, values: ['a b'] } }, undefined)).toThrow(/blank/)
  const path = { type: 3, custom_field_path: '$..tier[?(@.a)]' }
  expect(() => readGray({ allow_list: { field: path, values: ['a'] } }, undefined)).toThrow(/custom_field_path/)
  expect(readGray(undefined, ['u1', 'u1']).allow_list).toEqual({ field: { type: 1 }, values: ['u1'] })
})
