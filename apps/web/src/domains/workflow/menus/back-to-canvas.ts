/** After a menu of the canvas: on with the card it was about, or with the canvas itself. */
export function backToCanvas(): HTMLElement | boolean {
  const flow = document.querySelector<HTMLElement>('.flow')
  return flow?.querySelector<HTMLElement>('.react-flow__node.selected') ?? flow ?? true
}
