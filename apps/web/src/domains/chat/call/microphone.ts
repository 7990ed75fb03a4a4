import { openMicrophone } from '#lib/microphone.ts'
import workletAddress from './microphone-worklet.ts?worker&url'

export const INPUT_RATE = 16_000
export interface Microphone {
  track: MediaStreamTrack | undefined
  level: AnalyserNode
  close(): void
}

/** Opens the microphone with echo cancellation, so that the bot does not hear itself. */
export async function openCallMicrophone(
  deviceId: string,
  onSamples: (samples: Int16Array) => void,
): Promise<Microphone> {
  const wanted = { echoCancellation: true, noiseSuppression: true, ...(deviceId && { deviceId: { exact: deviceId } }) }
  const stream = await openMicrophone(wanted)
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
