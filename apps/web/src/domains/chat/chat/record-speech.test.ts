import { afterEach, describe, expect, it, vi } from 'vitest'
import { recordSpeech } from './record-speech.ts'

class Recorder extends EventTarget {
  static last: Recorder
  state = 'inactive'
  mimeType = 'audio/webm'
  constructor() {
    super()
    Recorder.last = this
  }
  give() {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }))
  }
  start() {
    this.state = 'recording'
    this.give()
  }
  stop() {
    this.state = 'inactive'
    this.give()
    this.dispatchEvent(new Event('stop'))
  }
}
const stopTrack = vi.fn()
function record(before: string, transcribe: (recording: Blob) => Promise<string>, open = () => Promise.resolve()) {
  const stream = { getTracks: () => [{ stop: stopTrack }] }
  vi.stubGlobal('MediaRecorder', Recorder)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => open().then(() => stream) } })
  const on = { onText: vi.fn(), onFault: vi.fn(), onEnd: vi.fn(), onBegin: vi.fn(), onWait: vi.fn() }
  return { on, listening: recordSpeech(before, transcribe, on) }
}
const isRecording = () => vi.waitFor(() => expect(Recorder.last?.state).toBe('recording'))
afterEach(() => {
  vi.unstubAllGlobals()
  stopTrack.mockClear()
})

describe('recorded speech', () => {
  it('is appended to the existing text, and the microphone is released', async () => {
    const transcribe = vi.fn((recording: Blob) => Promise.resolve(recording.type === 'audio/webm' ? 'to Porto' : ''))
    const { on, listening } = record('Plan a trip', transcribe)
    await isRecording()
    listening.end()
    expect(stopTrack).toHaveBeenCalledOnce()
    expect(on.onBegin).toHaveBeenCalledOnce()
    expect(on.onWait).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(on.onEnd).toHaveBeenCalledOnce())
    expect(on.onText.mock.calls).toEqual([['Plan a trip to Porto']])
  })
  it('is not sent after it is dropped', async () => {
    const transcribe = vi.fn(() => Promise.resolve('too late'))
    const { on, listening } = record('', transcribe)
    await isRecording()
    listening.drop()
    expect(on.onEnd).toHaveBeenCalledOnce()
    expect(transcribe).not.toHaveBeenCalled()
    expect(stopTrack).toHaveBeenCalledOnce()
  })
  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'missing'],
  ])('is not recorded on %s: %s', async (name, fault) => {
    const { on } = record(
      '',
      () => Promise.resolve(''),
      () => Promise.reject(new DOMException('no', name)),
    )
    await vi.waitFor(() => expect(on.onEnd).toHaveBeenCalledOnce())
    expect(on.onFault.mock.calls).toEqual([[fault]])
  })
  it('is refused with a reason on pages without HTTPS, which have no microphone', async () => {
    vi.stubGlobal('navigator', {})
    const on = { onText: vi.fn(), onFault: vi.fn(), onEnd: vi.fn(), onBegin: vi.fn(), onWait: vi.fn() }
    recordSpeech('', () => Promise.resolve(''), on)
    await vi.waitFor(() => expect(on.onEnd).toHaveBeenCalledOnce())
    expect(on.onFault.mock.calls).toEqual([['insecure']])
  })
  it('may be empty', async () => {
    const { on, listening } = record('Hello', () => Promise.resolve(''))
    await isRecording()
    listening.end()
    await vi.waitFor(() => expect(on.onFault.mock.calls).toEqual([['nothing']]))
    expect(on.onText).not.toHaveBeenCalled()
  })
})
