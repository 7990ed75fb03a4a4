/** The element to focus after a menu has closed: its card, or the canvas. */
export function backToCanvas(): HTMLElement | boolean {
  const flow = document.querySelector<HTMLElement>('.flow')
  return flow?.querySelector<HTMLElement>('.react-flow__node.selected') ?? flow ?? true
}

/** Focuses a card that is about to mount. */
export function focusCard(id: string, tries = 20): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`.flow .react-flow__node[data-id="${CSS.escape(id)}"]`)
    if (card) card.focus({ preventScroll: true })
    else if (tries) focusCard(id, tries - 1)
  })
}
