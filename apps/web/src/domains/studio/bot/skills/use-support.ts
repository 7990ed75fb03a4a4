import { BotMode } from '@orrery/contract/shared/bot-enums'
import {
  type FunctionSupport,
  type ModelFunction,
  supportOf,
  type SupportLevel,
} from '@orrery/contract/shared/model-support'
import { useModels } from '#domains/chat/model/index.ts'
import { useDraft, useEditor } from '../draft/draft-context.ts'

/** How well the models of the draft support a feature: the minimum over all models, and the name of the first one. */
export function useSupport(wanted: ModelFunction): { level: SupportLevel; model: string } {
  const { spaceId } = useEditor()
  const models = useModels(spaceId)
  const mode = useDraft((draft) => draft.info.bot_mode)
  const own = useDraft((draft) => draft.info.model_info.model_id)
  const agents = useDraft((draft) => draft.info.agents)
  const ids = mode === BotMode.multi ? agents.map((agent) => agent.model_info.model_id) : [own]
  const used = models.filter((model) => ids.includes(String(model.model_type)))
  const level = supportOf(
    used.map((model) => model.func_config as FunctionSupport),
    wanted,
  )
  return { level, model: used[0]?.name ?? '' }
}
