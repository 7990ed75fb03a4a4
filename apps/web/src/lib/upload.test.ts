import { ApiError } from '@orrery/contract/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readBase64 } from './read-file.ts'
import { createUpload, type Sender, uploadKinds } from './upload.ts'
import { UploadError } from './upload-error.ts'

const file = new File(['hello'], 'a.txt')
let remove: () => void
let send: ReturnType<typeof vi.fn<Sender<unknown>>>

beforeEach(() => {
  vi.useFakeTimers()
  send = vi.fn<Sender<unknown>>(async () => ({ uri: 'key' }))
  remove = uploadKinds.add({ id: 'test_kind', send: (...args) => send(...args) })
})
afterEach(() => {
  remove()
  vi.useRealTimers()
})

describe('an upload', () => {
  it('changes from init over uploading to success, with progress', async () => {
    const upload = createUpload({ file, biz: 'test_kind' })
    const states: string[] = []
    upload.subscribe(() => states.push(`${upload.current().state} ${upload.current().progress}`))
    expect(upload.current().state).toBe('init')
    send.mockImplementation(async (_, { onProgress }) => {
      onProgress(0.5)
      return { uri: 'key' }
    })
    expect(await upload.start()).toMatchObject({ state: 'success', result: { uri: 'key' } })
    expect(states).toEqual(['uploading 0', 'uploading 0.5', 'success 1'])
  })

  it('that failed can be retried; one that succeeded is not sent again', async () => {
    send.mockRejectedValueOnce(new ApiError(1, 'Too large', 413, ''))
    const upload = createUpload({ file, biz: 'test_kind' })
    const failed = await upload.start()
    expect(failed).toMatchObject({ state: 'error', error: { message: 'Upload failed' } })
    expect((failed.error!.cause as Error).message).toBe('Too large')
    expect((await upload.retry()).state).toBe('success')
    await upload.retry()
    await upload.start()
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('fails after 60 s, even if its sender ignores the signal', async () => {
    send.mockReturnValue(new Promise(() => {}))
    const upload = createUpload({ file, biz: 'test_kind' })
    const done = upload.start()
    await vi.advanceTimersByTimeAsync(59_999)
    expect(upload.current().state).toBe('uploading')
    await vi.advanceTimersByTimeAsync(1)
    expect(await done).toMatchObject({ state: 'error', error: { message: 'Upload failed' } })
  })

  it('can be cancelled and is then in its initial state', async () => {
    let signal: AbortSignal | undefined
    send.mockImplementation((_, options) => {
      signal = options.signal
      return new Promise(() => {})
    })
    const upload = createUpload({ file, biz: 'test_kind' })
    const done = upload.start()
    upload.cancel()
    expect(signal!.aborted).toBe(true)
    expect(await done).toMatchObject({ state: 'init' })
  })

  it('of an empty file is refused without being sent', async () => {
    const upload = createUpload({ file: new File([], 'empty.txt'), biz: 'test_kind' })
    expect(await upload.start()).toMatchObject({ state: 'error', error: { message: 'upload_empty_file' } })
    expect(send).not.toHaveBeenCalled()
  })

  it('of an unknown kind without a token source is an error', () => {
    expect(() => createUpload({ file, biz: 'nobody_knows' })).toThrow(UploadError)
    expect(() => createUpload({ file })).toThrow(UploadError)
  })

  it('of an unknown kind uses its own token', async () => {
    const own = vi.fn<Sender<string>>(async (_, { token }) => `sent with ${token}`)
    const upload = createUpload({ file, biz: 'nobody_knows', send: own, getToken: async () => 't1' })
    expect(await upload.start()).toMatchObject({ state: 'success', result: 'sent with t1' })
  })
})

describe('reading a file', () => {
  it('gives its content as base64, also for large files', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251)
    expect(await readBase64(new Blob([bytes]))).toBe(Buffer.from(bytes).toString('base64'))
  })

  it('that cannot be read fails with its own message', async () => {
    const gone = { arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) } as unknown as Blob
    await expect(readBase64(gone)).rejects.toMatchObject({ name: 'UploadError', message: 'file read fail' })
  })
})
