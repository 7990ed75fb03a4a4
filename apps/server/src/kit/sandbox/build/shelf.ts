/** Libraries of the shelf by the names under which they are imported, and the files that hold them. Nothing is installed or fetched. */
export const libraries: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  'react-dom/server': 'react-dom/cjs/react-dom-server-legacy.browser.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}
export const KIT = '@orrery/component'
/** What people may import, and where it is found when their script runs. The rest is what these need themselves. */
export const offered: Readonly<Record<string, string>> = {
  react: 'orreryShelf.react',
  'react/jsx-runtime': 'orreryShelf.jsx',
  'react-dom': 'orreryShelf.dom',
  [KIT]: 'orreryShelf.kit',
}
/** The script that puts the libraries where the scripts of components look for them. */
export const shelfEntry = `import * as react from 'react'
import * as jsx from 'react/jsx-runtime'
import * as dom from 'react-dom'
import * as kit from '${KIT}'
globalThis.orreryShelf = { react, jsx, dom, kit }
`
/** Makes a component of a package from a component of React: its settings are its props, and `emit` tells of an event. */
export const kitCode = `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
export const component = (Component) => (root, props, emit) => {
  const drawn = createRoot(root)
  const draw = (now) => drawn.render(createElement(Component, { ...now, emit }))
  draw(props)
  return draw
}
`
/** The same for a trial: drawn once, as text. */
export const trialKitCode = `import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
export const component = (Component) =>
  Object.assign((props) => renderToStaticMarkup(createElement(Component, { ...props, emit() {} })), { isTrial: true })
`
