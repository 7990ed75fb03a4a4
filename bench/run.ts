import { benchApps } from './apps.ts'
import { benchArenaKill } from './arena-kill.ts'
import { benchArena } from './arena.ts'
import { benchBuilderKill } from './builder-kill.ts'
import { benchCanvas } from './canvas.ts'
import { benchCards } from './cards.ts'
import { benchChannelKill } from './channel-kill.ts'
import { benchChannels } from './channels.ts'
import { benchChat } from './chat.ts'
import { benchData } from './data.ts'
import { benchDatasetKill } from './dataset-kill.ts'
import { benchDataset } from './dataset.ts'
import { benchDurability } from './durability.ts'
import { benchEnterpriseKill } from './enterprise-kill.ts'
import { benchEnterprise } from './enterprise.ts'
import { benchGrid } from './grid.ts'
import { benchGround } from './ground.ts'
import { benchInterfaceLive } from './interface-live.ts'
import { benchInterface } from './interface.ts'
import { benchEvaluation } from './evaluation.ts'
import { benchEvaluationKill } from './evaluation-kill.ts'
import { benchKnowledgeKill } from './knowledge-kill.ts'
import { benchKnowledge } from './knowledge.ts'
import { benchLibrary } from './library.ts'
import { benchLiteKill } from './lite-kill.ts'
import { benchLite } from './lite.ts'
import { benchMemory } from './memory.ts'
import { benchOpenChat } from './open-chat.ts'
import { benchPages } from './pages.ts'
import { benchPlugin } from './plugin.ts'
import { benchDevops } from './devops.ts'
import { benchDevopsKill } from './devops-kill.ts'
import { benchDevopsServing } from './devops-serving.ts'
import { benchPromptColumns } from './prompt-columns.ts'
import { benchPromptKill } from './prompt-kill.ts'
import { benchPrompts } from './prompts.ts'
import { benchRetrieval } from './retrieval.ts'
import { benchSpeech } from './speech.ts'
import { benchWebrtc } from './webrtc.ts'
import { benchTraceKill } from './trace-kill.ts'
import { benchTrace } from './trace.ts'
import { benchWorkflowKill } from './workflow-kill.ts'
import { benchWorkflow } from './workflow.ts'

/** `npm run bench -- [name …]`: each figure we promise beside a floor measured in the same run. */
const suites: Record<string, () => Promise<void>> = {
  ground: benchGround,
  enterprise: benchEnterprise,
  'enterprise-kill': benchEnterpriseKill,
  memory: benchMemory,
  durability: benchDurability,
  chat: benchChat,
  'open-chat': benchOpenChat,
  cards: benchCards,
  interface: benchInterface,
  'interface-live': benchInterfaceLive,
  apps: benchApps,
  arena: benchArena,
  'arena-kill': benchArenaKill,
  'builder-kill': benchBuilderKill,
  channels: benchChannels,
  'channel-kill': benchChannelKill,
  canvas: benchCanvas,
  knowledge: benchKnowledge,
  evaluation: benchEvaluation,
  'evaluation-kill': benchEvaluationKill,
  'knowledge-kill': benchKnowledgeKill,
  retrieval: benchRetrieval,
  data: benchData,
  dataset: benchDataset,
  'dataset-kill': benchDatasetKill,
  grid: benchGrid,
  library: benchLibrary,
  lite: benchLite,
  'lite-kill': benchLiteKill,
  pages: benchPages,
  plugin: benchPlugin,
  devops: benchDevops,
  'devops-kill': benchDevopsKill,
  'devops-serving': benchDevopsServing,
  prompts: benchPrompts,
  'prompt-columns': benchPromptColumns,
  'prompt-kill': benchPromptKill,
  speech: benchSpeech,
  webrtc: benchWebrtc,
  trace: benchTrace,
  'trace-kill': benchTraceKill,
  workflow: benchWorkflow,
  'workflow-kill': benchWorkflowKill,
}
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1))
const wanted = process.argv.slice(2)
for (const name of wanted)
  if (!suites[name]) throw new Error(`Unknown suite ${name}. Known: ${Object.keys(suites).join(', ')}`)
for (const [name, run] of Object.entries(suites)) {
  if (wanted.length && !wanted.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  await run()
}
process.exit(0)
