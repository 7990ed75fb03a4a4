import { textOf } from '#lib/i18n.ts'
import { libraryLists } from '#lib/library-lists.ts'
import { paletteSources } from '#lib/palette.ts'

/** Registers the list and palette entries of MCP servers. */
export function addMcpActions(): void {
  const t = textOf('shell')
  libraryLists.add({
    id: 'mcp',
    kind: 'mcp',
    label: () => t('mcp.title'),
    text: () => t('mcp.text'),
    to: '/space/$space_id/library/mcp',
  })
  paletteSources.add({
    id: 'mcp',
    groups: ['resources'],
    search: async (...input) => (await import('./search-servers.tsx')).searchServers(...input),
  })
}
