import { createContext, useContext, useEffect, useRef } from 'react'

/** Written as `mod+shift+p`, `?`, `Escape`; `mod` is Command on a Mac and Control elsewhere. */
export type Keys = string

const macSigns: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', ctrl: '⌃' }
const otherSigns: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', ctrl: 'Ctrl' }
const commonSigns: Record<string, string> = {
  enter: '↵',
  escape: 'Esc',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  backspace: '⌫',
  space: 'Space',
  tab: 'Tab',
}
const modifiers = new Set(['mod', 'shift', 'alt', 'ctrl'])

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** The signs on the key caps, one for each key. */
export function keySigns(keys: Keys, mac: boolean = isMac()): string[] {
  return split(keys).map((key) => (mac ? macSigns : otherSigns)[key] ?? commonSigns[key] ?? key.toUpperCase())
}

type Pressed = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

export function matchesKeys(event: Pressed, keys: Keys, mac: boolean = isMac()): boolean {
  const parts = split(keys)
  const key = parts.findLast((part) => !modifiers.has(part))
  const has = (name: string) => parts.includes(name)
  const pressed = event.key === ' ' ? 'space' : event.key.toLowerCase()
  if (pressed !== key) return false
  if (event.metaKey !== (mac && has('mod'))) return false
  if (event.ctrlKey !== (has('ctrl') || (!mac && has('mod')))) return false
  if (event.altKey !== has('alt')) return false
  // Signs such as "?" need shift on some keyboards and not on others.
  return /^[a-z0-9]$|.{2}/.test(key ?? '') ? event.shiftKey === has('shift') : true
}

/** Letters typed in a text field are text, so single-key shortcuts are off there. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|range|file)$/.test(target.type)
}

const covers = ':is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]):not([data-toast])'

/** Whether an open dialog or menu blocks keys. A closed list stays in the page, invisible. */
export const isCovered = (): boolean =>
  [...document.querySelectorAll(`[data-base-ui-portal] ${covers}`)].some((element) => element.checkVisibility())

/** Of several pages side by side only the one in use receives keys. */
export const KeysContext = createContext(true)

/** A shortcut of the page. One with `mod` works everywhere; the others only outside of text fields and open dialogs. */
export function useKeys(keys: Keys, act: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useRef(act)
  const isHeard = useContext(KeysContext) && enabled
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isHeard) return undefined
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !matchesKeys(event, keys)) return
      if (!keys.includes('mod') && (isTyping(event.target) || isCovered())) return
      event.preventDefault()
      latest.current(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [keys, isHeard])
}

const split = (keys: Keys): string[] => (keys === '+' ? ['+'] : keys.toLowerCase().split('+'))
