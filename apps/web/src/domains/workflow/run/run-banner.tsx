/** Over the canvas: how the run that is looked at went. */
export function RunBanner() {
  return null
}
