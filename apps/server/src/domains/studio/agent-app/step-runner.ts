import { FieldType, FlowMode, type PlanEntity, type PlanField, TableMode } from '@orrery/contract'
import type { AppStep } from '@orrery/engine/app-plan'
import type { AppError } from '#kit/errors.ts'
import type { WorkflowService } from '#domains/flow/workflow/workflow.service.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import type { ResourceRow } from '#domains/ground/resource/resource.table.ts'
import type { BindingService } from '#domains/resources/database/binding.service.ts'
import type { DatabaseService } from '#domains/resources/database/database.service.ts'
import type { BotService } from '#domains/studio/bot/bot.service.ts'
import { agentAppErrors } from './agent-app.errors.ts'
import type { AgentAppRepo } from './agent-app.repo.ts'
import type { StepRow, WorkRow } from './agent-app.table.ts'
import type { Asking } from './ask-json.ts'
import { chatCanvas, flowCanvas } from './flow-canvas.ts'
import { editScope, editsOf, type InterfaceSteps } from './interface-step.ts'
import type { PageDrawer } from './page-drawer.service.ts'

export interface StepRunnerDeps {
  repo: AgentAppRepo
  resources: Pick<ResourceService, 'get'>
  databases: Pick<DatabaseService, 'create' | 'get' | 'update'>
  bindings: Pick<BindingService, 'bind'>
  workflows: Pick<WorkflowService, 'create'>
  bots: Pick<BotService, 'create' | 'editConfig'>
  inside(projectId: string): Promise<ResourceRow[]>
  /** Moves a resource of any kind to the bin. */
  discard(row: ResourceRow, userId: string): Promise<unknown>
  defaultModel(spaceId: string): Promise<string>
  icon(kind: 'bot', name: string): Promise<string>
  now(): number
  screens: InterfaceSteps
  draw: PageDrawer
}
export type BuildingWork = WorkRow & { projectId: string }

const columnTypes: Readonly<Record<PlanField['type'], (typeof FieldType)[keyof typeof FieldType]>> = {
  text: FieldType.text,
  longText: FieldType.text,
  choice: FieldType.text,
  integer: FieldType.number,
  number: FieldType.float,
  boolean: FieldType.boolean,
  date: FieldType.date,
}
const columnOf = ({ name, title, type, required, options }: PlanField) => ({
  name,
  desc: (options.length ? `${title}: ${options.join(', ')}` : title).slice(0, 300),
  type: columnTypes[type],
  must_required: required,
  id: 0,
  alterId: 0,
})
const tableOf = (entity: PlanEntity) => ({
  name: entity.name,
  description: entity.title,
  iconUri: '',
  fields: entity.fields.map(columnOf),
  mode: entity.rows === 'all' ? TableMode.multiUser : TableMode.singleUser,
  promptDisabled: false,
})

/** Executes one step of building. Steps are idempotent: the id of what a step creates is chosen beforehand. */
export function createStepRunner(deps: StepRunnerDeps) {
  const { repo, resources, screens } = deps
  /** Creates the resource with this id, unless an earlier attempt did. */
  async function createOnce(
    id: string,
    name: string,
    create: () => Promise<{ refusal?: AppError } | object>,
  ): Promise<void> {
    if (await resources.get(id)) return
    try {
      const made = await create()
      if ('refusal' in made && made.refusal) throw made.refusal
    } catch (cause) {
      if (await resources.get(id)) return
      // The id is taken by a resource in the bin, which is invisible here.
      if (isDuplicateKey(cause)) throw agentAppErrors.partGone({ name })
      throw cause
    }
  }
  const partsOf = async (projectId: string, kind: string) =>
    (await deps.inside(projectId)).filter((row) => row.kind === kind)
  const tableIn = async (projectId: string, name: string): Promise<string> => {
    const found = (await partsOf(projectId, 'database')).find((row) => row.name === name)
    if (!found) throw agentAppErrors.partGone({ name })
    return found.id
  }

  async function makeChat(work: BuildingWork, row: StepRow, step: Extract<AppStep, { kind: 'chat' }>) {
    const tables = await partsOf(work.projectId, 'database')
    const known = await Promise.all(
      step.entities.flatMap(({ name, title }) => {
        const found = tables.find((table) => table.name === name)
        return found
          ? [deps.databases.get(found.id).then(({ table }) => ({ id: found.id, title, fields: table.fields }))]
          : []
      }),
    )
    const model = await deps.defaultModel(work.spaceId)
    const schema = chatCanvas(step.persona, known, work.language, model)
    await deps.workflows.create({
      id: row.madeId,
      spaceId: work.spaceId,
      ownerId: work.userId,
      projectId: work.projectId,
      name: 'assistant',
      description: step.greeting,
      flowMode: FlowMode.chatFlow,
      schema,
    })
    return {}
  }
  async function makeBot(work: BuildingWork, row: StepRow, step: Extract<AppStep, { kind: 'bot' }>) {
    const known = await repo.app(work.projectId)
    const botId = known?.botId ?? row.madeId
    const name = step.name.slice(0, 20)
    if (!known?.botId) {
      const iconUri = await deps.icon('bot', name)
      const { spaceId, userId } = work
      await createOnce(botId, name, () =>
        deps.bots.create({ id: botId, spaceId, userId, name, description: '', iconUri }),
      )
      await repo.saveApp({
        projectId: work.projectId,
        botId,
        createdBy: work.userId,
        createdAt: deps.now(),
      })
    }
    await deps.bots.editConfig(botId, work.userId, (config) => ({
      ...config,
      prompt_info: { ...config.prompt_info, prompt: step.persona },
      onboarding_info: { ...config.onboarding_info, prologue: step.greeting },
    }))
    for (const entity of step.entities)
      await deps.bindings.bind(botId, await tableIn(work.projectId, entity), work.userId)
  }
  async function addColumn(work: BuildingWork, { table, field }: Extract<AppStep, { kind: 'field' }>) {
    const id = await tableIn(work.projectId, table)
    const { fields } = (await deps.databases.get(id)).table
    if (fields.some(({ name }) => name === field.name)) return
    const kept = fields.map(({ required, ...one }) => ({ ...one, must_required: required, alterId: one.id }))
    await deps.databases.update(id, work.userId, { fields: [...kept, columnOf(field)] })
  }

  return {
    async run(work: BuildingWork, row: StepRow, name: string, asking: Asking): Promise<void> {
      const step = row.spec
      const { spaceId, userId, projectId } = work
      switch (step.kind) {
        case 'table':
          return createOnce(row.madeId, step.entity.name, () =>
            deps.databases.create({ id: row.madeId, spaceId, userId, projectId, ...tableOf(step.entity) }),
          )
        case 'flow':
          return createOnce(row.madeId, step.flow.name, async () =>
            deps.workflows.create({
              id: row.madeId,
              spaceId,
              ownerId: userId,
              projectId,
              name: step.flow.name,
              description: step.flow.title,
              schema: flowCanvas(step.flow, await deps.defaultModel(spaceId)),
            }),
          )
        case 'chat':
          return createOnce(row.madeId, 'assistant', () => makeChat(work, row, step))
        case 'bot':
          return makeBot(work, row, step)
        case 'draw':
          return screens.apply(work, row, name, (document, facts) =>
            deps.draw(
              spaceId,
              step,
              document,
              facts,
              (edits) => screens.refusalOf(projectId, document, edits, facts, editScope(step, document)),
              asking,
            ),
          )
        case 'field':
          await addColumn(work, step)
      }
      await screens.apply(work, row, name, (document, facts) => editsOf(step, document, facts, work.language))
    },
    /** Restores the state before the step. What the step created goes to the bin. */
    async undo(work: BuildingWork, row: StepRow, userId: string): Promise<void> {
      await screens.revert(work, row, userId)
      const step = row.spec
      if (step.kind === 'table' || step.kind === 'flow' || step.kind === 'chat') {
        const made = await resources.get(row.madeId)
        if (made) await deps.discard(made, userId)
      }
      if (step.kind !== 'field') return
      const id = await tableIn(work.projectId, step.table)
      const { fields } = (await deps.databases.get(id)).table
      const kept = fields
        .filter(({ name }) => name !== step.field.name)
        .map(({ required, ...one }) => ({ ...one, must_required: required, alterId: one.id }))
      if (kept.length < fields.length)
        await deps.databases.update(id, userId, { fields: kept }).catch(() => {
          throw agentAppErrors.undoInUse({ name: step.field.title })
        })
    },
  }
}
export type StepRunner = ReturnType<typeof createStepRunner>

function isDuplicateKey(cause: unknown): boolean {
  for (let at = cause; typeof at === 'object' && at !== null; at = (at as { cause?: unknown }).cause)
    if ((at as { code?: unknown }).code === '23505') return true
  return false
}
