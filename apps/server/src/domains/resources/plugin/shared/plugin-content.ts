import type { PluginRow, ToolRow } from '../plugin.table.ts'

/** A plugin without its secrets, for exports, copies and product pages. */
export type PluginContent = Pick<
  PluginRow,
  'pluginType' | 'creationMethod' | 'runtime' | 'url' | 'auth' | 'commonParams' | 'fixedIp'
> & { tools: Omit<ToolRow, 'id' | 'pluginId' | 'card' | 'createdAt' | 'updatedAt'>[] }
