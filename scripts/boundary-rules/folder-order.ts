import { importRule } from './import-rule.ts'

/** Folders from bottom to top: a file imports from its own folder and those before it. Other folders are free. */
interface FolderOrder {
  root: string
  order: string[]
}

export const folderOrders: FolderOrder[] = [
  { root: 'apps/web/src/', order: ['locales', 'lib', 'ui', 'domains', 'shell', 'routes'] },
  {
    root: 'apps/web/src/domains/flow/workflow/',
    order: [
      'document',
      'nodes',
      'scope',
      'canvas',
      'forms',
      'problems',
      'trace',
      'run',
      'triggers',
      'jobs',
      'versions',
      'save',
      'menus',
      'ai',
      'publish',
      'chat',
      'pages',
    ],
  },
]

export const folderOrder = (orders: FolderOrder[]) =>
  importRule('folder order', ({ file, target }) => {
    for (const { root, order } of orders) {
      const [from, to] = [rankIn(root, order, file), rankIn(root, order, target)]
      if (from >= 0 && to > from) return `in ${root} ${order[to]} is above ${order[from]}`
    }
    return undefined
  })

const rankIn = (root: string, order: string[], file: string): number =>
  file.startsWith(root) ? order.indexOf(file.slice(root.length).split('/')[0]!) : -1
