import { describe, expect, it } from 'vitest'
import { keySigns, matchesKeys } from './keys.ts'

const press = (key: string, held: Partial<Record<'meta' | 'ctrl' | 'shift' | 'alt', boolean>> = {}) => ({
  key,
  metaKey: held.meta ?? false,
  ctrlKey: held.ctrl ?? false,
  shiftKey: held.shift ?? false,
  altKey: held.alt ?? false,
})

describe('key caps', () => {
  it('draws Command on a Mac and Ctrl elsewhere', () => {
    expect(keySigns('mod+k', true)).toEqual(['⌘', 'K'])
    expect(keySigns('mod+k', false)).toEqual(['Ctrl', 'K'])
    expect(keySigns('mod+shift+p', true)).toEqual(['⌘', '⇧', 'P'])
    expect(keySigns('mod+enter', false)).toEqual(['Ctrl', '↵'])
    expect(keySigns('Escape')).toEqual(['Esc'])
    expect(keySigns('/')).toEqual(['/'])
    expect(keySigns('+')).toEqual(['+'])
  })
})

describe('pressed keys', () => {
  it('treats mod as Command on a Mac only, and as Control elsewhere only', () => {
    expect(matchesKeys(press('k', { meta: true }), 'mod+k', true)).toBe(true)
    expect(matchesKeys(press('k', { ctrl: true }), 'mod+k', true)).toBe(false)
    expect(matchesKeys(press('k', { ctrl: true }), 'mod+k', false)).toBe(true)
    expect(matchesKeys(press('k', { meta: true }), 'mod+k', false)).toBe(false)
  })

  it('requires exactly the named keys', () => {
    expect(matchesKeys(press('c'), 'c', false)).toBe(true)
    expect(matchesKeys(press('c', { ctrl: true }), 'c', false)).toBe(false)
    expect(matchesKeys(press('C', { shift: true }), 'c', false)).toBe(false)
    expect(matchesKeys(press('P', { ctrl: true, shift: true }), 'mod+shift+p', false)).toBe(true)
    expect(matchesKeys(press('p', { ctrl: true }), 'mod+shift+p', false)).toBe(false)
  })

  it('accepts a sign with or without shift, because keyboards differ', () => {
    expect(matchesKeys(press('?', { shift: true }), '?', false)).toBe(true)
    expect(matchesKeys(press('?'), '?', false)).toBe(true)
    expect(matchesKeys(press('/'), '/', false)).toBe(true)
  })
})
