declare global {
  interface Window {
    /** By method and path: what public/early-calls.js asked before the scripts were here. */
    orreryEarly?: Record<string, Promise<Response>>
  }
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** A fetch that takes the answers that are already on their way. Each of them is good for one call. */
export function withEarlyAnswers(early: Record<string, Promise<Response>>, fetch: Fetch): Fetch {
  return async (path, init) => {
    const key = `${init.method} ${path}`
    const asked = early[key]
    if (!asked || (init.body ?? '{}') !== '{}') return fetch(path, init)
    delete early[key]
    const answer = await asked.catch(() => undefined)
    // Somebody who is not signed in may be when the next call is made: what was asked for the stranger is no answer then.
    if (answer?.status === 401) for (const other of Object.keys(early)) delete early[other]
    return answer && (answer.ok || answer.status === 401) ? answer : fetch(path, init)
  }
}
