import { PluginFrom } from '@orrery/contract/shared/bot-enums'
import { IntelligenceType } from '@orrery/contract/shared/project-enums'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { botLink, workflowLink } from '#lib/links.ts'
import { mayInSpace, readLastSpace, useSpaceName, useSpaces } from '#lib/spaces.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Select } from '#ui/select.tsx'
import { SpaceTile } from '#ui/space-tile.tsx'
import { toast } from '#ui/toast-store.ts'
import { TypeTile } from '#ui/type-tile.tsx'
import { toolToAdd } from '#domains/flow/workflow/index.ts'
import type { Product } from '../product-place.ts'

export type AddTarget = 'bot' | 'workflow'
type Listed = { value: string; label: string; description?: string }

const finders: Record<AddTarget, (spaceId: string, name: string, signal: AbortSignal) => Promise<Listed[]>> = {
  async bot(space_id, name, signal) {
    const input = { space_id, name, size: 50, types: [IntelligenceType.bot] }
    const { intelligences } = await api.intelligences.list(input, { signal })
    return intelligences.map(({ basic_info: bot }) => ({
      value: bot.id,
      label: bot.name,
      description: bot.description,
    }))
  },
  async workflow(space_id, name, signal) {
    const { workflow_list: list } = await api.workflow.list({ space_id, name, page: 1, size: 50 }, { signal })
    return list.map((flow) => ({ value: flow.workflow_id, label: flow.name, description: flow.desc }))
  },
}

interface AddToolDialogProps {
  product: Product
  target: AddTarget
  onClose: () => void
}

/** Adds tools of an official plugin to a bot, or as nodes to a workflow. */
export function AddToolDialog({ product, target, onClose }: AddToolDialogProps) {
  const t = useT('explore')
  const { history } = useRouter()
  const spaceName = useSpaceName()
  const { meta_info: meta } = product
  const tools = product.plugin_extra?.tools ?? []
  const spaces = useSpaces()
    .filter((space) => mayInSpace(space, 'createResource'))
    .map((space) => ({ value: space.id, label: spaceName(space), space }))
  const last = readLastSpace()
  const [space, setSpace] = useState(spaces.find((item) => item.value === last) ?? spaces[0] ?? null)
  const [place, setPlace] = useState<Listed | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>(target === 'bot' ? tools.map((tool) => tool.id) : [])
  const [one, setOne] = useState(tools[0]?.id ?? '')
  const spaceId = space?.value ?? ''
  const search = useCallback(
    (word: string, signal: AbortSignal) => finders[target](spaceId, word, signal),
    [target, spaceId],
  )
  const add = useMutation({
    mutationFn: async ({ value: id }: Listed) => {
      if (target === 'bot')
        return addToBot(
          id,
          meta.entity_id,
          tools.filter((tool) => chosen.includes(tool.id)),
        )
      const tool = tools.find((item) => item.id === one)
      if (tool)
        toolToAdd.set({
          workflowId: id,
          tool: {
            pluginId: meta.entity_id,
            pluginName: meta.name,
            pluginVersion: '',
            toolId: tool.id,
            toolName: tool.name,
            description: tool.description,
          },
        })
    },
    onSuccess: (_, { value: id, label }) => {
      onClose()
      if (target === 'workflow') return history.push(workflowLink({ space_id: spaceId, workflow_id: id }))
      toast.ok(t('add.done', { name: meta.name, bot: label }), {
        action: { label: t('add.open'), onClick: () => history.push(botLink(spaceId, id)) },
      })
    },
  })
  const isReady = place !== null && (target === 'bot' ? chosen.length > 0 : one !== '')
  return (
    <FormDialog
      title={t(`add.${target}.title`, { name: meta.name })}
      description={t(`add.${target}.text`)}
      isReady={isReady}
      call={add}
      action={t(`add.${target}.do`)}
      onSubmit={() => place && add.mutate(place)}
      onClose={onClose}
    >
      <Field label={t('take.space')} required>
        <Combobox
          label={t('take.space')}
          items={spaces}
          value={space}
          onChange={(next) => {
            setSpace(next)
            setPlace(null)
          }}
          tile={(item) => (
            <SpaceTile id={item.space.id} name={spaceName(item.space)} src={item.space.icon_url} size={20} />
          )}
        />
      </Field>
      <Field label={t(`add.${target}`)} required>
        <Combobox
          label={t(`add.${target}`)}
          placeholder={t(`add.${target}.choose`)}
          search={search}
          value={place}
          onChange={setPlace}
          disabled={!space}
          tile={() => <TypeTile kind={target} size={18} />}
        />
      </Field>
      {target === 'bot' ? (
        <Field label={t('add.tools')}>
          <div className="flex flex-col gap-1">
            {tools.map((tool) => (
              <Checkbox
                key={tool.id}
                checked={chosen.includes(tool.id)}
                onChange={(on) => setChosen(on ? [...chosen, tool.id] : chosen.filter((id) => id !== tool.id))}
              >
                {tool.name} <span className="text-small text-mute">{tool.description}</span>
              </Checkbox>
            ))}
          </div>
        </Field>
      ) : (
        <Field label={t('add.tool')}>
          <Select
            label={t('add.tool')}
            items={tools.map((tool) => ({ value: tool.id, label: tool.name, description: tool.description }))}
            value={one}
            onChange={setOne}
          />
        </Field>
      )}
    </FormDialog>
  )
}

async function addToBot(botId: string, pluginId: string, tools: readonly { id: string; name: string }[]) {
  const { bot_info: info } = await api.bot.getDraft({ bot_id: botId })
  const known = new Set(info.plugin_info_list.map((tool) => tool.api_id))
  const fresh = tools
    .filter((tool) => !known.has(tool.id))
    .map((tool) => ({
      plugin_id: pluginId,
      api_id: tool.id,
      api_name: tool.name,
      plugin_from: PluginFrom.default,
      api_version_ms: '',
    }))
  if (fresh.length === 0) return
  await api.bot.updateDraft({
    bot_info: { bot_id: botId, version: info.version, plugin_info_list: [...info.plugin_info_list, ...fresh] },
  })
}
