import { describe, expect, it } from 'vitest'
import { nextVersions, versionFault } from './version-name.ts'

describe('the next version', () => {
  it('can be the next patch, minor or major version', () => {
    expect(nextVersions('v1.4.9')).toEqual({ patch: 'v1.4.10', minor: 'v1.5.0', major: 'v2.0.0' })
    expect(nextVersions('')).toEqual({ patch: 'v0.0.1', minor: 'v0.1.0', major: 'v1.0.0' })
  })
  it('must be greater than the last one, compared part by part', () => {
    expect(versionFault('v1.4.10', 'v1.4.9')).toBeUndefined()
    expect(versionFault('2.0.0', 'v1.9.9')).toBeUndefined()
    expect(versionFault('v1.4.9', 'v1.4.9')).toBe('order')
    expect(versionFault('v1.3.20', 'v1.4.0')).toBe('order')
    expect(versionFault('v1.4', 'v1.4.0')).toBe('form')
  })
})
