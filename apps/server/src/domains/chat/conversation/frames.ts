/** Quicker than anybody can read, and about what a screen shows between two pictures. */
const FRAME_MS = 25

/** One timer for all streams: whoever has something to send waits for the next frame, and all send together. */
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
