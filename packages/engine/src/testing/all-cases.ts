import { batches } from './cases/batches.ts'
import { conditions } from './cases/conditions.ts'
import { conversion } from './cases/conversion.ts'
import { dataNodes } from './cases/data-nodes.ts'
import { errorSettings } from './cases/errors.ts'
import { flow } from './cases/flow.ts'
import { httpNodes } from './cases/http-nodes.ts'
import { intentNodes } from './cases/intents.ts'
import { loopRefusals } from './cases/loop-refusals.ts'
import { loops } from './cases/loops.ts'
import { modelTools } from './cases/model-tools.ts'
import { pageTools } from './cases/page-tools.ts'
import { models } from './cases/models.ts'
import { nestedQuestions } from './cases/nested-questions.ts'
import { jsonNodes } from './cases/json-nodes.ts'
import { plainNodes } from './cases/plain-nodes.ts'
import { questions } from './cases/questions.ts'
import { refusals } from './cases/refusals.ts'
import { serviceNodes } from './cases/service-nodes.ts'
import { startEnd } from './cases/start-end.ts'
import { streaming } from './cases/streaming.ts'
import { subWorkflows } from './cases/sub-workflows.ts'
import { templates } from './cases/templates.ts'
import type { Case } from './harness.ts'

/** Cases for every rule of the canvas format and every node type, by area. */
export const allCases: Record<string, Case[]> = {
  'start and end': startEnd,
  conversion,
  templates,
  conditions,
  flow,
  'error settings': errorSettings,
  loops,
  'limits of loops': loopRefusals,
  batches,
  'sub-workflows': subWorkflows,
  models,
  'tools of models': modelTools,
  'tools of pages': pageTools,
  intents: intentNodes,
  'JSON nodes': jsonNodes,
  'plain nodes': plainNodes,
  'HTTP nodes': httpNodes,
  'data nodes': dataNodes,
  'service nodes': serviceNodes,
  questions,
  'questions inside': nestedQuestions,
  streaming,
  refusals,
}
