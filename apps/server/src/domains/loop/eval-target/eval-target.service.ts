import { TargetState, TargetType } from '@orrery/contract/shared/evaluation-enums'
import { and, desc, eq, ilike, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Clock } from '#kit/clock.ts'
import { type Db, likeText } from '#kit/db.ts'
import { AppError, errors } from '#kit/errors.ts'
import { sha256 } from '#kit/secrets.ts'
import type { TurnBot } from '#domains/chat/agent/shared/turn-types.ts'
import type { ModelService } from '#domains/chat/model/model.service.ts'
import type { EvalTypes } from '#domains/loop/eval-type/eval-type.service.ts'
import type { Loaded } from '#domains/flow/workflow/plan.service.ts'
import type { MockService } from '#domains/resources/mock/mock.service.ts'
import { resource } from '#domains/ground/resource/resource.table.ts'
import { evalTargetErrors } from './eval-target.errors.ts'
import {
  evalTarget,
  evalTargetVersion,
  type ExternalMeta,
  type Snapshot,
  type TargetRow,
  type TargetVersionRow,
} from './eval-target.table.ts'
import { type BotKindDeps, botTarget } from './kinds/bot.ts'
import { externalTarget } from './kinds/external.ts'
import { modelTarget } from './kinds/model.ts'
import { storedTarget } from './kinds/stored.ts'
import { type WorkflowKindDeps, workflowTarget } from './kinds/workflow.ts'
import { runtimeOf, withRuntime } from './shared/runtime.ts'
import type { RunTarget, TargetFiles } from './shared/target-run.ts'

export interface TargetParam {
  sourceId: string
  type: TargetType
  /** Defaults to the draft. */
  state?: number | undefined
  /** External programs only: which of the program's objects to run. */
  meta?: ExternalMeta | undefined
  /** JSON of overrides for the state of the target. */
  runtime?: string | undefined
}
export interface FoundTarget {
  target: TargetRow
  version: TargetVersionRow
}
export interface EvalTargetDeps extends BotKindDeps, WorkflowKindDeps {
  db: Db
  clock: Clock
  models: Pick<ModelService, 'resolve' | 'list'>
  bots: {
    draft(id: string): Promise<TurnBot>
    published(id: string): Promise<TurnBot>
    /** The bot in a stored version. */
    kept(id: string, version: string): Promise<TurnBot>
  }
  workflows: { draft(id: string): Promise<Loaded>; published(id: string): Promise<Loaded> }
  types: Pick<EvalTypes, 'byId' | 'execute' | 'list'>
  mocks: Pick<MockService, 'freeze'>
  files: TargetFiles
  promptOf(spaceId: string, id: string): Promise<{ name: string; text: string } | undefined>
  mayRun(userId: string, kind: 'bot' | 'workflow' | 'prompt', id: string): Promise<boolean>
}
interface Frozen {
  name: string
  sourceVersion: string
  snapshot: Snapshot
}
const variablesOf = (text: string) => [
  ...new Set([...text.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g)].map(([, name]) => name!)),
]
const kinds = {
  [TargetType.bot]: 'bot',
  [TargetType.workflow]: 'workflow',
  [TargetType.prompt]: 'prompt',
  [TargetType.appWorkflow]: 'workflow',
  [TargetType.visitor]: 'bot',
} as const
const Pulled = 3
const CUSTOM_SHOWN = 200
const noMeta: ExternalMeta = { id: '', text: '', env: '' }

/** Targets of evaluations. Freezing the same state twice gives the same version. */
export function createEvalTargets(deps: EvalTargetDeps) {
  const { db, clock, newId, models } = deps

  async function headOf(spaceId: string, userId: string, kind: 'bot' | 'workflow' | 'prompt', id: string) {
    const [head] = /^[1-9]\d{0,18}$/.test(id)
      ? await db
          .select()
          .from(resource)
          .where(and(eq(resource.id, id), eq(resource.kind, kind)))
      : []
    // Report a source in another space as missing.
    if (head?.spaceId !== spaceId || !(await deps.mayRun(userId, kind, id))) throw evalTargetErrors.noSource()
    return head
  }
  const orNotPublished = (cause: unknown): never => {
    throw cause instanceof AppError ? evalTargetErrors.notPublished() : cause
  }
  async function freezeBot(id: string, isDraft: boolean, keptVersion: string | undefined): Promise<Frozen> {
    const bot = keptVersion
      ? await deps.bots.kept(id, keptVersion)
      : isDraft
        ? await deps.bots.draft(id)
        : await deps.bots.published(id).catch(orNotPublished)
    const { name, version, config } = bot
    const snapshot: Snapshot = { kind: 'bot', botId: id, version, isDraft, name, config }
    return { name, sourceVersion: isDraft ? `draft-${version}` : version, snapshot }
  }
  async function freezeWorkflow(id: string, isDraft: boolean): Promise<Frozen> {
    const loaded = isDraft ? await deps.workflows.draft(id) : await deps.workflows.published(id).catch(orNotPublished)
    const inputs = loaded.plan.inputs.map((one) => ({ name: one.name, isRequired: one.required === true }))
    const snapshot: Snapshot = { kind: 'workflow', workflowId: id, which: loaded.commitId, inputs }
    return { name: loaded.name, sourceVersion: isDraft ? `draft-${loaded.commitId}` : loaded.version, snapshot }
  }
  async function freezePrompt(spaceId: string, id: string): Promise<Frozen> {
    const found = await deps.promptOf(spaceId, id)
    if (!found) throw evalTargetErrors.noSource()
    const { name, text: prompt } = found
    const snapshot: Snapshot = { kind: 'model', modelId: '', prompt, variables: variablesOf(prompt) }
    return { name, sourceVersion: `text-${sha256(prompt).slice(0, 16)}`, snapshot }
  }
  async function freezeModel(spaceId: string, id: string): Promise<Frozen> {
    const model = (await models.list(spaceId)).find((one) => one.id === id && one.type === 0)
    if (!model) throw evalTargetErrors.noSource()
    const snapshot: Snapshot = { kind: 'model', modelId: id, prompt: '', variables: [] }
    return { name: model.name, sourceVersion: 'model', snapshot }
  }
  async function freezeExternal(spaceId: string, id: string, meta: ExternalMeta, parameter: string): Promise<Frozen> {
    if (!/^[1-9]\d{0,18}$/.test(id)) throw evalTargetErrors.noSource()
    const { name, callback, updatedAt } = await deps.types.byId(spaceId, 'object', id).catch((cause: unknown) => {
      throw cause instanceof AppError ? evalTargetErrors.noSource() : cause
    })
    const snapshot: Snapshot = { kind: 'external', typeId: id, name, isPulled: callback === Pulled, meta, parameter }
    const key = sha256(JSON.stringify([meta, parameter])).slice(0, 12)
    return { name, sourceVersion: `${updatedAt}-${key}`, snapshot }
  }
  /** Snapshot of the target in its current state, with the overrides of this run applied. */
  async function buildSnapshot(spaceId: string, userId: string, param: TargetParam): Promise<Frozen> {
    if (param.type === TargetType.external)
      return freezeExternal(spaceId, param.sourceId, param.meta ?? noMeta, param.runtime ?? '')
    const runtime = runtimeOf(param.runtime ?? '')
    const found = await currentState(spaceId, userId, { ...param, type: param.type }, runtime?.bot_version)
    if (!runtime) return found
    if (runtime.model_id) await freezeModel(spaceId, runtime.model_id)
    const mocks = await deps.mocks.freeze(spaceId, runtime.mock_sets ?? [])
    return {
      ...found,
      sourceVersion: `${found.sourceVersion}+${sha256(JSON.stringify([runtime, mocks])).slice(0, 12)}`,
      snapshot: withRuntime(found.snapshot, runtime, mocks),
    }
  }
  async function currentState(
    spaceId: string,
    userId: string,
    { type, sourceId, state }: TargetParam & { type: Exclude<TargetType, 6> },
    keptVersion: string | undefined,
  ): Promise<Frozen> {
    const isDraft = type !== TargetType.visitor && (state ?? TargetState.draft) === TargetState.draft
    if (type === TargetType.stored) return { name: '', sourceVersion: 'stored', snapshot: { kind: 'stored' } }
    if (type === TargetType.model) return freezeModel(spaceId, sourceId)
    await headOf(spaceId, userId, kinds[type], sourceId)
    if (type === TargetType.prompt) return freezePrompt(spaceId, sourceId)
    return kinds[type] === 'bot' ? freezeBot(sourceId, isDraft, keptVersion) : freezeWorkflow(sourceId, isDraft)
  }
  const joined = () =>
    db
      .select({ target: evalTarget, version: evalTargetVersion })
      .from(evalTargetVersion)
      .innerJoin(evalTarget, eq(evalTarget.id, evalTargetVersion.targetId))
  async function versions(spaceId: string, ids: string[]): Promise<FoundTarget[]> {
    if (!ids.length) return []
    const rows = await joined().where(and(eq(evalTarget.spaceId, spaceId), inArray(evalTargetVersion.id, ids)))
    const byId = new Map(rows.map((row) => [row.version.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
  async function version(spaceId: string, id: string): Promise<FoundTarget> {
    const [found] = await versions(spaceId, [id])
    if (!found) throw errors.notFound({ what: 'evaluation target' })
    return found
  }
  async function freeze(spaceId: string, userId: string, param: TargetParam): Promise<FoundTarget> {
    const { name, sourceVersion, snapshot } = await buildSnapshot(spaceId, userId, param)
    const sourceId = param.type === TargetType.stored ? '' : param.sourceId
    const made = { createdBy: userId, createdAt: clock.now() }
    const key = { spaceId, type: param.type, sourceId }
    await db
      .insert(evalTarget)
      .values({ id: newId(), ...key, ...made })
      .onConflictDoNothing()
    const [target] = await db
      .select()
      .from(evalTarget)
      .where(and(eq(evalTarget.spaceId, spaceId), eq(evalTarget.type, param.type), eq(evalTarget.sourceId, sourceId)))
    const of = { targetId: target!.id, sourceVersion, name, snapshot }
    await db
      .insert(evalTargetVersion)
      .values({ id: newId(), ...of, ...made })
      .onConflictDoNothing()
    const [row] = await db
      .select()
      .from(evalTargetVersion)
      .where(and(eq(evalTargetVersion.targetId, target!.id), eq(evalTargetVersion.sourceVersion, sourceVersion)))
    return { target: target!, version: row! }
  }

  return {
    freeze,
    version,
    versions,
    /** Builds the snapshot without storing it, so that callers can check its inputs first. */
    look: async (spaceId: string, userId: string, param: TargetParam): Promise<Snapshot> =>
      (await buildSnapshot(spaceId, userId, param)).snapshot,
    runnerOf({ snapshot }: Pick<TargetVersionRow, 'snapshot'>): RunTarget {
      switch (snapshot.kind) {
        case 'bot':
          return botTarget(deps, snapshot)
        case 'workflow':
          return workflowTarget(deps, snapshot)
        case 'model':
          return modelTarget(models, snapshot, deps.files)
        case 'stored':
          return storedTarget
        case 'external':
          return externalTarget(deps.types, snapshot, deps.files)
      }
    },
    async bySource(spaceId: string, sourceIds: string[], type: TargetType | undefined): Promise<FoundTarget[]> {
      if (!sourceIds.length) return []
      return db
        .selectDistinctOn([evalTarget.id], { target: evalTarget, version: evalTargetVersion })
        .from(evalTargetVersion)
        .innerJoin(evalTarget, eq(evalTarget.id, evalTargetVersion.targetId))
        .where(
          and(
            eq(evalTarget.spaceId, spaceId),
            inArray(evalTarget.sourceId, sourceIds),
            type === undefined ? undefined : eq(evalTarget.type, type),
          ),
        )
        .orderBy(evalTarget.id, desc(evalTargetVersion.id))
    },
    /** Resources that can be evaluated, filtered by name. */
    async sources(spaceId: string, type: TargetType, name: string | undefined, offset: number, size: number) {
      if (type === TargetType.stored) return []
      if (type === TargetType.external) {
        const { rows } = await deps.types.list(spaceId, 'object', { name }, undefined, CUSTOM_SHOWN)
        return rows
          .slice(offset, offset + size)
          .map((one) => ({ id: one.id, name: one.name, description: one.description }))
      }
      if (type === TargetType.model) {
        const all = (await models.list(spaceId)).filter((one) => one.type === 0)
        const found = all.filter((one) => one.name.toLowerCase().includes((name ?? '').toLowerCase()))
        return found.slice(offset, offset + size).map((one) => ({ id: one.id, name: one.name, description: '' }))
      }
      return db
        .select({ id: resource.id, name: resource.name, description: resource.description })
        .from(resource)
        .where(
          and(
            eq(resource.spaceId, spaceId),
            eq(resource.kind, kinds[type]),
            type === TargetType.appWorkflow ? isNotNull(resource.projectId) : isNull(resource.projectId),
            name ? ilike(resource.name, likeText(name)) : undefined,
          ),
        )
        .orderBy(desc(resource.updatedAt), desc(resource.id))
        .limit(size)
        .offset(offset)
    },
    /** The draft of a source, and its published state if there is one. */
    async states(spaceId: string, userId: string, type: TargetType, sourceId: string) {
      const draft = await buildSnapshot(spaceId, userId, { type, sourceId, state: TargetState.draft })
      if (type !== TargetType.bot && type !== TargetType.workflow && type !== TargetType.appWorkflow)
        return [{ state: TargetState.draft, ...draft }]
      const param = { type, sourceId, state: TargetState.published }
      const published = await buildSnapshot(spaceId, userId, param).catch((cause: unknown) => {
        if (cause instanceof AppError && cause.code === evalTargetErrors.notPublished().code) return undefined
        throw cause
      })
      return [
        { state: TargetState.draft, ...draft },
        ...(published ? [{ state: TargetState.published, ...published }] : []),
      ]
    },
  }
}
export type EvalTargets = ReturnType<typeof createEvalTargets>
