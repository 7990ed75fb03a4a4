import workletAddress from './microphone-worklet.ts?worker&url'

export const INPUT_RATE = 16_000
export type MicrophoneFault = 'insecure' | 'missing' | 'denied'
export class NoMicrophone extends Error {
  readonly fault: MicrophoneFault
  constructor(fault: MicrophoneFault) {
    super(fault)
    this.fault = fault
  }
}
export interface Microphone {
  track: MediaStreamTrack | undefined
  level: AnalyserNode
  close(): void
}
const faultOf = (error: unknown): MicrophoneFault =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'NotReadableError')
    ? 'missing'
    : 'denied'

/** Opens the microphone with echo cancellation, so that the bot does not hear itself. */
export async function openMicrophone(deviceId: string, onSamples: (samples: Int16Array) => void): Promise<Microphone> {
  // Browsers provide the microphone only to secure pages.
  if (!(navigator.mediaDevices as MediaDevices | undefined)) throw new NoMicrophone('insecure')
  const wanted = { echoCancellation: true, noiseSuppression: true, ...(deviceId && { deviceId: { exact: deviceId } }) }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: wanted }).catch((error: unknown) => {
    throw new NoMicrophone(faultOf(error))
  })
  const context = new AudioContext({ sampleRate: INPUT_RATE })
  await context.audioWorklet.addModule(workletAddress)
  const source = context.createMediaStreamSource(stream)
  const level = context.createAnalyser()
  const worklet = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 })
  worklet.port.addEventListener('message', ({ data }: MessageEvent<Int16Array>) => onSamples(data))
  worklet.port.start()
  source.connect(level).connect(worklet)
  return {
    track: stream.getAudioTracks()[0],
    level,
    close() {
      stream.getTracks().forEach((track) => track.stop())
      worklet.port.close()
      void context.close()
    },
  }
}
