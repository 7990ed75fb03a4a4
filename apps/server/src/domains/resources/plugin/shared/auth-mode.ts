import { AuthType, PluginAuthMode, ToolAuthMode } from '@orrery/contract'
import type { PluginAuth } from '../plugin.table.ts'

/**
 * What stands between a person and the tools of a plugin. With OAuth each person allows it for themselves: they must where a tool
 * asks for it, and may where all tools also work without.
 */
export function authModeOf(auth: Pick<PluginAuth, 'type' | 'oauth'>, toolModes: readonly number[]): number {
  if (auth.type === AuthType.service) return PluginAuthMode.configured
  if (auth.type !== AuthType.oauth) return PluginAuthMode.none
  if (auth.oauth?.grantType === 'client_credentials') return PluginAuthMode.configured
  if (toolModes.length === 0 || toolModes.includes(ToolAuthMode.required)) return PluginAuthMode.required
  return toolModes.includes(ToolAuthMode.supported) ? PluginAuthMode.supported : PluginAuthMode.none
}
