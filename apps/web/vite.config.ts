import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chatPages } from './chat-pages.ts'
import { chunkList } from './chunk-list.ts'
import { chunkGroups } from './chunks.ts'
import { contractRoutes } from './contract-routes.ts'
import { galleryAddress } from './gallery-address.ts'
import { inlineScripts } from './inline-scripts.ts'
import { oneMerge } from './one-merge.ts'
import { packed } from './packed.ts'
import { stylesLast } from './styles-last.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = process.env['ORRERY_SERVER'] ?? 'http://127.0.0.1:8890'
const served = ['/api', '/v1', '/v3', '/openapi.json', '/health', '/files']

export default defineConfig(({ mode }) => ({
  root,
  plugins: [
    oneMerge(),
    react(),
    tailwindcss(),
    contractRoutes(),
    galleryAddress(),
    chatPages(),
    stylesLast(),
    inlineScripts(),
    packed(),
    ...(mode === 'gallery' ? [] : [chunkList()]),
  ],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: Object.fromEntries(served.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The styles use light-dark() and oklch, which these targets support without conversion.
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    // Fonts and pictures stay files: data URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    // The gallery is a separate page, built only on request, and not part of the product.
    rolldownOptions: {
      input: mode === 'gallery' ? `${root}gallery.html` : { index: `${root}index.html`, chat: `${root}chat.html` },
      output: mode === 'gallery' ? {} : { codeSplitting: { groups: chunkGroups } },
    },
  },
}))
