import type { BotConfig } from '@orrery/contract'
import type { WriteRequest } from '#domains/chat/model/shared/text-writer.ts'
import type { ToolDetail } from '#domains/resources/plugin/shared/tool-details.ts'

export interface ModelDetail {
  name: string
  modelName: string
  iconUrl: string
  family: number
}

/** What bots need from models and plugins. A call that needs a missing function reports that. */
export interface BotPorts {
  /** The model settings that a new bot of a space starts with. */
  defaultModel?(spaceId: string): Promise<Partial<BotConfig['model_info']>>
  describeModels?(spaceId: string, ids: string[]): Promise<Map<string, ModelDetail>>
  /** Details of plugin tools by tool id, as far as a bot of the space can use them. */
  describeTools?(
    spaceId: string,
    tools: BotConfig['plugin_info_list'],
    locale: 'en' | 'zh-CN',
  ): Promise<Map<string, ToolDetail>>
  /** Whether the space has a model that can write. The built-in model cannot. */
  hasWriter?(spaceId: string): Promise<boolean>
  /** A single answer of a model, as text. */
  writeText?(request: WriteRequest): Promise<string>
}
