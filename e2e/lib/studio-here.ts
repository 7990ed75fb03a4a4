import { beforeAll } from 'vitest'
import { afterFile } from '../../apps/server/src/testing/after-file.ts'
import { closeContexts, openBrowser } from './browser.ts'
import { openStudioHere } from './in-process.ts'
import { openPerson } from './person.ts'
import type { Studio } from './studio.ts'

/**
 * Like openStudio of studio.ts, with background jobs, but inside the test process: no process has to start, and code
 * that earlier files have warmed up is reused. Tests that restart the server use openStudio.
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
