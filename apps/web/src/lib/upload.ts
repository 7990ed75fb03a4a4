import { uploadTimeout } from './constants.ts'
import { createRegistry } from './registry.ts'
import { createStore } from './store.ts'
import { UploadError } from './upload-error.ts'

type UploadState = 'init' | 'uploading' | 'success' | 'error'

export interface UploadSnapshot<R> {
  state: UploadState
  /** From 0 to 1. */
  progress: number
  result?: R
  error?: UploadError
}

export interface SendOptions {
  signal: AbortSignal
  onProgress: (share: number) => void
  /** Only if the upload has its own. */
  token?: string
}
export type Sender<R> = (file: File, options: SendOptions) => Promise<R>

/** Upload targets by kind of file; each part of the studio registers its own. */
export const uploadKinds = createRegistry<{ id: string; send: Sender<unknown> }>()

export interface UploadOptions<R> {
  file: File
  /** The purpose of the file, as named by the server. */
  biz?: string
  /** For a kind that is not registered: how to send the file, and how to get a token. */
  send?: Sender<R>
  getToken?: () => Promise<string>
  timeout?: number
}

/** The upload of one file. It starts on request, and can be retried after a failure. */
export function createUpload<R>(options: UploadOptions<R>) {
  const { file, timeout = uploadTimeout } = options
  const send = senderOf(options)
  const { current, set, subscribe } = createStore<UploadSnapshot<R>>({ state: 'init', progress: 0 })
  let running: AbortController | undefined

  async function start(): Promise<UploadSnapshot<R>> {
    if (current().state === 'uploading' || current().state === 'success') return current()
    if (file.size === 0) return fail(new UploadError('upload_empty_file'))
    const abort = new AbortController()
    running = abort
    set({ state: 'uploading', progress: 0 })
    const onProgress = (share: number) => {
      if (running === abort) set({ state: 'uploading', progress: Math.min(1, Math.max(0, share)) })
    }
    const timer = setTimeout(() => abort.abort(), timeout)
    try {
      const result = await race(send(file, { signal: abort.signal, onProgress }), abort.signal)
      if (running === abort) set({ state: 'success', progress: 1, result })
    } catch (cause) {
      if (running === abort) fail(cause instanceof UploadError ? cause : new UploadError('Upload failed', cause))
    } finally {
      clearTimeout(timer)
    }
    return current()
  }
  function fail(error: UploadError): UploadSnapshot<R> {
    set({ state: 'error', progress: 0, error })
    return current()
  }

  return {
    start,
    /** Restarts a failed upload. A running or successful one is not affected. */
    retry: (): Promise<UploadSnapshot<R>> => (current().state === 'error' ? start() : Promise.resolve(current())),
    cancel(): void {
      if (current().state !== 'uploading') return
      const stopped = running
      running = undefined
      stopped?.abort()
      set({ state: 'init', progress: 0 })
    },
    current,
    subscribe,
  }
}
export type Upload<R> = ReturnType<typeof createUpload<R>>

function senderOf<R>({ biz, send, getToken }: UploadOptions<R>): Sender<R> {
  const known = uploadKinds.list().find((kind) => kind.id === biz)
  if (known) return known.send as Sender<R>
  if (!getToken || !send) throw new UploadError('upload_unknown_biz')
  return async (file, options) => send(file, { ...options, token: await getToken() })
}

/** Ends the upload when the signal aborts, even if the sender ignores the signal. */
function race<R>(sending: Promise<R>, signal: AbortSignal): Promise<R> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new UploadError('Upload failed')), { once: true })
    sending.then(resolve, reject)
  })
}
