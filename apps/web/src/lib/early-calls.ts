declare global {
  interface Window {
    /** By method and path: the calls that public/early-calls.js made before the scripts were loaded. */
    orreryEarly?: Record<string, Promise<Response>>
  }
}

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** A fetch that uses the answers already requested. Each of them serves one call. */
export function withEarlyAnswers(early: Record<string, Promise<Response>>, fetch: Fetch): Fetch {
  return async (path, init) => {
    const key = `${init.method} ${path}`
    const pending = early[key]
    if (!pending || (init.body ?? '{}') !== '{}') return fetch(path, init)
    delete early[key]
    const answer = await pending.catch(() => undefined)
    // A visitor may have signed in before the next call, so answers requested without a session must not be used then.
    if (answer?.status === 401) for (const other of Object.keys(early)) delete early[other]
    return answer && (answer.ok || answer.status === 401) ? answer : fetch(path, init)
  }
}
