import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Connect, Plugin } from 'vite'

const entry = fileURLToPath(new URL('src/widget/widget-main.ts', import.meta.url))
const fileName = 'widget.js'

/** One classic script without imports: it runs on pages of others, beside whatever they have. */
async function widgetScript(): Promise<string> {
  const bundle = await rolldown({ input: entry, platform: 'browser', logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code
}

/** What visitors get, beside the studio: the chat page, which is a document of its own, and the widget of other sites. */
export function chatPages(): Plugin {
  const toChat: Connect.NextHandleFunction = (request, _response, next) => {
    if (request.url?.startsWith('/chat/')) request.url = '/chat.html'
    next()
  }
  const toWidget: Connect.NextHandleFunction = (request, response, next) => {
    if (!request.url?.startsWith(`/${fileName}`)) return next()
    widgetScript().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
  }
  return {
    name: 'chat-pages',
    configureServer: (server) => void server.middlewares.use(toChat).use(toWidget),
    configurePreviewServer: (server) => void server.middlewares.use(toChat),
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await widgetScript() })
    },
  }
}
