/** In the toolbar of the canvas: "Test run", or how long it has been running and "Stop". */
export function RunButton() {
  return null
}
