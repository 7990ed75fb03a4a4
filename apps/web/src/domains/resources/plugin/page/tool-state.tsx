import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { Tag } from '#ui/tag.tsx'
import type { PluginTool } from '../plugin.queries.ts'

export type ToolNeed = 'description' | 'response' | 'trial'

/** What is missing in a tool, most urgent first. */
export function needsOf(tool: PluginTool): ToolNeed[] {
  const needs: ToolNeed[] = []
  if (!tool.desc.trim()) needs.push('description')
  if (tool.response_params.length === 0) needs.push('response')
  if (tool.debug_status !== 1) needs.push('trial')
  return needs
}

export function ToolState({ tool }: { tool: PluginTool }) {
  const t = useT('plugin')
  const [need] = needsOf(tool)
  if (need === undefined)
    return (
      <Tag tone="ok" icon={CircleCheck}>
        {t('need.none')}
      </Tag>
    )
  return need === 'trial' ? (
    <Tag icon={CircleDashed}>{t('need.trial')}</Tag>
  ) : (
    <Tag tone="warn" icon={TriangleAlert}>
      {t(`need.${need}`)}
    </Tag>
  )
}
