import { bot } from './domains/bot/bot.ts'
import { botComparison } from './domains/bot/comparison.ts'
import { bundle } from './domains/bundle.ts'
import { collaborator } from './domains/collaborator.ts'
import { conversation } from './domains/conversation.ts'
import { database } from './domains/database/database.ts'
import { table } from './domains/database/table.ts'
import { apiApp } from './domains/developer/api-app.ts'
import { developer } from './domains/developer/developer.ts'
import { playground } from './domains/developer/playground.ts'
import { favorite } from './domains/favorite.ts'
import { filebox } from './domains/filebox/filebox.ts'
import { folder } from './domains/folder.ts'
import { instance } from './domains/instance.ts'
import { instanceModel, spaceModel } from './domains/model/manage.ts'
import { marketAdmin } from './domains/market/admin.ts'
import { market } from './domains/market/market.ts'
import { marketMedia } from './domains/market/media.ts'
import { report } from './domains/market/report.ts'
import { marketRating, marketReview } from './domains/market/review.ts'
import { marketSeller } from './domains/market/seller.ts'
import { modelCapacity } from './domains/model/capacity.ts'
import { intelligenceModel } from './domains/model/intelligence.ts'
import { memory } from './domains/memory.ts'
import { model } from './domains/model/model.ts'
import { knowledge } from './domains/knowledge/knowledge.ts'
import { knowledgeLegacy } from './domains/knowledge/legacy.ts'
import { knowledgeOpen } from './domains/knowledge/open.ts'
import { oauth } from './domains/oauth.ts'
import { mcp, mcpServe } from './domains/mcp/mcp.ts'
import { mockSet, testCase } from './domains/mock/mock.ts'
import { openApp } from './domains/open/app.ts'
import { openBot } from './domains/open/bot.ts'
import { openChat } from './domains/open/chat.ts'
import { openCompatible } from './domains/open/compatible.ts'
import { openConversation } from './domains/open/conversation.ts'
import { openFile } from './domains/open/file.ts'
import { openUsage } from './domains/open/usage.ts'
import { webhook } from './domains/open/webhook.ts'
import { passport } from './domains/passport.ts'
import { pluginAuth } from './domains/plugin/auth.ts'
import { cards } from './domains/plugin/card.ts'
import { agentTask, library } from './domains/plugin/library.ts'
import { plugin } from './domains/plugin/life.ts'
import { pluginList } from './domains/plugin/list.ts'
import { pluginTool } from './domains/plugin/tool.ts'
import { oceanDeploy } from './domains/project/deploy.ts'
import { intelligences, projectTask } from './domains/project/intelligence.ts'
import { oceanProject, project, projectPublish } from './domains/project/project.ts'
import { profile } from './domains/profile.ts'
import { promptLibrary } from './domains/prompt.ts'
import { share } from './domains/share.ts'
import { search } from './domains/search.ts'
import { space } from './domains/space.ts'
import { takeout } from './domains/takeout.ts'
import { task } from './domains/task.ts'
import { token } from './domains/token.ts'
import { trace } from './domains/trace.ts'
import { upload } from './domains/upload.ts'
import { variables } from './domains/variable.ts'
import { workflowAssist } from './domains/workflow/assist.ts'
import { workflowEditor } from './domains/workflow/editor.ts'
import { workflowFeature } from './domains/workflow/feature.ts'
import { workflowJob } from './domains/workflow/jobs.ts'
import { workflowLegacy } from './domains/workflow/legacy.ts'
import { workflow } from './domains/workflow/life.ts'
import { workflowOpen } from './domains/workflow/open.ts'
import { workflowRun } from './domains/workflow/run.ts'
import { workflowStudio } from './domains/workflow/studio.ts'
import { workflowTrigger } from './domains/workflow/trigger.ts'
import { workflowUpkeep } from './domains/workflow/upkeep.ts'
import { workflowVersion } from './domains/workflow/versions.ts'

/** Every domain of the product. A new one is added here and in apps/server/src/app.ts. */
export const contract = {
  agentTask,
  apiApp,
  bot,
  botComparison,
  bundle,
  cards,
  collaborator,
  conversation,
  database,
  developer,
  favorite,
  filebox,
  folder,
  instance,
  instanceModel,
  intelligenceModel,
  modelCapacity,
  intelligences,
  knowledge,
  knowledgeLegacy,
  knowledgeOpen,
  library,
  market,
  marketAdmin,
  marketMedia,
  marketRating,
  marketReview,
  marketSeller,
  mcp,
  mcpServe,
  memory,
  mockSet,
  model,
  oauth,
  oceanDeploy,
  oceanProject,
  openApp,
  openBot,
  openChat,
  openCompatible,
  openConversation,
  openFile,
  openUsage,
  passport,
  playground,
  plugin,
  pluginAuth,
  pluginList,
  pluginTool,
  profile,
  project,
  projectPublish,
  projectTask,
  promptLibrary,
  share,
  report,
  search,
  space,
  spaceModel,
  table,
  takeout,
  task,
  testCase,
  token,
  trace,
  upload,
  variables,
  webhook,
  workflow,
  workflowAssist,
  workflowEditor,
  workflowFeature,
  workflowJob,
  workflowLegacy,
  workflowOpen,
  workflowRun,
  workflowStudio,
  workflowTrigger,
  workflowUpkeep,
  workflowVersion,
}
export type Contract = typeof contract

export * from './kit.ts'
export {
  AgentType,
  BOT_LIMITS,
  BotMode,
  BotStatus,
  Branch,
  ConnectorId,
  FieldType,
  FlowMode,
  HistoryType,
  OnOff,
  TableMode,
  TabStatus,
} from './shared/bot-enums.ts'
export type { ComparisonInput } from './domains/bot/comparison.ts'
export { agentSchema } from './shared/bot-agents.ts'
export * from './shared/bot-info.ts'
export { shortcutSchema } from './shared/bot-shortcut.ts'
export * from './shared/fields.ts'
export * from './shared/model-support.ts'
export * from './shared/policy.ts'
export { type EditorTab, editorTabs } from './domains/bot/editor.ts'
export type { AgentInfo, WorkInfo } from './domains/bot/shapes.ts'
export type { ChatMessage, ChatStreamMessage } from './domains/conversation.ts'
export type { ManagedModel, ManagedProvider } from './domains/model/manage.ts'
export type { ListedModel } from './domains/model/type-list.ts'
export type { WorkflowEditors } from './domains/workflow/editor.ts'
export type { LegacyNode } from './domains/workflow/legacy.ts'
export type { WorkflowJobInfo } from './domains/workflow/jobs.ts'
export type { OpenRunHistory } from './domains/workflow/open.ts'
export type { WorkflowSpan } from './domains/workflow/studio.ts'
export type { PublishedTrigger, TriggerInfo } from './domains/workflow/trigger.ts'
export type { NodeResult, RunProcess } from './domains/workflow/run.ts'
export type {
  ValidateErrorData,
  Workflow,
  WorkflowDetail,
  WorkflowDiff,
  WorkflowNode,
  WorkflowVersion,
} from './domains/workflow/shapes.ts'
export { webhookEvents } from './domains/open/webhook.ts'
export type { OpenBotInfo, OpenDraft } from './domains/open/bot.ts'
export { type OauthAppMeta, OauthClientType } from './domains/oauth.ts'
export type { User } from './domains/passport.ts'
export type { Prompt } from './domains/prompt.ts'
export type { ImportReport } from './domains/bundle.ts'
export { type SearchFound, type SearchKind, searchKinds } from './domains/search.ts'
export type { ShareLink, ShareLook } from './domains/share.ts'
export type { Trace, TraceSpan } from './domains/trace.ts'
export type { Member, Space } from './domains/space.ts'
export { CollaborationResource, CollaborationRole } from './domains/collaborator.ts'
export {
  TASK_LIMITS,
  TaskAction,
  type TaskActionInput,
  TaskKind,
  TaskRunStatus,
  TaskStatus,
  TaskTrigger,
} from './domains/task.ts'
export {
  type Criterion,
  DATABASE_LIMITS,
  type DatabaseInfo,
  type FieldInput,
  FilterOperation,
  SortDirection,
  systemColumns,
  TableType,
} from './domains/database/shapes.ts'
export { MEMORY_LIMITS, MemoryType } from './domains/memory.ts'
export { VARIABLE_LIMITS, VariableChannel, type VariableInput, VariableKind, VariableType } from './domains/variable.ts'
export { FileBiz } from './domains/upload.ts'
export {
  CaptionType,
  ChunkType,
  ColumnType,
  DocumentSource,
  DocumentStatus,
  FormatType,
  KNOWLEDGE_LIMITS,
  KnowledgeStatus,
  ReviewStatus,
  SliceStatus,
  TableDataType,
  updateDays,
  UpdateType,
  WebStatus,
} from './domains/knowledge/enums.ts'
export type {
  ChunkStrategy,
  Dataset as KnowledgeInfo,
  DocumentBase,
  DocumentInfo,
  SourceInfo,
  TableColumn,
} from './domains/knowledge/shapes.ts'
export * from './shared/plugin-enums.ts'
export * from './shared/market.ts'
export type { ProductInfo, ProductMeta } from './domains/market/shapes.ts'
export * from './shared/project-enums.ts'
export type {
  FolderBasicInfo,
  FolderInfo,
  IntelligenceBasicInfo,
  IntelligenceData,
  PublishRecord,
} from './domains/project/shapes.ts'
export type {
  ApiExtend,
  ApiInfo,
  ApiParameter,
  ApiParameterInput,
  CommonParams,
  PlaygroundPlugin,
  PluginApi,
  PluginCreator,
  PluginParameter,
} from './domains/plugin/shapes.ts'
export { type ApiStruct, CardCategory, type CardInfo, CardStatus } from './domains/plugin/card.ts'
export type { LibraryResource } from './domains/plugin/library.ts'
export type { ImportedTool } from './domains/plugin/life.ts'
export type { PricingRule } from './domains/plugin/tool.ts'
export { type McpAccessPoint, type McpConfig, type McpServer, McpStatus, type McpTransport } from './domains/mcp/mcp.ts'
export { type BizCtx, ComponentType, GenStatus, type MockSubject, TrafficScene } from './domains/mock/mock.ts'
export { FILEBOX_LIMITS, FileKind, type FileMeta, PageKind } from './domains/filebox/shapes.ts'
