/** Libraries of the shelf by import name, and the files that contain them. Nothing is installed or fetched. */
export const libraries: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  'react-dom/server': 'react-dom/cjs/react-dom-server-legacy.browser.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  'react-is': 'react-is/cjs/react-is.production.js',
  recharts: 'recharts/umd/Recharts.js',
  'lucide-react': 'lucide-react/dist/cjs/lucide-react.js',
  clsx: 'clsx/dist/clsx.mjs',
  luxon: 'luxon/build/es6/luxon.mjs',
  zod: 'zod/index.js',
}
/** Libraries of many files: all files that their entry imports are on the shelf, some of them replaced. */
export const wholeLibraries: readonly string[] = ['zod']
export const replacedFiles: Readonly<Record<string, string>> = {
  // Messages in sixty languages would make up most of the library.
  'zod/v4/locales/index.js': `export { default as en } from './en.js'\n`,
}
export const KIT = '@orrery/component'
/** What components may import, and the global that provides it. All other libraries are dependencies of these. */
export const offered: Readonly<Record<string, string>> = {
  react: 'orreryShelf.react',
  'react/jsx-runtime': 'orreryShelf.jsx',
  'react-dom': 'orreryShelf.dom',
  [KIT]: 'orreryShelf.kit',
  recharts: 'orreryShelf.charts',
  'lucide-react': 'orreryShelf.icons',
  clsx: 'orreryShelf.clsx',
  luxon: 'orreryShelf.dates',
  zod: 'orreryShelf.zod',
}
/** Libraries that are only sent if a script uses them. All others are sent with every component. */
export const extras: Readonly<Record<string, string>> = {
  charts: 'recharts',
  icons: 'lucide-react',
  clsx: 'clsx',
  dates: 'luxon',
  zod: 'zod',
}
export const extraEntry = (place: string): string => `import * as library from '${extras[place]!}'
globalThis.orreryShelf.${place} = { __esModule: true, ...library }
`
/** The script that assigns the libraries to the globals that scripts of components use. */
export const shelfEntry = `import * as react from 'react'
import * as jsx from 'react/jsx-runtime'
import * as dom from 'react-dom'
import * as kit from '${KIT}'
globalThis.orreryShelf = { react, jsx, dom, kit }
`
/** The actions of a page of code on a source. */
const acts = `
const acts = (name, call) => ({
  run: (inputs = {}) => call(name, 'run', { inputs }),
  load: (page = 1, search) => call(name, 'load', { page, search }),
  insert: (values) => call(name, 'insert', { values }),
  update: (row, values) => call(name, 'update', { row, values }),
  remove: (row) => call(name, 'remove', { row }),
})
const idle = { data: null, partial: '', loading: false, error: '', page: 1, hasMore: false }
`
/** Turns a React component into a component of a package: its settings become props, and `emit` reports events. */
export const kitCode = `import { createElement, useMemo, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
${acts}
const bridge = () => globalThis.orreryBridge
export function useBinding(name) {
  const state = useSyncExternalStore(bridge().listen, () => bridge().states[name] ?? idle)
  const calls = useMemo(() => acts(name, bridge().call), [name])
  return { ...state, ...calls }
}
export const openPage = (page) => bridge().call('', 'open', { page })
export const component = (Component) => (root, props, emit) => {
  const drawn = createRoot(root)
  const draw = (now) => drawn.render(createElement(Component, { ...now, emit }))
  draw(props)
  return draw
}
`
/** The same for a trial: rendered once, as text. */
export const trialKitCode = `import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
${acts}
const nothing = () => Promise.resolve(null)
export const useBinding = (name) => ({ ...idle, ...acts(name, nothing) })
export const openPage = nothing
export const component = (Component) =>
  Object.assign((props) => renderToStaticMarkup(createElement(Component, { ...props, emit() {} })), { isTrial: true })
`
