import { type BotPatch, botPatchSchema, type OpenDraft } from '@orrery/contract'
import { badInput, errors } from '#kit/errors.ts'
import type { Toolset } from '#domains/resources/plugin/shared/toolset.ts'

/** Internal numbers of settings, by their names in the public API. */
export const replyModes = { enable: 0, customized: 1, disable: 2 } as const
export const formats = { text: 0, markdown: 1, json: 2 } as const

export interface PatchDeps {
  /** Finds a resource of that kind in the space of the bot. */
  find(kind: 'workflow' | 'knowledge', id: string): Promise<{ name: string; description: string } | undefined>
  findPlugin(id: string): Promise<Pick<Toolset, 'id' | 'tools'> | undefined>
  /** Creates an icon from a file that the caller uploaded. */
  icon(fileId: string): Promise<string>
}

/** Converts a bot of the public API to a draft. The space of the bot has to have everything it refers to. */
export async function toPatch(draft: OpenDraft, deps: PatchDeps): Promise<BotPatch> {
  const { model_info_config: model, suggest_reply_info: suggest, knowledge } = draft
  const need = async (kind: 'workflow' | 'knowledge', id: string) => {
    const found = await deps.find(kind, id)
    if (!found) throw errors.notFound({ what: `${kind} ${id}` })
    return { id, ...found }
  }
  const patch = {
    ...(draft.name !== undefined && { name: draft.name }),
    ...(draft.description !== undefined && { description: draft.description }),
    ...(draft.icon_file_id && { icon_uri: await deps.icon(draft.icon_file_id) }),
    ...(draft.prompt_info && { prompt_info: draft.prompt_info }),
    ...(draft.onboarding_info && { onboarding_info: draft.onboarding_info }),
    ...(model && { model_info: modelPatch(model) }),
    ...(suggest && {
      suggest_reply_info: {
        ...(suggest.reply_mode && { suggest_reply_mode: replyModes[suggest.reply_mode] }),
        ...(suggest.customized_prompt !== undefined && { customized_suggest_prompt: suggest.customized_prompt }),
      },
    }),
    ...(knowledge && {
      knowledge: {
        ...(knowledge.dataset_ids && {
          knowledge_info: (await Promise.all(knowledge.dataset_ids.map((id) => need('knowledge', id)))).map(
            ({ id, name }) => ({ id, name }),
          ),
        }),
        ...(knowledge.auto_call !== undefined && { auto: knowledge.auto_call }),
        ...(knowledge.search_strategy !== undefined && { search_strategy: knowledge.search_strategy }),
      },
    }),
    ...(draft.workflow_id_list && {
      workflow_info_list: (await Promise.all(draft.workflow_id_list.ids.map(({ id }) => need('workflow', id)))).map(
        ({ id, name, description }) => ({ workflow_id: id, workflow_name: name, desc: description }),
      ),
    }),
    ...(draft.plugin_id_list && {
      plugin_info_list: (await Promise.all(draft.plugin_id_list.id_list.map((id) => tools(id, deps)))).flat(),
    }),
  }
  const parsed = botPatchSchema.safeParse(patch)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  throw badInput(issue.path.join('.'), issue.message, issue.message)
}

const modelPatch = (model: NonNullable<OpenDraft['model_info_config']>) => {
  const { context_round: rounds, response_format: format, ...rest } = model
  return {
    ...rest,
    model_style: 0,
    ...(rounds !== undefined && { short_memory_policy: { history_round: rounds } }),
    ...(format && { response_format: formats[format] }),
  }
}

/** One tool of a plugin, or all of its tools. */
async function tools(item: { plugin_id: string; api_id?: string | undefined }, deps: PatchDeps) {
  const set = await deps.findPlugin(item.plugin_id)
  const wanted = set?.tools.filter(({ id, disabled }) => (item.api_id ? id === item.api_id : !disabled))
  if (!set || !wanted?.length) throw errors.notFound({ what: `plugin ${item.plugin_id}` })
  return wanted.map(({ id, name }) => ({ plugin_id: set.id, api_id: id, api_name: name }))
}
