/** Libraries that components may import, by the names under which they do, and the files that hold them. Nothing is installed or fetched. */
export const shelf: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  'react-dom/server': 'react-dom/cjs/react-dom-server-legacy.browser.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  '@orrery/component': '',
}
/** What people may import of them; the rest is what these need themselves. */
export const offered: readonly string[] = ['react', 'react/jsx-runtime', 'react-dom', '@orrery/component']

/** Makes a component of a package from a component of React: its settings are its props, and `emit` tells of an event. */
export const kit = {
  name: '@orrery/component',
  code: `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
export const component = (Component) => (root, props, emit) => {
  const drawn = createRoot(root)
  const draw = (now) => drawn.render(createElement(Component, { ...now, emit }))
  draw(props)
  return draw
}
`,
}
/** The same for a trial: drawn once, as text. */
export const trialKit = `import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
export const component = (Component) =>
  Object.assign((props) => renderToStaticMarkup(createElement(Component, { ...props, emit() {} })), { isTrial: true })
`
