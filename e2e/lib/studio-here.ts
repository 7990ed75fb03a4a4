import { beforeAll } from 'vitest'
import { afterFile } from '../../apps/server/src/testing/after-file.ts'
import { closeContexts, openBrowser } from './browser.ts'
import { openStudioHere } from './in-process.ts'
import { openPerson } from './person.ts'
import type { Studio } from './studio.ts'

/**
 * As openStudio of studio.ts, with its background work, but inside the process of the test: nothing has to start, and
 * what earlier files have warmed up serves this one. A journey that restarts the server has one of its own.
 */
export function openStudioInside(egressAllow: string[] = []): Omit<Studio, 'restart'> {
  const studio = {} as Omit<Studio, 'restart'>
  beforeAll(async () => {
    const here = await openStudioHere((publicUrl) => ({ publicUrl, egressAllow }))
    await here.startJobs()
    studio.url = here.address
    studio.browser = await openBrowser()
    studio.person = (language, options) => openPerson(studio, language, options)
    afterFile(() => closeContexts(studio.browser))
  })
  return studio
}
