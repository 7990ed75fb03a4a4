/** What was published and saved before, and how two versions differ. */
export function VersionsView() {
  return null
}
