/** Folders of the web app from the bottom up. A file imports from its own folder and from folders before it. */
const layers = ['locales', 'lib', 'ui', 'domains', 'shell', 'routes']

/** Groups of domains from the bottom up. */
const districts = ['ground', 'chat', 'library', 'resources', 'flow', 'studio', 'market', 'reach']

/** Folders of the workflow editor from the bottom up. */
const workflowFolders = [
  'document',
  'nodes',
  'scope',
  'canvas',
  'forms',
  'trace',
  'run',
  'problems',
  'versions',
  'save',
  'menus',
  'ai',
  'publish',
  'chat',
  'pages',
]

const orders: readonly { root: string; order: readonly string[] }[] = [
  { root: 'apps/web/src/', order: layers },
  { root: 'apps/web/src/domains/', order: districts },
  { root: 'apps/web/src/domains/flow/workflow/', order: workflowFolders },
]

/** Says why an import points upward; undefined when it does not. Files outside of the listed folders are free. */
export function upwardImport({ file, target }: { file: string; target: string }): string | undefined {
  for (const { root, order } of orders) {
    const [from, to] = [rankIn(root, order, file), rankIn(root, order, target)]
    if (from >= 0 && to > from) return `${order[to]} is above ${order[from]}`
  }
  return undefined
}

function rankIn(root: string, order: readonly string[], path: string): number {
  return path.startsWith(root) ? order.indexOf(path.slice(root.length).split('/')[0]!) : -1
}
