export const SPOKEN_RATE = 24_000

export interface Speaker {
  level: AnalyserNode
  /** After everything that came before. `onStart` is called when it begins to sound; without sound, when that would be. */
  play(bytes: Uint8Array, onStart?: () => void): void
  /** Sound that comes by itself, instead of that of an earlier connection. */
  follow(stream: MediaStream): void
  /** Silence, immediately. */
  stop(): void
  setVolume(volume: number): void
  setDevice(id: string): Promise<void>
  isPlaying(): boolean
  close(): void
}
/** Something to be done when a sound begins. */
interface Start {
  begin: () => void
  timer: ReturnType<typeof setTimeout>
}
/** Not every browser lets a page choose. */
type ChoosesDevice = AudioContext & { setSinkId?: (id: string) => Promise<void> }
export const canChooseSpeaker = (): boolean => 'setSinkId' in AudioContext.prototype

function bufferOf(context: AudioContext, bytes: Uint8Array): AudioBuffer | undefined {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1)
  if (samples.length === 0) return undefined
  const buffer = context.createBuffer(1, samples.length, SPOKEN_RATE)
  buffer.copyToChannel(
    Float32Array.from(samples, (sample) => sample / 32_768),
    0,
  )
  return buffer
}

/** Plays samples of 16 bits one after the other, without gaps. */
export function openSpeaker(onSilence: () => void): Speaker {
  const context: ChoosesDevice = new AudioContext({ sampleRate: SPOKEN_RATE })
  const volume = context.createGain()
  const level = context.createAnalyser()
  volume.connect(level).connect(context.destination)
  const playing = new Set<AudioBufferSourceNode>()
  let starts: Start[] = []
  let until = 0
  let followed: MediaStreamAudioSourceNode | undefined
  /** Browsers hand the sound of a connection on while something plays it: this does, silently. */
  const pull = new Audio()
  pull.muted = true

  function callAt(time: number, begin: () => void) {
    const start: Start = { begin, timer: setTimeout(() => started(start), (time - context.currentTime) * 1000) }
    starts.push(start)
  }
  /** In the order in which they were given: the clock of the sound and that of the page do not go alike. */
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
    pull.srcObject = stream
    // What keeps it from playing keeps the page from sounding at all.
    void pull.play().catch(() => {})
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
      pull.srcObject = null
      void context.close()
    },
  }
}
