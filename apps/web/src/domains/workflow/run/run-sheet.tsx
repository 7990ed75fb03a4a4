/** The test run beside the canvas: its form, then its course. */
export function RunSheet({ onClose: _onClose }: { onClose: () => void }) {
  return null
}
