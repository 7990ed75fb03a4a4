import { createRequire } from 'node:module'
import path from 'node:path'
import { sharp } from '../sharp.ts'
import { documentErrors } from './document-errors.ts'

const require = createRequire(import.meta.url)
const MAX_PIXELS = 40_000_000
const SIDE = 2400

/** Recognises text in images, Chinese and English. The language data ships with the product. */
export function createOcr(options: { cacheDir: string }) {
  let tail: Promise<unknown> = Promise.resolve()
  async function recognise(bytes: Uint8Array): Promise<string> {
    const png = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
      .catch((cause: Error) => {
        throw documentErrors.corrupt({ detail: cause.message.slice(0, 80) })
      })
    const { createWorker, OEM } = await import('tesseract.js')
    const parts: string[] = []
    for (const language of ['eng', 'chi_sim']) {
      const folder = path.dirname(require.resolve(`@tesseract.js-data/${language}/package.json`))
      const worker = await createWorker(language, OEM.LSTM_ONLY, {
        langPath: path.join(folder, '4.0.0_best_int'),
        cachePath: options.cacheDir,
        cacheMethod: 'none',
        gzip: true,
        errorHandler: () => {},
      })
      try {
        const { data } = await worker.recognize(png)
        if (data.confidence > 55 && data.text.trim())
          parts.push(`${data.confidence.toFixed(0)}\u0000${data.text.trim()}`)
      } finally {
        await worker.terminate()
      }
    }
    // Both languages are tried on the same image; the result with the higher confidence wins.
    const best = parts
      .map((part) => part.split('\u0000') as [string, string])
      .sort((a, b) => Number(b[0]) - Number(a[0]))[0]
    return best?.[1] ?? ''
  }
  return {
    read(bytes: Uint8Array): Promise<string> {
      const result = tail.then(() => recognise(bytes))
      tail = result.catch(() => {})
      return result
    },
  }
}
export type Ocr = ReturnType<typeof createOcr>
