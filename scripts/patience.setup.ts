import { vi } from 'vitest'

/** The default timeout of `vi.waitFor` is one second, too short on a busy machine. This sets that of `expect.poll`. */
const timeout = 60_000
const { waitFor } = vi

const waitForWithLongTimeout: typeof waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout, ...options })

// The test files of a worker share `vi`, and this setup runs for each of them.
if (waitFor.name !== waitForWithLongTimeout.name) vi.waitFor = waitForWithLongTimeout
