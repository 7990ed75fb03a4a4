import { describe, expect, test } from 'vitest'
import { readUser, userAttributes } from './scim-docs.ts'
import { ScimError } from './scim-error.ts'
import { matches, parseFilter } from './scim-filter.ts'
import { applyPatch, type PatchOperation } from './scim-patch.ts'

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const before = {
  id: '1',
  userName: 'ada@company.test',
  active: true,
  name: { givenName: 'Ada', familyName: 'Lane' },
  emails: [{ value: 'ada@company.test', type: 'work', primary: true }],
}
const patched = (...operations: PatchOperation[]) => applyPatch(before, operations, userAttributes)
const typeOf = (work: () => unknown) => {
  try {
    work()
  } catch (cause) {
    return cause instanceof ScimError ? cause.scimType : cause
  }
  return 'accepted'
}

describe('filters', () => {
  const person = { userName: 'Ada', title: 'Engineer', active: true, age: 30 }
  test.each([
    ['userName eq "ada"', true],
    ['USERNAME EQ "ADA"', true],
    ['userName ne "ada"', false],
    ['title co "gin" and userName sw "a"', true],
    ['title ew "er" and not (userName eq "ben")', true],
    ['title eq "x" or (age ge 30 and age lt 31)', true],
    ['nickName pr', false],
    ['active eq true', true],
    ['active eq "True"', true],
  ])('%s is %s', (text, expected) => expect(matches(parseFilter(text), person)).toBe(expected))
  test.each([
    '',
    'userName',
    'userName eq',
    'userName is "x"',
    'userName eq "x',
    'userName eq x',
    'a eq 1 b',
    '(a eq 1',
    'a;drop eq 1',
    `${'('.repeat(30)}a eq 1${')'.repeat(30)}`,
  ])('“%s” is refused', (text) => expect(typeOf(() => parseFilter(text))).toBe('invalidFilter'))
})

describe('patches in the format of Entra', () => {
  test('may have capitalised operations and booleans as text', () => {
    const doc = patched({ op: 'Replace', path: 'active', value: 'False' })
    expect(readUser(doc).isActive).toBe(false)
  })
  test('can add a missing e-mail through a filter', () => {
    const doc = applyPatch(
      { ...before, emails: [] },
      [{ op: 'Add', path: 'emails[type eq "work"].value', value: 'new@company.test' }],
      userAttributes,
    )
    expect(readUser(doc).email).toBe('new@company.test')
  })
  test('may have paths with a schema, and the manager as a bare id', () => {
    const doc = patched(
      { op: 'Add', path: `${enterprise}:department`, value: 'Design' },
      { op: 'Add', path: `${enterprise}:manager`, value: '42' },
    )
    expect(doc[enterprise]).toEqual({ department: 'Design', manager: { value: '42' } })
  })
  test('can set several attributes without a path, including names with dots', () => {
    const doc = patched({
      op: 'Add',
      value: { displayName: 'Ada L.', 'name.familyName': 'Long', [`${enterprise}:employeeNumber`]: '7' },
    })
    expect(doc).toMatchObject({
      displayName: 'Ada L.',
      name: { givenName: 'Ada', familyName: 'Long' },
      [enterprise]: { employeeNumber: '7' },
    })
  })
})

describe('patches in the format of Okta', () => {
  test('may be an object without a path', () =>
    expect(patched({ op: 'replace', value: { active: false } }).active).toBe(false))
  const group = { id: '9', displayName: 'Design', members: [{ value: '1' }, { value: '2' }, { value: '3' }] }
  const members = (...operations: PatchOperation[]) =>
    applyPatch(group, operations, new Set(['displayname', 'members'])).members
  test('remove members by filter, by list, or all at once', () => {
    expect(members({ op: 'remove', path: 'members[value eq "2"]' })).toEqual([{ value: '1' }, { value: '3' }])
    expect(members({ op: 'Remove', path: 'members', value: [{ value: '1' }, { value: '3' }] })).toEqual([
      { value: '2' },
    ])
    expect(members({ op: 'remove', path: 'members' })).toBeUndefined()
    expect(members({ op: 'add', path: 'members', value: [{ value: '3' }, { value: '4' }] })).toHaveLength(4)
    expect(members({ op: 'replace', path: 'members', value: [{ value: '5' }] })).toEqual([{ value: '5' }])
  })
  test('may repeat the id beside a new name', () => {
    const doc = applyPatch(
      group,
      [{ op: 'replace', path: 'displayName', value: 'Studio' }],
      new Set(['displayname', 'members']),
    )
    expect(doc).toMatchObject({ id: '9', displayName: 'Studio' })
  })
})

test('an invalid patch is refused and changes nothing', () => {
  expect(typeOf(() => patched({ op: 'move', path: 'title' }))).toBe('invalidSyntax')
  expect(typeOf(() => patched({ op: 'replace', path: 'favouriteColour', value: 'red' }))).toBe('invalidPath')
  expect(typeOf(() => patched({ op: 'replace', path: 'emails[', value: 1 }))).toBe('invalidPath')
  expect(typeOf(() => patched({ op: 'remove' }))).toBe('noTarget')
  expect(typeOf(() => patched({ op: 'replace', path: 'id', value: '2' }))).toBe('mutability')
  expect(typeOf(() => readUser(patched({ op: 'replace', path: 'active', value: 'maybe' })))).toBe('invalidValue')
  expect(typeOf(() => patched({ op: 'add', path: '__proto__', value: { polluted: 1 } }))).not.toBe('accepted')
  expect(before.active).toBe(true)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
