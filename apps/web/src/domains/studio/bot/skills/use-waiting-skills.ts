import { PluginFrom } from '@orrery/contract/shared/bot-enums'
import { useEffect, useRef } from 'react'
import { api } from '#lib/api.ts'
import { textOf } from '#lib/i18n.ts'
import { pollWhileVisible } from '#lib/poll-while-visible.ts'
import { useWaitingSkills, type WaitingSkill } from '#lib/waiting-skills.ts'
import { toast } from '#ui/toast-store.ts'
import { useEditor } from '../draft/draft-context.ts'
import { addPublished } from './add-published.ts'
import { toFlow } from './picked-entries.ts'

const LOOK_EVERY_MS = 15_000

/** Adds workflows and plugins that were created from this editor as soon as they are published. */
export function useAddWaiting(): void {
  const { botId, spaceId, store, reload, isReadOnly } = useEditor()
  const [waiting, stop] = useWaitingSkills(botId)
  const isBusy = useRef(false)
  const ids = waiting.map((item) => item.id).join()
  useEffect(() => {
    if (isReadOnly || ids === '') return undefined
    const look = async () => {
      if (isBusy.current) return
      isBusy.current = true
      try {
        const found = await readyOf(spaceId, waiting)
        if (found.ids.length === 0 || !(await addPublished(store, found))) return
        stop(found.ids)
        toast.ok(textOf('bot')('made.added', { name: found.names.join(', ') }))
        await reload()
      } catch {
        // They stay in the queue for the next attempt.
      } finally {
        isBusy.current = false
      }
    }
    // They may be published in another window or by a program, and a save may fail.
    return pollWhileVisible(() => void look(), LOOK_EVERY_MS)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ids` represents `waiting`
  }, [ids, isReadOnly, spaceId, store])
}

async function readyOf(spaceId: string, waiting: readonly WaitingSkill[]) {
  const idsOf = (kind: WaitingSkill['kind']) => waiting.filter((item) => item.kind === kind).map((item) => item.id)
  const [flowIds, pluginIds] = [idsOf('workflow'), idsOf('plugin')]
  const flows = flowIds.length
    ? (await api.workflow.listPublished({ space_id: spaceId, workflow_ids: flowIds, size: flowIds.length })).workflows
    : []
  const input = {
    space_id: spaceId,
    plugin_ids: pluginIds,
    source: 'plugin',
    size: pluginIds.length,
    brief: true,
  } as const
  const plugins = pluginIds.length ? (await api.pluginList.playground(input)).plugin_list : []
  return {
    ids: [...flows.map((flow) => flow.workflow_id), ...plugins.map((plugin) => plugin.id)],
    names: [...flows, ...plugins].map((item) => item.name),
    flows: flows.map((flow) =>
      toFlow({
        id: flow.workflow_id,
        name: flow.name,
        description: flow.desc,
        pluginId: flow.plugin_id,
        extra: { flow_mode: flow.flow_mode },
      }),
    ),
    tools: plugins.flatMap((plugin) =>
      plugin.plugin_apis.map((tool) => ({
        plugin_id: plugin.id,
        api_id: tool.api_id,
        api_name: tool.name,
        plugin_from: PluginFrom.default,
        api_version_ms: '',
      })),
    ),
  }
}
