import type { Plugin } from 'vite'

/** The frame in index.html has its own styles, because it is drawn while those of the app are still loading. */
export function stylesLast(): Plugin {
  return {
    name: 'styles-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        if (!html.includes('id="boot"')) return html
        const links = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? []
        const rest = links.reduce((left, link) => left.replace(link, ''), html)
        return rest.replace('\n  </body>', `${links.join('')}\n  </body>`)
      },
    },
  }
}
