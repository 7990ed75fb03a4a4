import type { KeyboardEvent } from 'react'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), ' +
  'summary, iframe, [contenteditable="true"], [tabindex]'

/**
 * Lets Tab go round inside a dialog. The guards of the library do it as well, but only in the next frame: until then the
 * focus is outside, and a key that is pressed meanwhile is lost.
 */
export function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  const dialog = event.currentTarget
  // What opens above the dialog reports its keys here as well: they are not about this one.
  if (event.key !== 'Tab' || event.defaultPrevented || !dialog.contains(event.target as Node)) return
  const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
  )
  const [edge, next] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  if (!next || document.activeElement !== edge) return
  event.preventDefault()
  next.focus()
}
