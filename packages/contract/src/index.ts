import { auditStreams } from '#domains/enterprise/enterprise/audit-stream.ts'
import { enterprise } from '#domains/enterprise/enterprise/enterprise.ts'
import { provisioning } from '#domains/enterprise/scim/provisioning.ts'
import { ssoConnections } from '#domains/enterprise/sso/sso-connection.ts'
import { ssoDomain } from '#domains/enterprise/sso/sso-domain.ts'
import { ssoSignIn } from '#domains/enterprise/sso/sso-sign-in.ts'
import { enterpriseGroups } from '#domains/enterprise/enterprise/groups.ts'
import { enterpriseJoin } from '#domains/enterprise/enterprise/join.ts'
import { enterpriseAudit } from '#domains/enterprise/enterprise/record.ts'
import { enterprisePeople } from '#domains/enterprise/enterprise/people.ts'
import { enterpriseSecurity } from '#domains/enterprise/enterprise/enterprise-security.ts'
import { enterpriseSettings } from '#domains/enterprise/enterprise/settings.ts'
import { enterpriseSpaces } from '#domains/enterprise/enterprise/spaces.ts'
import { appAuthorization } from '#domains/enterprise/program/authorization.ts'
import { appInstallation } from '#domains/enterprise/program/installation.ts'
import { miniSession } from '#domains/enterprise/program/mini-session.ts'
import { serviceIdentity } from '#domains/enterprise/program/service-identity.ts'
import { bin } from '#domains/library/bin.ts'
import { bot } from '#domains/studio/bot/bot.ts'
import { botComparison } from '#domains/studio/comparison.ts'
import { botVersion } from '#domains/studio/bot-version/bot-version.ts'
import { bundle } from '#domains/library/bundle.ts'
import { channel } from '#domains/reach/channel.ts'
import { collaborator } from '#domains/ground/collaborator.ts'
import { contentRule } from '#domains/ground/content-rule.ts'
import { connector } from '#domains/reach/connector/connector.ts'
import { connectorReview } from '#domains/reach/connector/review.ts'
import { connectorSetup } from '#domains/reach/connector/setup.ts'
import { miniProgram } from '#domains/reach/connector/mini-program.ts'
import { preview } from '#domains/reach/connector/preview.ts'
import { conversation } from '#domains/chat/conversation.ts'
import { database } from '#domains/resources/database/database.ts'
import { table } from '#domains/resources/database/table.ts'
import { appVisit } from '#domains/reach/app-visit.ts'
import { apiApp } from '#domains/reach/developer/api-app.ts'
import { developer } from '#domains/reach/developer/developer.ts'
import { playground } from '#domains/reach/developer/playground.ts'
import { favorite } from '#domains/library/favorite.ts'
import { filebox } from '#domains/resources/filebox/filebox.ts'
import { folder } from '#domains/library/folder.ts'
import { instance } from '#domains/ground/instance.ts'
import { instanceTools } from '#domains/resources/instance-tools.ts'
import { instanceModel, spaceModel } from '#domains/chat/model/manage.ts'
import { arenaAdmin } from '#domains/market/arena/arena-admin.ts'
import { arenaBank } from '#domains/market/arena/arena-bank.ts'
import { arenaBoard } from '#domains/market/arena/arena-board.ts'
import { arena } from '#domains/market/arena/arena.ts'
import { marketAdmin } from '#domains/market/market/admin.ts'
import { market } from '#domains/market/market/market.ts'
import { marketMedia } from '#domains/market/market/media.ts'
import { report } from '#domains/market/market/report.ts'
import { marketRating, marketReview } from '#domains/market/market/review.ts'
import { marketShowcase, marketShowcaseAdmin } from '#domains/market/market/showcase.ts'
import { marketSeller } from '#domains/market/market/seller.ts'
import { modelCapacity } from '#domains/chat/model/capacity.ts'
import { modelUsage } from '#domains/chat/model/usage.ts'
import { intelligenceModel } from '#domains/chat/model/intelligence.ts'
import { modelTuning } from '#domains/chat/tuning.ts'
import { memory } from '#domains/resources/memory.ts'
import { model } from '#domains/chat/model/model.ts'
import { knowledge } from '#domains/resources/knowledge/knowledge.ts'
import { knowledgeLegacy } from '#domains/resources/knowledge/legacy.ts'
import { knowledgeOpen } from '#domains/resources/knowledge/open.ts'
import { notice } from '#domains/ground/notice.ts'
import { oauth } from '#domains/ground/oauth.ts'
import { annotationQueue } from '#domains/loop/annotation/annotation.ts'
import { datasetAiTask } from '#domains/loop/dataset/ai-tasks.ts'
import { datasetColumn } from '#domains/loop/dataset/columns.ts'
import { dataset } from '#domains/loop/dataset/dataset.ts'
import { datasetCrowd } from '#domains/loop/dataset/crowd.ts'
import { datasetDedup } from '#domains/loop/dataset/dedup.ts'
import { datasetInfer } from '#domains/loop/dataset/infer.ts'
import { datasetInsight } from '#domains/loop/dataset/insight.ts'
import { datasetIo } from '#domains/loop/dataset/io.ts'
import { datasetItem } from '#domains/loop/dataset/items.ts'
import { datasetModel } from '#domains/loop/dataset/models.ts'
import { datasetOpen } from '#domains/loop/dataset/open.ts'
import { datasetQuality } from '#domains/loop/dataset/quality.ts'
import { datasetStorage } from '#domains/loop/dataset/storage.ts'
import { datasetVersion } from '#domains/loop/dataset/versions.ts'
import { checkupTab } from '#domains/loop/checkup/checkup-tab.ts'
import { checkupTask } from '#domains/loop/checkup/checkup-tasks.ts'
import { liteBatch } from '#domains/loop/checkup/lite-batches.ts'
import { liteDataset } from '#domains/loop/checkup/lite-datasets.ts'
import { evaluator } from '#domains/loop/evaluation/evaluators.ts'
import { experiment } from '#domains/loop/evaluation/experiments.ts'
import { evaluationFirstSet } from '#domains/loop/evaluation/first-sets.ts'
import { evaluationGate } from '#domains/loop/evaluation/gates.ts'
import { pairwise } from '#domains/loop/evaluation/pairwise.ts'
import { evaluationPlan } from '#domains/loop/evaluation/plans.ts'
import { evaluationOpen } from '#domains/loop/evaluation/open.ts'
import { experimentResult } from '#domains/loop/evaluation/results.ts'
import { evaluationSet } from '#domains/loop/evaluation/sets.ts'
import { evalTarget } from '#domains/loop/evaluation/targets.ts'
import { evaluationLabel } from '#domains/loop/evaluation/v1-annotation.ts'
import { evaluationCase } from '#domains/loop/evaluation/v1-cases.ts'
import { evaluationGeneration } from '#domains/loop/evaluation/v1-generation.ts'
import { evaluationPull } from '#domains/loop/evaluation/v1-open.ts'
import { evaluationReport } from '#domains/loop/evaluation/v1-reports.ts'
import { evaluationTable } from '#domains/loop/evaluation/v1-tables.ts'
import { evaluationRule } from '#domains/loop/evaluation/v1-rules.ts'
import { evaluationTask } from '#domains/loop/evaluation/v1-tasks.ts'
import { evaluationType } from '#domains/loop/evaluation/v1-types.ts'
import { promptAssist } from '#domains/loop/prompt/assist.ts'
import { promptBatch } from '#domains/loop/prompt/batch.ts'
import { promptLark } from '#domains/loop/prompt/lark.ts'
import { promptMembers } from '#domains/loop/prompt/prompt-members.ts'
import { promptOptimise } from '#domains/loop/prompt/optimise.ts'
import { promptGate } from '#domains/loop/prompt/release-gate.ts'
import { promptReleaseTask } from '#domains/loop/prompt/release-task.ts'
import { promptRun } from '#domains/loop/prompt/run.ts'
import { promptSpace } from '#domains/loop/prompt/prompt-space.ts'
import { promptUsage } from '#domains/loop/prompt/usage.ts'
import { promptVariableSet } from '#domains/loop/prompt/variable-set.ts'
import { label } from '#domains/loop/label/label.ts'
import { observation } from '#domains/loop/trace/observation.ts'
import { traceExports } from '#domains/loop/trace/exports.ts'
import { traceTasks } from '#domains/loop/trace/automation.ts'
import { traceAlarms } from '#domains/loop/trace/alarms.ts'
import { traceCharts } from '#domains/loop/trace/charts.ts'
import { traceBotData } from '#domains/loop/trace/bot-data.ts'
import { traceDashboard } from '#domains/loop/trace/dashboard.ts'
import { traceSearch } from '#domains/loop/trace/search.ts'
import { traceFigures } from '#domains/loop/trace/figures.ts'
import { traceIngest } from '#domains/loop/trace/ingest.ts'
import { traceIntents } from '#domains/loop/trace/intents.ts'
import { traceMetrics } from '#domains/loop/trace/metrics.ts'
import { traceOffline } from '#domains/loop/trace/offline.ts'
import { traceOutbound } from '#domains/loop/trace/outbound.ts'
import { traceOfBot } from '#domains/loop/trace/bot-traces.ts'
import { traceQuestions } from '#domains/loop/trace/questions.ts'
import { traceThreads } from '#domains/loop/trace/threads.ts'
import { mcp, mcpServe } from '#domains/resources/mcp/mcp.ts'
import { mockSet, testCase } from '#domains/resources/mock/mock.ts'
import { openApp } from '#domains/reach/open/app.ts'
import { openBot } from '#domains/reach/open/bot.ts'
import { openChat } from '#domains/reach/open/chat.ts'
import { openCompatible } from '#domains/reach/open/compatible.ts'
import { openConversation } from '#domains/reach/open/conversation.ts'
import { openFile } from '#domains/reach/open/file.ts'
import { openRealtime } from '#domains/reach/realtime.ts'
import { openUsage } from '#domains/reach/open/usage.ts'
import { clonedVoice } from '#domains/reach/voice-clone.ts'
import { openVoice } from '#domains/reach/voice.ts'
import { voiceprint } from '#domains/reach/voiceprint.ts'
import { webhook } from '#domains/reach/webhook.ts'
import { factor } from '#domains/ground/factor.ts'
import { passkey } from '#domains/ground/passkey.ts'
import { passport } from '#domains/ground/passport.ts'
import { pluginAuth } from '#domains/resources/plugin/auth.ts'
import { cardAi } from '#domains/resources/card-ai.ts'
import { cardBuilder } from '#domains/resources/card-builder.ts'
import { cardPicture } from '#domains/resources/card-picture.ts'
import { cardTools } from '#domains/resources/card-tools.ts'
import { cards } from '#domains/resources/card.ts'
import { library } from '#domains/library/library.ts'
import { plugin } from '#domains/resources/plugin/life.ts'
import { pluginList } from '#domains/resources/plugin/list.ts'
import { pluginTool } from '#domains/resources/plugin/tool.ts'
import { oceanDeploy } from '#domains/studio/project/deploy.ts'
import { intelligences, projectTask } from '#domains/studio/project/intelligence.ts'
import { oceanProject, project, projectPublish } from '#domains/studio/project/project.ts'
import { builderSandbox } from '#domains/studio/builder-sandbox.ts'
import { componentPackage } from '#domains/studio/component-package.ts'
import { agentApp } from '#domains/studio/agent-app/app.ts'
import { agentBuild } from '#domains/studio/agent-app/build.ts'
import { agentAppFile } from '#domains/resources/filebox/app-file.ts'
import { agentAppPackage } from '#domains/studio/agent-app/package.ts'
import { agentAppPlugin } from '#domains/studio/agent-app/plugin.ts'
import { desk } from '#domains/studio/desk/desk.ts'
import { deskPaper } from '#domains/studio/desk/paper.ts'
import { deskWriter } from '#domains/studio/desk/writer.ts'
import { agentWork } from '#domains/studio/agent-app/work.ts'
import { projectInterface } from '#domains/studio/interface.ts'
import { interfacePicture } from '#domains/studio/interface-picture.ts'
import { interfacePreview } from '#domains/studio/interface-preview.ts'
import { profile } from '#domains/ground/profile.ts'
import { promptManage } from '#domains/resources/prompt-manage.ts'
import { promptRelease } from '#domains/resources/prompt-release.ts'
import { promptSegment } from '#domains/resources/prompt-segment.ts'
import { promptServe } from '#domains/resources/prompt-serve.ts'
import { promptShelf } from '#domains/resources/prompt-shelf.ts'
import { promptLibrary } from '#domains/resources/prompt.ts'
import { share } from '#domains/reach/share.ts'
import { reference } from '#domains/library/reference.ts'
import { search } from '#domains/library/search.ts'
import { space } from '#domains/ground/space.ts'
import { takeout } from '#domains/ground/takeout.ts'
import { agentTask } from '#domains/studio/agent-task.ts'
import { task } from '#domains/studio/task.ts'
import { token } from '#domains/ground/token.ts'
import { trace } from '#domains/chat/trace.ts'
import { upload } from '#domains/ground/upload.ts'
import { location } from '#domains/resources/location.ts'
import { variables } from '#domains/resources/variable.ts'
import { workflowAssist } from '#domains/flow/workflow/assist.ts'
import { workflowEditor } from '#domains/flow/workflow/editor.ts'
import { workflowFeature } from '#domains/flow/workflow/feature.ts'
import { workflowForm } from '#domains/flow/workflow/form.ts'
import { workflowJob } from '#domains/flow/workflow/jobs.ts'
import { workflowLegacy } from '#domains/flow/workflow/legacy.ts'
import { workflow } from '#domains/flow/workflow/life.ts'
import { workflowOpen } from '#domains/flow/workflow/open.ts'
import { workflowRun } from '#domains/flow/workflow/run.ts'
import { workflowStudio } from '#domains/flow/workflow/studio.ts'
import { workflowTrigger } from '#domains/flow/workflow/trigger.ts'
import { workflowUpkeep } from '#domains/flow/workflow/upkeep.ts'
import { workflowVersion } from '#domains/flow/workflow/versions.ts'

/** Every domain of the product. A new one is added here and in apps/server/src/app.ts. */
export const contract = {
  appAuthorization,
  appInstallation,
  miniSession,
  serviceIdentity,
  auditStreams,
  enterprise,
  provisioning,
  ssoConnections,
  ssoDomain,
  ssoSignIn,
  enterpriseAudit,
  enterpriseGroups,
  enterpriseJoin,
  enterprisePeople,
  enterpriseSecurity,
  enterpriseSettings,
  enterpriseSpaces,
  agentApp,
  agentAppFile,
  agentAppPackage,
  agentAppPlugin,
  agentBuild,
  agentTask,
  agentWork,
  apiApp,
  appVisit,
  arena,
  arenaAdmin,
  arenaBank,
  arenaBoard,
  bin,
  bot,
  botComparison,
  botVersion,
  bundle,
  cardAi,
  cardBuilder,
  cardPicture,
  cards,
  cardTools,
  channel,
  clonedVoice,
  collaborator,
  builderSandbox,
  componentPackage,
  connector,
  connectorReview,
  connectorSetup,
  contentRule,
  conversation,
  database,
  annotationQueue,
  dataset,
  datasetAiTask,
  datasetColumn,
  datasetCrowd,
  datasetDedup,
  datasetInfer,
  datasetInsight,
  datasetIo,
  datasetItem,
  datasetModel,
  datasetOpen,
  datasetQuality,
  datasetStorage,
  datasetVersion,
  checkupTab,
  checkupTask,
  liteBatch,
  liteDataset,
  evaluationCase,
  evaluationFirstSet,
  evaluationGate,
  evaluationGeneration,
  evaluationLabel,
  evaluationOpen,
  evaluationPlan,
  evaluationPull,
  evaluationReport,
  evaluationRule,
  evaluationSet,
  evaluationTable,
  evaluationTask,
  evaluationType,
  evaluator,
  evalTarget,
  experiment,
  experimentResult,
  pairwise,
  label,
  desk,
  deskPaper,
  deskWriter,
  developer,
  favorite,
  filebox,
  folder,
  instance,
  instanceModel,
  instanceTools,
  intelligenceModel,
  modelCapacity,
  modelUsage,
  modelTuning,
  intelligences,
  interfacePicture,
  interfacePreview,
  knowledge,
  knowledgeLegacy,
  knowledgeOpen,
  library,
  location,
  market,
  marketAdmin,
  marketMedia,
  marketRating,
  marketReview,
  marketSeller,
  marketShowcase,
  marketShowcaseAdmin,
  mcp,
  mcpServe,
  memory,
  miniProgram,
  mockSet,
  model,
  notice,
  oauth,
  observation,
  oceanDeploy,
  oceanProject,
  openApp,
  openBot,
  openChat,
  openCompatible,
  openConversation,
  openFile,
  openRealtime,
  openUsage,
  openVoice,
  voiceprint,
  factor,
  passkey,
  passport,
  playground,
  plugin,
  pluginAuth,
  pluginList,
  pluginTool,
  preview,
  profile,
  project,
  projectInterface,
  projectPublish,
  projectTask,
  promptAssist,
  promptBatch,
  promptGate,
  promptLark,
  promptLibrary,
  promptManage,
  promptMembers,
  promptOptimise,
  promptRelease,
  promptReleaseTask,
  promptRun,
  promptSegment,
  promptServe,
  promptShelf,
  promptSpace,
  promptUsage,
  promptVariableSet,
  reference,
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
  traceAlarms,
  traceCharts,
  traceBotData,
  traceDashboard,
  traceExports,
  traceFigures,
  traceIngest,
  traceIntents,
  traceMetrics,
  traceOfBot,
  traceOffline,
  traceOutbound,
  traceQuestions,
  traceSearch,
  traceTasks,
  traceThreads,
  upload,
  variables,
  webhook,
  workflow,
  workflowAssist,
  workflowEditor,
  workflowFeature,
  workflowForm,
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
  CacheType,
  ConnectorId,
  FieldType,
  HistoryType,
  OnOff,
  TableMode,
  TabStatus,
} from '#shared/bot-enums.ts'
export type { BotCard } from '#shared/bot-skills.ts'
export type {
  CardAction,
  CardButton,
  CardDesign,
  CardElement,
  CardLeaf,
  CardTone,
  CardVariable,
} from '#shared/card-design.ts'
export { CARD_LIMITS, cardDesign } from '#shared/card-design.ts'
export type { AgentWorkData } from '#domains/studio/agent-app/work.ts'
export type { AgentAppInfo, AgentPublication } from '#domains/studio/agent-app/app.ts'
export { GenerateScene, GivenFieldType, type GivenTable, type GivenWorkflow } from '#domains/studio/agent-app/build.ts'
export type { PackageVersionData } from '#domains/studio/agent-app/package.ts'
export type { BuilderPageData } from '#domains/studio/builder-sandbox.ts'
export type {
  InterfaceData,
  InterfaceDsl,
  InterfaceRowsRequest,
  InterfaceSandboxData,
} from '#domains/studio/interface.ts'
export type { BrokenUse, PackageInfo } from '#domains/studio/component-package.ts'
export type { AppPlan, PlanEntity, PlanField, PlanFlow, PlanPage, PlanQuestion } from '#shared/app-plan.ts'
export * from '#shared/app-plan-rules.ts'
export * from '#shared/desk.ts'
export type {
  ImportedPackage,
  InterfaceAction,
  InterfaceDocument,
  InterfaceEdit,
  InterfaceNode,
  InterfacePage,
  InterfaceSource,
  InterfaceValue,
  OwnComponent,
} from '#shared/interface-document.ts'
export { CardBiz, type ChatCard, readCard, wordsOf } from '#shared/chat-card.ts'
export * from '#shared/connector-enums.ts'
export { BindBizType, FlowMode, ImageflowTab } from '#shared/flow-mode.ts'
export type { ComparisonInput } from '#domains/studio/comparison.ts'
export { agentSchema } from '#shared/bot-agents.ts'
export * from '#shared/bot-info.ts'
export { shortcutSchema } from '#shared/bot-shortcut.ts'
export * from '#shared/fields.ts'
export * from '#shared/is-id.ts'
export * from '#shared/model-support.ts'
export * from '#shared/tuning-enums.ts'
export * from '#shared/policy.ts'
export * from '#shared/resource-kinds.ts'
export { type EditorTab, editorTabs } from '#domains/studio/bot/editor.ts'
export type { AgentInfo, WorkInfo } from '#domains/studio/bot/shapes.ts'
export type { BotState } from '#domains/studio/bot-version/version-compare.ts'
export type { GrayRuleConfig } from '#domains/studio/bot-version/version-rules.ts'
export type { ChatMessage, ChatStreamMessage } from '#domains/chat/conversation.ts'
export { ComparisonSide } from '#shared/comparison-side.ts'
export type { ManagedModel, ManagedProvider, ReceivedProvider } from '#domains/chat/model/manage-shapes.ts'
export type { ListedModel } from '#domains/chat/model/type-list.ts'
export {
  filterShape,
  type GivenCondition,
  type GivenFilter,
  givenField,
  type GivenOrder,
  orderShape,
  type ShownItem,
} from '#domains/loop/dataset/shapes.ts'
export type { ColumnConfig } from '#domains/loop/dataset/columns.ts'
export type { CrowdInput, CrowdOutput, CrowdQueue } from '#domains/loop/dataset/crowd.ts'
export type { AnnotationQuestion } from '#domains/loop/annotation/annotation.ts'
export type { QualityTask } from '#domains/loop/dataset/quality.ts'
export type { GivenLabelValue, ShownLabelValue } from '#domains/loop/label/label.ts'
export type { FieldFilter, ListInput, TraceView, WireSpan } from '#domains/loop/trace/observation.ts'
export type { Step, StepAttrs, Tag, TaggedSpan } from '#domains/loop/trace/bot-traces.ts'
export type {
  ShownCheckup,
  ShownFieldMeta,
  ShownModule,
  ShownOverall,
  ShownRowReport,
  ShownRuleScore,
  ShownScene,
  ValueOption,
} from '#domains/loop/checkup/checkup-shapes.ts'
export type { CheckupVerdict, ShownCheckupRow, ShownFinding, ShownReport } from '#domains/loop/checkup/checkup-tab.ts'
export type { ShownCaseConfig } from '#domains/loop/checkup/checkup-tasks.ts'
export type { ShownBatchProgress, ShownLiteBatch } from '#domains/loop/checkup/lite-batches.ts'
export type { EvaluatorContent, Scale } from '#domains/loop/evaluation/content.ts'
export type {
  ExperimentFilters,
  ExperimentPlan,
  ShownExperiment,
  ShownProgress,
} from '#domains/loop/evaluation/experiments.ts'
export type { ShownGate } from '#domains/loop/evaluation/gates.ts'
export type { ShownPairwise } from '#domains/loop/evaluation/pairwise.ts'
export type { ShownPlan } from '#domains/loop/evaluation/plans.ts'
export type { ItemResult, ScoreFigures, Verdict } from '#domains/loop/evaluation/results.ts'
export type {
  GivenFirstGroup,
  ShownFirstGroup,
  ShownFirstSet,
  ShownTagNode,
} from '#domains/loop/evaluation/first-sets.ts'
export type { GivenRowGroup, ShownRowGroup } from '#domains/loop/evaluation/open.ts'
export type { GivenSetContent, GivenSetTurn } from '#domains/loop/evaluation/sets.ts'
export type {
  Mapping,
  ShownContent,
  ShownEvaluator,
  ShownRecord,
  WireContent,
} from '#domains/loop/evaluation/shapes.ts'
export type { ShownTarget, ShownTargetRecord } from '#domains/loop/evaluation/targets.ts'
export type {
  GivenAnnotationItem,
  ShownAnnotationItem,
  ShownAnnotationTask,
} from '#domains/loop/evaluation/v1-annotation.ts'
export type { ShownCase, ShownTask } from '#domains/loop/evaluation/v1-cases.ts'
export type { PulledGroup } from '#domains/loop/evaluation/v1-open.ts'
export type { GivenEvalObject, ShownEvalObject } from '#domains/loop/evaluation/v1-objects.ts'
export type {
  ChartConfig,
  FilterNode,
  ShownAggregate,
  ShownContrastGroup,
  ShownContrastMeta,
} from '#domains/loop/evaluation/v1-reports.ts'
export type { ShownRuleGroup, ShownRuleType } from '#domains/loop/evaluation/v1-rules.ts'
export type { GivenRule, ShownColumnRule, ShownLabelTask, ShownRule } from '#domains/loop/evaluation/v1-shapes.ts'
export type {
  CustomFilter,
  GivenHumanResult,
  ShownEvalReport,
  ShownRowResult,
  ShownTaskGroup,
  ShownTaskRow,
} from '#domains/loop/evaluation/v1-tasks.ts'
export type {
  GivenEvaluatorType,
  GivenObjectType,
  ShownEvaluatorType,
  ShownObjectType,
} from '#domains/loop/evaluation/v1-types.ts'
export type {
  FieldMapping,
  GivenTask,
  SpanScore,
  TaskConfig,
  TaskRule,
  TraceTask,
} from '#domains/loop/trace/automation.ts'
export type { ExportRequest } from '#domains/loop/trace/exports.ts'
export type { BotMetric, BotPeriod, Criteria } from '#domains/loop/trace/bot-data.ts'
export type { DashboardFigures } from '#domains/loop/trace/dashboard.ts'
export type { TraceHead } from '#domains/loop/trace/search.ts'
export type { Question, QuestionFilter } from '#domains/loop/trace/questions.ts'
export type { Thread, ThreadQuery } from '#domains/loop/trace/threads.ts'
export { CHART_LIMITS, type GivenChart, type TraceChart } from '#domains/loop/trace/charts.ts'
export { ALARM_LIMITS, type AlarmMetric, type GivenAlarm, type TraceAlarm } from '#domains/loop/trace/alarms.ts'
export type { Intent } from '#domains/loop/trace/intents.ts'
export type { SentSpan } from '#domains/loop/trace/ingest.ts'
export type { WorkflowEditors } from '#domains/flow/workflow/editor.ts'
export type { LegacyNode } from '#domains/flow/workflow/legacy.ts'
export type { WorkflowJobInfo } from '#domains/flow/workflow/jobs.ts'
export type { OpenRunHistory } from '#domains/flow/workflow/open.ts'
export type { WorkflowSpan } from '#domains/flow/workflow/studio-shapes.ts'
export type { FormField } from '#domains/flow/workflow/form.ts'
export type {
  ReceivedCall,
  PublishedTrigger,
  TriggerFiring,
  TriggerInfo,
} from '#domains/flow/workflow/trigger-shapes.ts'
export type { NodeResult, RunProcess } from '#domains/flow/workflow/run.ts'
export type {
  ValidateErrorData,
  Workflow,
  WorkflowDetail,
  WorkflowDiff,
  WorkflowNode,
  WorkflowVersion,
} from '#domains/flow/workflow/shapes.ts'
export { webhookEvents } from '#domains/reach/webhook.ts'
export type { OpenBotInfo, OpenDraft } from '#domains/reach/open/bot.ts'
export type { OauthAppMeta } from '#domains/ground/oauth.ts'
export type { User } from '#domains/ground/passport.ts'
export type { Prompt } from '#domains/resources/prompt.ts'
export type {
  GivenDetail,
  PlatformPrompt,
  PromptGray,
  PromptMessage,
  PromptModel,
  PromptPerson,
  PromptReleaseInfo,
  PromptTool,
  PromptValue,
  PromptVariable,
  PromptMcpServer,
} from '#domains/resources/prompt-shapes.ts'
export { promptDetail } from '#domains/resources/prompt-shapes.ts'
export type { PromptGrayStep, PromptGuard } from '#domains/resources/prompt-release.ts'
export type { SegmentUse } from '#domains/resources/prompt-segment.ts'
export type { ServedPrompt } from '#domains/resources/prompt-serve.ts'
export type { LoopMessage, LoopReply, PromptReplyItem } from '#domains/loop/prompt/run.ts'
export type { OptimiseResult, OptimiseRun, OptimiseTask } from '#domains/loop/prompt/optimise.ts'
export type { PromptVariableSet } from '#domains/loop/prompt/variable-set.ts'
export type { PromptBatch } from '#domains/loop/prompt/batch.ts'
export type { PromptReleaseTask } from '#domains/loop/prompt/release-task.ts'
export type { ImportReport } from '#domains/library/bundle.ts'
export { type SearchFound, type SearchKind, searchKinds } from '#domains/library/search.ts'
export type { ChannelAccount, ChannelSetUp } from '#domains/reach/channel.ts'
export type {
  ChatFrame,
  ChatSettings,
  InputAudio,
  InterpretationFrame,
  InterpretationSettings,
  OutputAudio,
  VoicePrintConfig,
  SpeechFrame,
  TranslateConfig,
  TranscriptionFrame,
} from '#domains/reach/realtime/frames.ts'
export type { RoomConfig } from '#domains/reach/realtime.ts'
export { type VoiceDetail, VoiceState } from '#domains/reach/voice-clone.ts'
export type { VoiceprintFeature, VoiceprintGroup } from '#domains/reach/voiceprint.ts'
export type { ShareLink, ShareLook } from '#domains/reach/share.ts'
export type { SharedBot, SharedShortcut } from '#domains/reach/share-bot.ts'
export type { Trace, TraceSpan } from '#domains/chat/trace.ts'
export type { Member, Space } from '#domains/ground/space.ts'
export { CollaborationResource, CollaborationRole, PrincipalType } from '#domains/ground/collaborator.ts'
export {
  TaskAction,
  type TaskActionInput,
  TaskKind,
  TaskRunStatus,
  TaskStatus,
  TaskTrigger,
} from '#domains/studio/task.ts'
export {
  type Criterion,
  DATABASE_LIMITS,
  type DatabaseInfo,
  type FieldInput,
  FilterOperation,
  SortDirection,
  systemColumns,
  TableType,
} from '#domains/resources/database/shapes.ts'
export { MemoryType } from '#domains/resources/memory.ts'
export { VariableChannel, type VariableInput, VariableKind, VariableType } from '#domains/resources/variable.ts'
export { FileBiz } from '#domains/ground/upload.ts'
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
  ENGINE_AWAY,
  StorageLocation,
  UNKNOWN_LANGUAGE,
  updateDays,
  UpdateType,
  WebStatus,
} from '#domains/resources/knowledge/enums.ts'
export type {
  ChunkStrategy,
  Dataset as KnowledgeInfo,
  DocumentBase,
  DocumentInfo,
  SourceInfo,
  TableColumn,
} from '#domains/resources/knowledge/shapes.ts'
export * from '#shared/plugin-enums.ts'
export * from '#shared/market.ts'
export type { ArenaModelView } from '#domains/market/arena/arena-shapes.ts'
export * from '#shared/arena-enums.ts'
export type { ProductInfo, ProductMeta } from '#domains/market/market/shapes.ts'
export * from '#shared/project-enums.ts'
export type { FolderBasicInfo, FolderInfo } from '#domains/library/folder-shapes.ts'
export type { IntelligenceBasicInfo, IntelligenceData, PublishRecord } from '#domains/studio/project/shapes.ts'
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
} from '#domains/resources/plugin/shapes.ts'
export type { CardBasicInfo, CardTemplateInfo } from '#domains/resources/card-builder.ts'
export { CardChannel } from '#shared/card-channels.ts'
export { type ApiStruct, CardCategory, type CardInfo, CardStatus } from '#domains/resources/card.ts'
export type { SsoConnection } from '#domains/enterprise/sso/sso-connection.ts'
export type { EmailDomainState } from '#domains/enterprise/sso/sso-domain.ts'
export type { EnterpriseUser } from '#domains/enterprise/enterprise/shapes.ts'
export type { ServicePermission } from '#domains/enterprise/program/service-identity.ts'
export type { ContentRule } from '#domains/ground/content-rule.ts'
export type { BinnedResource } from '#domains/library/bin.ts'
export type { LiveUser, ResourceUser } from '#domains/library/reference.ts'
export type { LibraryResource } from '#domains/library/library.ts'
export type { ImportedTool } from '#domains/resources/plugin/life.ts'
export type { PricingRule } from '#domains/resources/plugin/tool.ts'
export {
  type McpAccessPoint,
  type McpConfig,
  type McpServer,
  McpStatus,
  type McpTransport,
} from '#domains/resources/mcp/mcp.ts'
export { type BizCtx, ComponentType, GenStatus, type MockSubject, TrafficScene } from '#domains/resources/mock/mock.ts'
export { FILEBOX_LIMITS, FileKind, type FileMeta, PageKind } from '#domains/resources/filebox/shapes.ts'
export { BIN_DAYS, MEMORY_LIMITS, TASK_LIMITS, VARIABLE_LIMITS } from '#shared/limits.ts'
export { workflowFeatureNames } from '#domains/flow/workflow/feature.ts'
