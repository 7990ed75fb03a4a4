/** States of a node in a frame. Numbers, since a frame holds one for every node. */
export const idle = 0
export const queued = 1
export const running = 2
export const halted = 3
export const done = 4
export const skipped = 5
