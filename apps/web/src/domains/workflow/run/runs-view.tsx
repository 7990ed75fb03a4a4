/** All runs of the workflow. */
export function RunsView() {
  return null
}
