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
    // The styles are written with light-dark() and oklch: with these targets they stay as they are.
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    // Fonts and pictures stay files: a data address would need a wider content security policy.
    assetsInlineLimit: 0,
    // The gallery is a page of its own, built only when asked for: the studio is shipped without it.
    rolldownOptions: {
      input: mode === 'gallery' ? `${root}gallery.html` : { index: `${root}index.html`, chat: `${root}chat.html` },
      output: mode === 'gallery' ? {} : { codeSplitting: { groups: chunkGroups } },
    },
  },
}))
