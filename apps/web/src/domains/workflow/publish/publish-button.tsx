/** The one solid button of the title bar. */
export function PublishButton() {
  return null
}
