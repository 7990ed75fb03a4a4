/** Runs one task at each tick, in the order in which the tasks were added. */
export function createTickQueue(tick: (next: () => void) => void) {
  const waiting: (() => void)[] = []
  let isSet = false
  function set(): void {
    if (isSet || !waiting.length) return
    isSet = true
    tick(next)
  }
  function next(): void {
    isSet = false
    waiting.shift()?.()
    set()
  }
  return (work: () => void): void => {
    waiting.push(work)
    set()
  }
}
