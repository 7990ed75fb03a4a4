export const SPOKEN_RATE = 24_000

export interface Speaker {
  level: AnalyserNode
  play(bytes: Uint8Array): void
  /** Silence, immediately. */
  stop(): void
  setVolume(volume: number): void
  isPlaying(): boolean
  close(): void
}

/** Plays samples of 16 bits one after the other, without gaps. */
export function openSpeaker(onSilence: () => void): Speaker {
  const context = new AudioContext({ sampleRate: SPOKEN_RATE })
  const volume = context.createGain()
  const level = context.createAnalyser()
  volume.connect(level).connect(context.destination)
  const playing = new Set<AudioBufferSourceNode>()
  let until = 0
  function play(bytes: Uint8Array) {
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1)
    if (samples.length === 0) return
    const buffer = context.createBuffer(1, samples.length, SPOKEN_RATE)
    buffer.copyToChannel(
      Float32Array.from(samples, (sample) => sample / 32_768),
      0,
    )
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(volume)
    source.addEventListener('ended', () => {
      if (playing.delete(source) && playing.size === 0) onSilence()
    })
    until = Math.max(until, context.currentTime) + buffer.duration
    source.start(until - buffer.duration)
    playing.add(source)
  }
  function stop() {
    const all = [...playing]
    playing.clear()
    for (const source of all) source.stop()
    until = 0
  }
  return {
    level,
    play,
    stop,
    setVolume: (value) => void (volume.gain.value = value),
    isPlaying: () => playing.size > 0,
    close() {
      stop()
      void context.close()
    },
  }
}
