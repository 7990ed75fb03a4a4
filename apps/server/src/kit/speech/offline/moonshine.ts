import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const RATE = 16_000

interface Stream {
  acceptWaveform(sound: { sampleRate: number; samples: Float32Array }): void
}
interface Recogniser {
  createStream(): Stream
  decode(stream: Stream): void
  getResult(stream: Stream): { text: string }
}
interface Detector {
  acceptWaveform(samples: Float32Array): void
  flush(): void
  isEmpty(): boolean
  front(enableExternalBuffer: boolean): { start: number; samples: Float32Array }
  pop(): void
  reset(): void
}
interface Sherpa {
  OfflineRecognizer: new (config: object) => Recogniser
  Vad: new (config: object, seconds: number) => Detector
}
/** The package has no types. */
const sherpa = () => require('sherpa-onnx-node') as Sherpa
const folderOf = (name: string) => path.dirname(fileURLToPath(import.meta.resolve(name)))

/** Loads the model that transcribes English, and its vocabulary. */
export async function openRecogniser(): Promise<(samples: Float32Array) => string> {
  const { default: tokenizer } = (await import('llama-tokenizer-js')) as { default: { vocabById: string[] } }
  const weights = path.join(folderOf('@moonshine-ai/moonshine-js'), 'model/tiny/quantized')
  const folder = mkdtempSync(path.join(os.tmpdir(), 'orrery-speech-'))
  try {
    const tokens = path.join(folder, 'tokens.txt')
    const lines = tokenizer.vocabById.map((token, at) => `${Buffer.from(token).toString('base64')} ${at}\n`)
    writeFileSync(tokens, lines.join(''))
    const recogniser = new (sherpa().OfflineRecognizer)({
      featConfig: { sampleRate: RATE, featureDim: 80 },
      modelConfig: {
        moonshine: {
          encoder: path.join(weights, 'encoder_model.onnx'),
          mergedDecoder: path.join(weights, 'decoder_model_merged.onnx'),
        },
        tokens,
        numThreads: 1,
        provider: 'cpu',
      },
    })
    return (samples) => {
      const stream = recogniser.createStream()
      stream.acceptWaveform({ sampleRate: RATE, samples })
      recogniser.decode(stream)
      return recogniser.getResult(stream).text.trim()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A section with speech, in samples. */
export interface Stretch {
  from: number
  to: number
}
const WINDOW = 512
/** The recogniser was trained with sections of this length. */
const MAX_SEGMENT_S = 20

export function openDetector(): (samples: Float32Array) => Stretch[] {
  const model = path.join(folderOf('@ricky0123/vad-web'), 'silero_vad_v5.onnx')
  const config = {
    sileroVad: {
      model,
      threshold: 0.5,
      minSpeechDuration: 0.1,
      minSilenceDuration: 0.4,
      maxSpeechDuration: MAX_SEGMENT_S,
      windowSize: WINDOW,
    },
    sampleRate: RATE,
    numThreads: 1,
  }
  // Loading the detector takes longer than using it.
  const detector = new (sherpa().Vad)(config, MAX_SEGMENT_S * 2)
  return (samples) => {
    detector.reset()
    const found: Stretch[] = []
    const take = () => {
      for (; !detector.isEmpty(); detector.pop()) {
        const { start, samples: spoken } = detector.front(false)
        found.push({ from: start, to: start + spoken.length })
      }
    }
    for (let at = 0; at + WINDOW <= samples.length; at += WINDOW) {
      detector.acceptWaveform(samples.subarray(at, at + WINDOW))
      take()
    }
    detector.flush()
    take()
    return found
  }
}
