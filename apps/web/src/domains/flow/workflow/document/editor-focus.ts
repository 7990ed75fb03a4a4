const controls =
  'a[href], button:not([disabled]), input:not([disabled]), textarea, [contenteditable="true"], [role="combobox"]'

const fields =
  ':is(input:not([type]), input[type="text"], input[type="number"], textarea, [contenteditable="true"]):not([tabindex="-1"], [aria-hidden="true"])'
type Find = () => HTMLElement | null | undefined

/** The parts of the editor in the order in which they are read, each with what takes the focus in it. */
const regions: readonly Find[] = [
  () => document.querySelector<HTMLElement>(`[data-region="bar"] :is(${controls})`),
  () => canvasTarget(),
  () => sheetTarget(),
  () => problemTarget(),
]
const places = ['[data-region="bar"]', '.flow', 'main aside', '[data-region="problems"]']

const problemTarget = () => document.querySelector<HTMLElement>('[data-problem]')

/** The selected card, else the first one. */
function canvasTarget(): HTMLElement | null | undefined {
  const flow = document.querySelector<HTMLElement>('.flow')
  return flow?.querySelector<HTMLElement>('.react-flow__node.selected') ?? flow?.querySelector('.react-flow__node')
}

/** The first thing to fill in; the buttons in the head come after it. */
function sheetTarget(): HTMLElement | null | undefined {
  const sheet = document.querySelector('main aside')
  return (
    sheet?.querySelector<HTMLElement>(`[role="tabpanel"] :is(${controls})`) ??
    sheet?.querySelector<HTMLElement>(`header ~ * :is(${controls})`) ??
    sheet?.querySelector<HTMLElement>(controls)
  )
}

/** Forms and lists come a moment after they were asked for. */
function focusSoon(find: Find, tries = 20, otherwise?: Find): void {
  requestAnimationFrame(() => {
    const target = find()
    if (target) target.focus()
    else if (tries) setTimeout(() => focusSoon(find, tries - 1, otherwise), 50)
    else otherwise?.()?.focus()
  })
}
export const focusSheet = (): void => focusSoon(sheetTarget)
/** To the first value that a run asks for, past the ways to give it. */
export const focusRun = (): void =>
  focusSoon(() => document.querySelector<HTMLElement>(`main aside :is(${fields})`), 6, sheetTarget)
export const focusProblems = (): void => focusSoon(problemTarget)

/** To the next part of the editor that is there. */
export function goOn(by: number): void {
  const now = places.findIndex((place) => document.activeElement?.closest(place))
  for (let n = 1; n <= regions.length; n += 1) {
    const target = regions[(Math.max(now, 0) + by * n + regions.length * n) % regions.length]!()
    if (target) return target.focus()
  }
}

/** Whoever was in the sheet goes back to the card that it was about. */
export function closeToCanvas(close: () => void): void {
  const wasInside = document.activeElement?.closest('main aside') !== null
  close()
  if (wasInside) requestAnimationFrame(() => canvasTarget()?.focus({ preventScroll: true }))
}
