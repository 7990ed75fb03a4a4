/** States of a node in a frame. They are numbers because a frame stores one for every node. */
export const idle = 0
export const queued = 1
export const running = 2
export const halted = 3
export const done = 4
export const skipped = 5
