import { expect, test } from 'vitest'
import { compareSemVer, isSemVer } from './semver.ts'

test('versions must follow SemVer exactly', () => {
  for (const good of ['0.0.1', '1.2.3', '1.0.0-alpha.1', '1.0.0-0a', '1.0.0+build.7']) expect(isSemVer(good)).toBe(true)
  for (const bad of ['1', '1.2', 'v1.2.3', '01.2.3', '1.2.3-', '1.2.3-01', '1.2.3+', ' 1.2.3', '1.2.3.4'])
    expect(isSemVer(bad)).toBe(false)
})
test('versions are ordered by SemVer precedence', () => {
  const inOrder = [
    '0.0.9',
    '0.0.10',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.99999999999999999999',
    '1.0.100000000000000000000',
  ]
  for (const [at, version] of inOrder.entries())
    for (const [other, later] of inOrder.entries())
      expect(Math.sign(compareSemVer(version, later)), `${version} ${later}`).toBe(Math.sign(at - other))
  expect(compareSemVer('1.0.0+a', '1.0.0+b')).toBe(0)
})
