/** Declarations that exist only in the scope of worklets. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

/** A twentieth of a second at 16 kHz: low latency without too many messages. */
const SIZE = 800

/** Posts the audio of the microphone as 16-bit samples. */
class Microphone extends AudioWorkletProcessor {
  private samples = new Int16Array(SIZE)
  private count = 0
  process([input]: Float32Array[][]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.samples[this.count] = Math.max(-1, Math.min(1, sample)) * 32_767
      this.count += 1
      if (this.count < SIZE) continue
      this.port.postMessage(this.samples, [this.samples.buffer])
      this.samples = new Int16Array(SIZE)
      this.count = 0
    }
    return true
  }
}
registerProcessor('microphone', Microphone)
