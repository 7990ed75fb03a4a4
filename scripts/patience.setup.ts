import { vi } from 'vitest'

/** `vi.waitFor` gives up after a second, which a busy machine may need for other things: here as late as `expect.poll` does. */
const timeout = 60_000
const { waitFor } = vi

const waitPatiently: typeof waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout, ...options })

// Files of a worker share `vi`, and each of them comes by here.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently
