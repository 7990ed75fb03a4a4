/** Faster than anyone reads, and about one frame of a display. */
const FRAME_MS = 25

/** One timer for all streams: pending data is sent together on the next tick. */
export function createFrames() {
  let waiting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    timer = undefined
    const due = waiting
    waiting = []
    for (const send of due) send()
  }
  return {
    next(send: () => void) {
      waiting.push(send)
      timer ??= setTimeout(run, FRAME_MS)
    },
  }
}
