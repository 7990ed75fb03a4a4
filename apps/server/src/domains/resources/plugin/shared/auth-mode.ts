import { AuthType, PluginAuthMode, ToolAuthMode } from '@orrery/contract'
import type { PluginAuth } from '../plugin.table.ts'

/**
 * Which authorization a person needs for the tools of a plugin. With OAuth, each person authorizes the plugin for
 * themselves: this is required if a tool requires it, and optional if all tools also work without it.
 */
export function authModeOf(auth: Pick<PluginAuth, 'type' | 'oauth'>, toolModes: readonly number[]): number {
  if (auth.type === AuthType.service) return PluginAuthMode.configured
  if (auth.type !== AuthType.oauth) return PluginAuthMode.none
  if (auth.oauth?.grantType === 'client_credentials') return PluginAuthMode.configured
  if (toolModes.length === 0 || toolModes.includes(ToolAuthMode.required)) return PluginAuthMode.required
  return toolModes.includes(ToolAuthMode.supported) ? PluginAuthMode.supported : PluginAuthMode.none
}
