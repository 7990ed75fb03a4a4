import type { KeyboardEvent } from 'react'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), ' +
  'summary, iframe, [contenteditable="true"], [tabindex]'

/**
 * Makes Tab wrap around inside a dialog. The focus guards of the library do so only in the next frame: until then the
 * focus is outside, and keys pressed in between are lost.
 */
export function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  const dialog = event.currentTarget
  // Keys of a popup above the dialog also bubble up to here.
  if (event.key !== 'Tab' || event.defaultPrevented || !dialog.contains(event.target as Node)) return
  const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
  )
  const [edge, next] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)]
  // Without a field the dialog itself has the focus and counts as the first stop.
  const isBeforeFirst = event.shiftKey && document.activeElement === dialog
  if (!next || (document.activeElement !== edge && !isBeforeFirst)) return
  event.preventDefault()
  next.focus()
}
