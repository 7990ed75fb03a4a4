/** Calls `look` now, every `interval` ms, and when the person returns to the window; never while it is hidden. */
export function pollWhileVisible(look: () => void, interval: number): () => void {
  const lookIfVisible = () => {
    if (!document.hidden) look()
  }
  lookIfVisible()
  const timer = setInterval(lookIfVisible, interval)
  window.addEventListener('focus', lookIfVisible)
  document.addEventListener('visibilitychange', lookIfVisible)
  return () => {
    clearInterval(timer)
    window.removeEventListener('focus', lookIfVisible)
    document.removeEventListener('visibilitychange', lookIfVisible)
  }
}
