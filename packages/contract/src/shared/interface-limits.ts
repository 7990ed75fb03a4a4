/** Size limits of interfaces. Without schemas, so that the browser can import them. */
export const INTERFACE_LIMITS = {
  pages: 50,
  nodes: 2000,
  depth: 20,
  sources: 100,
  variables: 200,
  actions: 50,
  expression: 2000,
  text: 20_000,
  bytes: 4 * 1024 * 1024,
  /** Maximum number of edits per save. */
  edits: 500,
  /** Maximum number of component packages per interface. */
  packages: 20,
} as const

export const InterfaceChannel = { web: 1, client: 2 } as const
export type InterfaceChannel = (typeof InterfaceChannel)[keyof typeof InterfaceChannel]

/** Names of components, sources and variables, as used in expressions. */
export const interfaceName = /^[a-z][A-Za-z0-9_]{0,39}$/
/** Ids of pages and components; assigned by the editor that adds them. */
export const interfaceKey = /^[a-z][A-Za-z0-9_-]{0,39}$/

/** File names of a page that is written as code. */
export const codeFile = /^[A-Za-z][\w-]*\.tsx?$/
/** The entry file: its default export is the page. */
export const CODE_ENTRY = 'App.tsx'
export const CODE_LIMITS = { files: 30, text: 100_000 } as const

/** Names of component packages. */
export const packageName = /^[a-z][a-z0-9-]{0,49}$/
export const PACKAGE_LIMITS = { files: 300, bytes: 2 * 1024 * 1024, versions: 500 } as const

/** The icons that components can show. */
export const interfaceIcons = [
  'star',
  'heart',
  'check',
  'info',
  'warning',
  'bell',
  'calendar',
  'clock',
  'user',
  'users',
  'home',
  'search',
  'mail',
  'phone',
  'map',
  'cart',
  'file',
  'image',
  'chart',
  'settings',
] as const
/** Maximum number of pages in the tab bar of a phone. */
export const TAB_BAR_PAGES = 5
