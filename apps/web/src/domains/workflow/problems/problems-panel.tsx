/** The list of problems, under the canvas. */
export function ProblemsPanel({ onClose: _onClose }: { onClose: () => void }) {
  return null
}
