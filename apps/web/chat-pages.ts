import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { isolatedDeclarationSync } from 'rolldown/experimental'
import type { Connect, Plugin } from 'vite'

const tag = fileURLToPath(new URL('src/widget/widget-main.ts', import.meta.url))
const component = fileURLToPath(new URL('src/widget/react-chat.ts', import.meta.url))

async function bundled(input: string, output: { format: 'iife' | 'es'; minify: boolean }): Promise<string> {
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'warn', external: ['react'] })
  const { output: made } = await bundle.generate(output)
  await bundle.close()
  return made[0].code
}
/** Files that other sites load, besides the chat page. */
const files: Record<string, () => Promise<string>> = {
  // A classic script without imports, because it runs on pages of other sites beside unknown scripts.
  'widget.js': () => bundled(tag, { format: 'iife', minify: true }),
  // A component that projects import or copy: it stays readable and needs only React.
  'widget/react.js': () => bundled(component, { format: 'es', minify: false }),
  'widget/react.d.ts': async () => {
    const { code, errors } = isolatedDeclarationSync(component, readFileSync(component, 'utf8'))
    if (errors.length > 0) throw new Error(errors[0]!.message)
    return code
  },
}

/** Public pages besides the studio: the chat page, which is a separate document, and the widget for other sites. */
export function chatPages(): Plugin {
  const toChat: Connect.NextHandleFunction = (request, _response, next) => {
    if (request.url?.startsWith('/chat/')) request.url = '/chat.html'
    next()
  }
  const toWidget: Connect.NextHandleFunction = (request, response, next) => {
    const make = files[new URL(request.url ?? '/', 'http://vite').pathname.slice(1)]
    if (!make) return next()
    make().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
  }
  return {
    name: 'chat-pages',
    configureServer: (server) => void server.middlewares.use(toChat).use(toWidget),
    configurePreviewServer: (server) => void server.middlewares.use(toChat),
    async generateBundle() {
      for (const [fileName, make] of Object.entries(files))
        this.emitFile({ type: 'asset', fileName, source: await make() })
    },
  }
}
