/** After a menu of the canvas: on with the card it was about, or with the canvas itself. */
export function backToCanvas(): HTMLElement | boolean {
  const flow = document.querySelector<HTMLElement>('.flow')
  return flow?.querySelector<HTMLElement>('.react-flow__node.selected') ?? flow ?? true
}

/** On with a card that is being drawn. */
export function focusCard(id: string, tries = 20): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`.flow .react-flow__node[data-id="${CSS.escape(id)}"]`)
    if (card) card.focus({ preventScroll: true })
    else if (tries) focusCard(id, tries - 1)
  })
}
