const controls =
  'a[href], button:not([disabled]), input:not([disabled]), textarea, [contenteditable="true"], [role="combobox"]'

const fields =
  ':is(input:not([type]), input[type="text"], input[type="number"], textarea, [contenteditable="true"]):not([tabindex="-1"], [aria-hidden="true"])'
type Find = () => HTMLElement | null | undefined

/** The regions of the editor in reading order, each with a function that finds the element to focus. */
const regions: readonly Find[] = [
  () => document.querySelector<HTMLElement>(`[data-region="bar"] :is(${controls})`),
  () => canvasTarget(),
  () => sheetTarget(),
  () => problemTarget(),
]
const regionSelectors = ['[data-region="bar"]', '.flow', 'main aside', '[data-region="problems"]']

const problemTarget = () => document.querySelector<HTMLElement>('[data-problem]')

/** The selected card, otherwise the first one. */
function canvasTarget(): HTMLElement | null | undefined {
  const flow = document.querySelector<HTMLElement>('.flow')
  return flow?.querySelector<HTMLElement>('.react-flow__node.selected') ?? flow?.querySelector('.react-flow__node')
}

/** The first field, because the buttons in the header are less important. */
function sheetTarget(): HTMLElement | null | undefined {
  const sheet = document.querySelector('main aside')
  return (
    sheet?.querySelector<HTMLElement>(`[role="tabpanel"] :is(${controls})`) ??
    sheet?.querySelector<HTMLElement>(`header ~ * :is(${controls})`) ??
    sheet?.querySelector<HTMLElement>(controls)
  )
}

/** Retries, because forms and lists mount a moment later. */
function focusWhenReady(find: Find, tries = 20, otherwise?: Find): void {
  requestAnimationFrame(() => {
    const target = find()
    if (target) target.focus()
    else if (tries) setTimeout(() => focusWhenReady(find, tries - 1, otherwise), 50)
    else otherwise?.()?.focus()
  })
}
export const focusSheet = (): void => focusWhenReady(sheetTarget)
/** Focuses the first input of a run, not the controls before it. */
export const focusRun = (): void =>
  focusWhenReady(() => document.querySelector<HTMLElement>(`main aside :is(${fields})`), 6, sheetTarget)
export const focusProblems = (): void => focusWhenReady(problemTarget)

/** Focuses the next region that is present. */
export function focusNextRegion(by: number): void {
  const now = regionSelectors.findIndex((selector) => document.activeElement?.closest(selector))
  for (let n = 1; n <= regions.length; n += 1) {
    const target = regions[(Math.max(now, 0) + by * n + regions.length * n) % regions.length]!()
    if (target) return target.focus()
  }
}

/** Closes the sheet and, if the focus was inside, returns it to the card. */
export function closeAndFocusCanvas(close: () => void): void {
  const wasInside = document.activeElement?.closest('main aside') !== null
  close()
  if (wasInside) requestAnimationFrame(() => canvasTarget()?.focus({ preventScroll: true }))
}
