import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type GrayConfig, isInGray } from './gray.ts'

const hash = (text: string) => Number(createHash('sha256').update(text).digest().readBigUInt64BE(0)) / 2 ** 64
const users = Array.from({ length: 20_000 }, (_, at) => `user-${at}`)
const byUser = (inGray: number): GrayConfig => ({ bucket: { field: { type: 1 }, in_gray: inGray } })
const inGray = (config: GrayConfig, salt = 'slot') =>
  new Set(users.filter((uid) => isInGray(config, { uid }, salt, hash)))
const isIn = (config: GrayConfig, traffic: Record<string, unknown>) => isInGray(config, traffic, 'slot', hash)

describe('a share of all users', () => {
  test('has the requested size, and keeps all of its users when it grows', () => {
    const [small, middle, large] = [inGray(byUser(500)), inGray(byUser(2500)), inGray(byUser(5000))]
    for (const [found, share] of [
      [small, 0.05],
      [middle, 0.25],
      [large, 0.5],
    ] as const)
      expect(Math.abs(found.size / users.length - share)).toBeLessThan(0.01)
    expect([...small].filter((uid) => !middle.has(uid))).toEqual([])
    expect([...middle].filter((uid) => !large.has(uid))).toEqual([])
    expect(inGray(byUser(10_000)).size).toBe(users.length)
    expect(inGray(byUser(0)).size).toBe(0)
  })
  test('contains different users in different places', () => {
    const [one, other] = [inGray(byUser(1000)), inGray(byUser(1000), 'another')]
    expect([...one].filter((uid) => other.has(uid)).length / one.size).toBeLessThan(0.15)
  })
  test('leaves out calls that do not identify their user', () => {
    expect(isIn(byUser(10_000), {})).toBe(false)
    expect(isIn(byUser(10_000), { did: 'phone' })).toBe(false)
    expect(isIn({ bucket: { field: { type: 2 }, in_gray: 10_000 } }, { did: 'phone' })).toBe(true)
  })
})

describe('lists and conditions', () => {
  const plan = { type: 3, custom_key: 'plan' } as const
  test('the block list wins over the allow list, and both over the share', () => {
    const ann = { field: { type: 1 }, values: ['ann'] } as const
    expect(isIn({ ...byUser(0), allow_list: ann }, { uid: 'ann' })).toBe(true)
    expect(isIn({ ...byUser(10_000), block_list: ann }, { uid: 'ann' })).toBe(false)
    expect(isIn({ allow_list: ann, block_list: ann }, { uid: 'ann' })).toBe(false)
    expect(isIn({ allow_list: { field: plan, values: ['pro'] } }, { params: { plan: 'pro' } })).toBe(true)
    expect(isIn({ allow_list: { field: plan, values: ['pro'] } }, { plan: 'pro' })).toBe(true)
  })
  test('calls that do not meet the condition never get the new version', () => {
    const expr = (name: string, operator: number, value: string) =>
      ({ condition_type: 1, expr: { var: name, operator, const_val: value } }) as const
    const both = {
      condition_type: 2,
      combo_condition: { combo_type: 1, conditions: [expr('age', 6, '18'), expr('country', 2, 'DE, FR')] },
    } as const
    const config = { ...byUser(10_000), condition: both }
    expect(isIn(config, { uid: 'ann', params: { age: 20, country: 'FR' } })).toBe(true)
    expect(isIn(config, { uid: 'ann', params: { age: 17, country: 'FR' } })).toBe(false)
    expect(isIn(config, { uid: 'ann', params: { age: 20 } })).toBe(false)
    expect(isIn({ ...byUser(10_000), condition: expr('__proto__', 10, '') }, { uid: 'ann' })).toBe(false)
  })
})
