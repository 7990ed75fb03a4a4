import type { BotConfig } from '@orrery/contract'

export interface ModelDetail {
  name: string
  modelName: string
  iconUrl: string
  family: number
}
export interface ToolDetail {
  name: string
  description: string
  pluginName: string
  iconUrl: string
  source: string
}
export interface WriteRequest {
  spaceId: string
  userId: string
  /** The model to use; the default one of the space when empty. */
  modelId?: string
  system: string
  prompt: string
  /** What a JSON answer has to look like; absent for plain text. */
  schema?: Record<string, unknown>
  signal?: AbortSignal
}

/**
 * What bots need of parts that stand on them. Those parts connect themselves when the app is wired; until then a call that
 * needs one says that it is missing.
 */
export interface BotPorts {
  /** The model settings that a new bot of a space starts with. */
  defaultModel?(spaceId: string): Promise<Partial<BotConfig['model_info']>>
  describeModels?(spaceId: string, ids: string[]): Promise<Map<string, ModelDetail>>
  /** Tools of plugins by their own id, as far as a bot of the space can use them. */
  describeTools?(
    spaceId: string,
    tools: BotConfig['plugin_info_list'],
    locale: 'en' | 'zh-CN',
  ): Promise<Map<string, ToolDetail>>
  /** One answer of a model, as text. */
  writeText?(request: WriteRequest): Promise<string>
}
