const tries = 20
const wait = 50

/** Focuses a field of the form that is being opened; expands its section if needed. */
export function focusField(field: string, left = tries): void {
  window.setTimeout(() => {
    const found = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
    if (!found) {
      if (left > 0) focusField(field, left - 1)
      return
    }
    found.scrollIntoView({ block: 'center' })
    // An invalid or missing value first, otherwise the first control.
    const wrong = found.querySelector<HTMLElement>('[aria-invalid="true"], button[data-empty]')
    const empty = found.querySelector<HTMLElement>('[data-empty]') ?? found
    const control = wrong ?? empty.querySelector<HTMLElement>('input, textarea, [contenteditable="true"], button')
    control?.focus()
  }, wait)
}
