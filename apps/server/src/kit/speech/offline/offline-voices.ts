import { createRequire } from 'node:module'
import type { Voice } from '../speech-types.ts'

const require = createRequire(import.meta.url)
/** The language code of espeak-ng. */
export const MANDARIN = 'cmn'
export const speakers: readonly Voice[] = [
  { id: 'slt', name: 'Sally', language: 'en' },
  { id: 'awb', name: 'Alan', language: 'en' },
  { id: 'rms', name: 'Rob', language: 'en' },
  { id: MANDARIN, name: 'Ming', language: 'zh' },
]
function isInstalled(name: string): boolean {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}
/** The package for Chinese is optional, because of its licence. */
export const speaksMandarin = (): boolean => isInstalled('espeak-ng')
/** Binaries exist for a few platforms only. */
export const canTranscribe = (): boolean =>
  isInstalled(`sherpa-onnx-${process.platform}-${process.arch}/sherpa-onnx.node`)
