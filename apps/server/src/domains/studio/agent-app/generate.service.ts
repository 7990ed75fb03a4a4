import {
  type AppPlan,
  GenerateScene,
  GivenFieldType,
  type GivenTable,
  type PlanEntity,
  type PlanField,
} from '@orrery/contract'
import { drawPage, languageOf, pageStep, type PlanLanguage } from '@orrery/engine/app-plan'
import { applyEdits, emptyDocument, onlyPages } from '@orrery/engine/interface'
import { agentAppErrors } from './agent-app.errors.ts'
import { flowCanvas } from './flow-canvas.ts'
import type { PlanWriter } from './plan-writer.service.ts'

export interface GenerateDeps {
  writer: Pick<PlanWriter, 'plan'>
  defaultModel(spaceId: string): Promise<string>
}
export interface GenerationRequest {
  spaceId: string
  scene: number
  requirement: string
  /** Earlier messages, oldest first. */
  said: string[]
  language: PlanLanguage | ''
  page: string
  tables: string
  workflows: string
  signal: AbortSignal
}
const columnTypes: Readonly<Record<PlanField['type'], GivenTable['field_list'][number]['type']>> = {
  text: GivenFieldType.text,
  longText: GivenFieldType.fullText,
  choice: GivenFieldType.text,
  integer: GivenFieldType.number,
  number: GivenFieldType.float,
  boolean: GivenFieldType.boolean,
  date: GivenFieldType.date,
}
const tableOf = ({ name, title, rows, fields }: PlanEntity): GivenTable => ({
  name,
  desc: title,
  rw_mode: rows === 'all' ? 3 : 1,
  field_list: fields.map((field) => ({
    name: field.name,
    desc: field.title,
    type: columnTypes[field.type],
    must_required: field.required,
  })),
})
function idsByName(text: string, field: 'tables' | 'workflows'): Map<string, string> {
  if (!text.trim()) return new Map()
  try {
    const value: unknown = JSON.parse(text)
    const entries = Object.entries(value as object)
    if (!Array.isArray(value) && entries.every(([, id]) => typeof id === 'string'))
      return new Map(entries as [string, string][])
  } catch {
    // The error below reports it.
  }
  throw agentAppErrors.badList({ field })
}

/** Parts of an app from a description. Each is derived from the plan from which a whole app would be built. */
export function createGenerator({ writer, defaultModel }: GenerateDeps) {
  function pageOf(plan: AppPlan, wanted: GenerationRequest): string {
    const page = wanted.page ? plan.pages.find(({ name }) => name === wanted.page) : plan.pages[0]
    if (!page) throw agentAppErrors.nothingPlanned()
    const { entity, flow } = pageStep(page, plan)
    const tables = idsByName(wanted.tables, 'tables')
    const flows = idsByName(wanted.workflows, 'workflows')
    const empty = { ...emptyDocument(plan.title), pages: {}, entry: '' }
    const chat = flows.get('assistant') ?? ''
    const drawn = applyEdits(
      empty,
      drawPage(empty, page, { language: plan.language, tables, flows, chat, entity, flow }),
    )
    return JSON.stringify(onlyPages(drawn, [page.name]))
  }
  return async function generate(wanted: GenerationRequest): Promise<string> {
    const message = [...wanted.said, wanted.requirement]
      .filter((text) => text.trim())
      .join('\n')
      .slice(-4000)
    if (!message) throw agentAppErrors.nothingPlanned()
    const language = wanted.language || languageOf(message)
    const asking = { signal: wanted.signal, spend: async () => {} }
    const plan = await writer.plan({ spaceId: wanted.spaceId, message, language, answers: {}, plan: null }, asking)
    const [flow] = plan.flows
    switch (wanted.scene) {
      case GenerateScene.workflow:
        if (!flow) throw agentAppErrors.nothingPlanned()
        return flowCanvas(flow, await defaultModel(wanted.spaceId))
      case GenerateScene.page:
        return pageOf(plan, wanted)
      case GenerateScene.systemPrompt:
        return plan.bot.persona
      case GenerateScene.database:
        if (!plan.entities.length) throw agentAppErrors.nothingPlanned()
        return JSON.stringify(plan.entities.map(tableOf))
      default:
        return JSON.stringify(plan)
    }
  }
}
export type Generator = ReturnType<typeof createGenerator>
