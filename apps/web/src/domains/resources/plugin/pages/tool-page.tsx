import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useT } from '#lib/i18n.ts'
import { buttonStyle } from '#ui/button-style.ts'
import { NotFound } from '#ui/page-state.tsx'
import { MissingPlugin } from '../page/missing-plugin.tsx'
import { pluginQuery, toolsQuery } from '../plugin.queries.ts'
import { ToolEditor } from '../tool/tool-editor.tsx'

/** One tool of a plugin: its parameters, its response, and a form to try it. */
export function ToolPage() {
  const t = useT('plugin')
  const params = useParams({ from: '/signed/space/$space_id/plugin/$plugin_id/tool/$tool_id' })
  const { space_id: spaceId, plugin_id: pluginId, tool_id: toolId } = params
  const info = useQuery(pluginQuery(pluginId))
  const tools = useQuery(toolsQuery(pluginId))
  const failed = [info, tools].find((query) => query.error && !query.data)
  if (failed) return <MissingPlugin error={failed.error} spaceId={spaceId} onRetry={() => void failed.refetch()} />
  if (!info.data || !tools.data) return null
  const tool = tools.data.api_info.find((item) => item.api_id === toolId)
  if (!tool)
    return (
      <NotFound
        title={t('tool.missing')}
        action={
          <Link
            to="/space/$space_id/plugin/$plugin_id"
            params={{ space_id: spaceId, plugin_id: pluginId }}
            className={buttonStyle('plain')}
          >
            {t('tool.back')}
          </Link>
        }
      />
    )
  return (
    <ToolEditor
      key={toolId}
      place={{ spaceId, pluginId, toolId }}
      info={info.data}
      tool={tool}
      tools={tools.data.api_info}
      editVersion={tools.data.edit_version}
    />
  )
}
