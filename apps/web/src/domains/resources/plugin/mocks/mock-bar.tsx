import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { TitleBar } from '#ui/title-bar.tsx'
import { TypeTile } from '#ui/type-tile.tsx'
import { pluginQuery, toolsQuery } from '../plugin.queries.ts'
import type { ToolPlace } from './mock.queries.ts'

interface MockBarProps {
  place: ToolPlace
  title: string
  beside?: ReactNode
  actions?: ReactNode
  /** Whether this is the page of one set, from which back leads to the list of sets. */
  isDetail?: boolean
  isAlone: boolean
}

export function MockBar({ place, title, beside, actions, isDetail = false, isAlone }: MockBarProps) {
  const t = useT('mock')
  const { spaceId, pluginId, toolId } = place
  const plugin = useQuery(pluginQuery(pluginId)).data
  const tool = useQuery(toolsQuery(pluginId)).data?.api_info.find((item) => item.api_id === toolId)
  const params = { space_id: spaceId, plugin_id: pluginId, tool_id: toolId }
  const sets = (
    <Link
      to="/space/$space_id/plugin/$plugin_id/tool/$tool_id/plugin-mock-set"
      params={params}
      search={isAlone ? { hideMenu: 'true' } : {}}
    />
  )
  const toTool = <Link to="/space/$space_id/plugin/$plugin_id/tool/$tool_id" params={params} />
  return (
    <TitleBar
      back={isDetail ? sets : toTool}
      tile={<TypeTile kind="plugin" size={36} />}
      crumbs={[
        {
          label: plugin?.meta_info.name ?? '',
          link: <Link to="/space/$space_id/plugin/$plugin_id" params={params} />,
        },
        { label: tool?.name ?? '', link: toTool },
        ...(isDetail ? [{ label: t('title'), link: sets }] : []),
      ]}
      title={title}
      beside={beside}
      actions={actions}
    />
  )
}
