export const OUTPUT_RATE = 24_000

export interface Speaker {
  level: AnalyserNode
  /** Plays audio after everything queued. `onStart` is called when it starts, or would start if it is empty. */
  play(bytes: Uint8Array, onStart?: () => void): void
  /** Plays a media stream instead of that of an earlier connection. */
  follow(stream: MediaStream): void
  /** Stops at once and clears the queue. */
  stop(): void
  setVolume(volume: number): void
  setDevice(id: string): Promise<void>
  isPlaying(): boolean
  close(): void
}
/** A callback for the moment at which a piece of audio starts. */
interface Start {
  begin: () => void
  timer: ReturnType<typeof setTimeout>
}
/** Not every browser lets a page select the output device. */
type ChoosesDevice = AudioContext & { setSinkId?: (id: string) => Promise<void> }
export const canChooseSpeaker = (): boolean => 'setSinkId' in AudioContext.prototype

function bufferOf(context: AudioContext, bytes: Uint8Array): AudioBuffer | undefined {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1)
  if (samples.length === 0) return undefined
  const buffer = context.createBuffer(1, samples.length, OUTPUT_RATE)
  buffer.copyToChannel(
    Float32Array.from(samples, (sample) => sample / 32_768),
    0,
  )
  return buffer
}

/** Plays 16-bit samples one after the other without gaps. */
export function openSpeaker(onSilence: () => void): Speaker {
  const context: ChoosesDevice = new AudioContext({ sampleRate: OUTPUT_RATE })
  const volume = context.createGain()
  const level = context.createAnalyser()
  volume.connect(level).connect(context.destination)
  const playing = new Set<AudioBufferSourceNode>()
  let starts: Start[] = []
  let until = 0
  let followed: MediaStreamAudioSourceNode | undefined
  /** Browsers deliver the audio of a connection only while an element plays it, so this one plays it muted. */
  const mutedElement = new Audio()
  mutedElement.muted = true

  function callAt(time: number, begin: () => void) {
    const start: Start = { begin, timer: setTimeout(() => started(start), (time - context.currentTime) * 1000) }
    starts.push(start)
  }
  /** Runs callbacks in queue order, because the clocks of the audio and of timers differ. */
  function started(start: Start) {
    for (const { begin, timer } of starts.splice(0, starts.indexOf(start) + 1)) {
      clearTimeout(timer)
      begin()
    }
  }
  function play(bytes: Uint8Array, onStart?: () => void) {
    const buffer = bufferOf(context, bytes)
    const begins = Math.max(until, context.currentTime)
    if (onStart) callAt(begins, onStart)
    if (!buffer) return
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(volume)
    source.addEventListener('ended', () => {
      if (playing.delete(source) && playing.size === 0) onSilence()
    })
    until = begins + buffer.duration
    source.start(begins)
    playing.add(source)
  }
  function stop() {
    for (const { timer } of starts) clearTimeout(timer)
    starts = []
    const all = [...playing]
    playing.clear()
    for (const source of all) source.stop()
    until = 0
  }
  function follow(stream: MediaStream) {
    followed?.disconnect()
    followed = context.createMediaStreamSource(stream)
    followed.connect(volume)
    mutedElement.srcObject = stream
    // If this element may not play, the page cannot play any sound anyway.
    void mutedElement.play().catch(() => {})
  }
  return {
    level,
    play,
    follow,
    stop,
    setVolume: (value) => void (volume.gain.value = value),
    setDevice: async (id) => context.setSinkId?.(id),
    isPlaying: () => playing.size > 0,
    close() {
      stop()
      mutedElement.srcObject = null
      void context.close()
    },
  }
}
