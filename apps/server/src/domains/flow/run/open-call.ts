import { ConnectorId } from '@orrery/contract'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import type { Ctx } from '#kit/http/context.ts'
import { currentCall } from '#kit/http/current-call.ts'
import { AppError } from '#kit/errors.ts'
import type { Loaded } from '#domains/flow/workflow/plan.service.ts'
import { asOpen, openError } from './open-errors.ts'
import { runErrors } from './run.errors.ts'
import { refuseInput } from './run-request.ts'
import type { RunService } from './run.service.ts'
import type { Caller } from './run-types.ts'
import type { AppVersionPort } from './run-types.ts'
import type { UsageGate } from './usage-gate.ts'

export interface OpenCallDeps {
  runs: RunService
  ports: { readonly appVersions: Pick<AppVersionPort, 'find'>; readonly gate: Pick<UsageGate, 'admit'> }
}
interface Call {
  bot_id?: string | undefined
  app_id?: string | undefined
  project_id?: string | undefined
  connector_id?: string | undefined
  ext?: Record<string, string> | null | undefined
}
export type RunInput = Call & { workflow_id: string }

/** Decides what a call of the public API may run, for which user and within which limits. */
export function createOpenCalls({ runs, ports }: OpenCallDeps) {
  async function callerOf(input: Call, ctx: Ctx): Promise<Caller> {
    const projectId = input.app_id ?? input.project_id
    if (input.bot_id && projectId) throw runErrors.botOrProject()
    if (input.bot_id) await ctx.access.require(ctx.actor!, 'bot', input.bot_id, 'view')
    if (projectId) await ctx.access.require(ctx.actor!, 'project', projectId, 'view')
    return {
      userId: ctx.userId,
      logId: ctx.logId,
      botId: input.bot_id,
      projectId,
      connectorId: input.connector_id ?? ConnectorId.api,
      connectorUid: input.ext?.user_id ?? ctx.userId,
      ext: input.ext ?? undefined,
    }
  }
  async function publishedOf(workflowId: string, env?: string) {
    return runs.published(workflowId, env).catch((cause: { code?: number; message: string }) => {
      if (cause.code === ErrorCode.engine.notPublished) throw openError(ErrorCode.engine.notPublished, cause.message)
      throw cause
    })
  }
  /** Loads the workflow to run. In a project, it must be part of the version that the channel serves. */
  async function loadFor(input: RunInput, caller: Caller) {
    const { workflow_id: workflowId } = input
    const env = input.ext?.env
    if (!caller.projectId) return publishedOf(workflowId, env)
    const connector = caller.connectorId ?? ConnectorId.api
    const app = await ports.appVersions.find(caller.projectId, connector)
    if (!app?.workflows.includes(workflowId)) throw runErrors.notInApp({ connector })
    caller.appVersion = app.id
    const pin = env ? undefined : app.pins[workflowId]
    return pin ? runs.kept(workflowId, pin) : publishedOf(workflowId, env)
  }
  /**
   * Admits or refuses the call. Its result settles the call; called without usage if no run was started, so that it is
   * not counted.
   */
  async function admit(input: RunInput, caller: Caller, spaceId: string, ctx: Ctx) {
    const resourceId = input.bot_id ?? caller.projectId ?? input.workflow_id
    const tokenId = ctx.actor?.token?.id ?? ''
    caller.meter = { resourceId, tokenId, api: currentCall.getStore() }
    const connectorId = caller.connectorId ?? ConnectorId.api
    return ports.gate.admit({ kind: 'workflow', resourceId, spaceId, userId: ctx.userId, tokenId, connectorId })
  }
  /** Counts the call after the run has started. */
  async function countOnceStarted<T>(settle: Awaited<ReturnType<typeof admit>>, begin: () => Promise<T>): Promise<T> {
    const begun = await begin().catch((cause: unknown) => {
      settle()
      throw cause
    })
    settle({})
    return begun
  }
  /** Parameters of the run. Throws if the workflow cannot start with them. */
  function parametersOf(given: Parameters<typeof readParameters>[0], loaded: Loaded, isAsync = false) {
    const parameters = readParameters(given)
    try {
      refuseInput(loaded, parameters, { failFast: !isAsync })
    } catch (cause) {
      throw cause instanceof AppError ? asOpen(cause) : cause
    }
    return parameters
  }
  return { callerOf, publishedOf, loadFor, parametersOf, admit, countOnceStarted }
}
export type OpenCalls = ReturnType<typeof createOpenCalls>

/** Accepts an object or its JSON text. */
export function readParameters(given: string | Record<string, unknown> | null | undefined): Record<string, unknown> {
  if (given === null || given === undefined || given === '') return {}
  if (typeof given !== 'string') return given
  let value: unknown
  try {
    value = JSON.parse(given)
  } catch {
    throw runErrors.badParameters()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw runErrors.badParameters()
  return value as Record<string, unknown>
}
