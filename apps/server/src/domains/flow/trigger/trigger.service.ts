import { TRIGGER_LIMITS, triggerEvents, type TriggerEvent, type TriggerKind } from '@orrery/contract/shared/triggers'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { NewId } from '#kit/ids.ts'
import { randomToken, type Secrets } from '#kit/secrets.ts'
import type { AuditService } from '#domains/ground/audit/audit.service.ts'
import { nextTime, nextTimes } from './shared/schedule-rule.ts'
import { readConfig } from './trigger-config.ts'
import { triggerErrors } from './trigger.errors.ts'
import type { TriggerRepo } from './trigger.repo.ts'
import type { TriggerConfig, TriggerRow } from './trigger.table.ts'

export interface TriggerDeps {
  repo: TriggerRepo
  audit: Pick<AuditService, 'record'>
  secrets: Secrets
  newId: NewId
  clock: Clock
  /** Whether a user has a right on a resource of the space. */
  canUser(
    userId: string,
    kind: 'workflow' | 'knowledge' | 'bot' | 'database',
    id: string,
    can: 'view' | 'publish',
  ): Promise<boolean>
  spaceOf(id: string): Promise<string | undefined>
}
export interface TriggerRequest {
  id?: string | undefined
  workflowId: string
  projectId?: string | undefined
  name: string
  eventId: TriggerKind
  config: Record<string, unknown>
  payload: Record<string, unknown>
  setType: number
  isOpen: boolean
  /** The user in whose name the trigger runs. */
  userId: string
}

type AuditedTrigger = Pick<TriggerRow, 'id' | 'workflowId' | 'eventId'>

/** Creates and changes triggers; `firing.service.ts` fires them. */
export function createTriggerService(deps: TriggerDeps) {
  const { repo, secrets, newId, clock, canUser, spaceOf } = deps
  const note = async (action: 'create' | 'rotate' | 'remove', row: AuditedTrigger, actorId: string) =>
    deps.audit.record({
      actorId,
      spaceId: await spaceOf(row.workflowId),
      action: `trigger.${action}`,
      target: row.id,
      detail: { workflowId: row.workflowId, kind: row.eventId },
    })

  async function require(id: string): Promise<TriggerRow> {
    const row = await repo.get(id)
    if (!row) throw errors.notFound({ what: 'trigger' })
    return row
  }
  function nextOf(kind: TriggerKind, config: TriggerConfig, isOpen: boolean): number | null {
    if (kind !== 'schedule') return null
    const [next] = nextTimes(config, clock.now(), 1)
    return isOpen ? next! : null
  }
  const nextAfter = ({ eventId, config }: Pick<TriggerRow, 'eventId' | 'config'>, isOpen: boolean): number | null =>
    eventId === 'schedule' && isOpen ? (nextTime(config, clock.now()) ?? null) : null
  /** Watching the chats of a bot requires the right to publish it, as its webhooks do. */
  const mayWatch = (userId: string, event: TriggerEvent, sourceId: string): Promise<boolean> => {
    const kind = triggerEvents[event].source
    return canUser(userId, kind, sourceId, kind === 'bot' ? 'publish' : 'view')
  }
  async function checkSource(config: TriggerConfig, { workflowId, userId }: TriggerRequest): Promise<void> {
    const { event, sourceId } = config
    if (!event || !sourceId) return
    const isHere = (await spaceOf(sourceId)) === (await spaceOf(workflowId))
    if (!isHere || !(await mayWatch(userId, event, sourceId))) throw triggerErrors.noSource()
    if (sourceId === workflowId)
      throw triggerErrors.badConfig({
        field: 'sourceId',
        en: 'a workflow cannot listen to itself. Choose another one',
        zh: '工作流不能监听自身，请选择其他工作流',
      })
  }

  async function save(input: TriggerRequest): Promise<{ id: string; secret: string; formKey: string }> {
    const { id, workflowId, userId, eventId, name, payload, setType, isOpen } = input
    const config = readConfig(eventId, input.config)
    const nextAt = nextOf(eventId, config, isOpen)
    await checkSource(config, input)
    const row = {
      workflowId,
      eventId,
      name,
      payload,
      setType,
      isOpen,
      config,
      nextAt,
      projectId: input.projectId ?? null,
      sourceId: config.sourceId ?? null,
      // The person who last saves the trigger is responsible for it: it runs in their name.
      createdBy: userId,
      lastError: '',
      lastErrorZh: '',
    }
    if (id) {
      const before = await repo.get(id)
      if (before?.workflowId !== workflowId) throw errors.notFound({ what: 'trigger' })
      if (before.eventId !== eventId)
        throw triggerErrors.badConfig({
          field: 'event_id',
          en: 'the type of a trigger cannot be changed. Create another trigger',
          zh: '触发器类型不可更改，请新建触发器',
        })
      await repo.update(id, row, workflowId)
      return { id, secret: '', formKey: before.formKey }
    }
    if ((await repo.count(workflowId)) >= TRIGGER_LIMITS.perWorkflow)
      throw triggerErrors.tooMany({ max: TRIGGER_LIMITS.perWorkflow })
    const secret = eventId === 'webhook' ? randomToken() : ''
    const formKey = eventId === 'form' ? randomToken() : ''
    const made = newId()
    await repo.insert({
      ...row,
      id: made,
      formKey,
      secret: secret && secrets.seal(secret),
      createdAt: clock.now(),
    })
    await note('create', { id: made, workflowId, eventId }, userId)
    return { id: made, secret, formKey }
  }

  return {
    get: repo.get,
    byFormKey: repo.byFormKey,
    list: repo.list,
    async remove(id: string, userId: string): Promise<number> {
      const row = await repo.get(id)
      if (!row) return 0
      const removed = await repo.remove(id)
      await note('remove', row, userId)
      return removed
    },
    require,
    save,
    mayWatch,
    /** Replaces the secret of a webhook or the address of a form. The old one is invalid at once. */
    async rotate(id: string, userId: string): Promise<{ row: TriggerRow; secret: string }> {
      const row = await require(id)
      if (row.eventId !== 'webhook' && row.eventId !== 'form')
        throw triggerErrors.badConfig({
          field: 'event_id',
          en: 'only webhooks and forms can be renewed',
          zh: '只有 Webhook 和表单可以更换密钥或地址',
        })
      const fresh = randomToken()
      const change = row.eventId === 'webhook' ? { secret: secrets.seal(fresh) } : { formKey: fresh }
      await repo.update(id, change)
      await note('rotate', row, userId)
      return { row: { ...row, ...change }, secret: row.eventId === 'webhook' ? fresh : '' }
    },
    async setOpen(id: string, isOpen: boolean): Promise<void> {
      const row = await require(id)
      await repo.update(id, { isOpen, nextAt: nextAfter(row, isOpen) })
    },
    /** Starts or stops listening for one test call in the name of a user. */
    async listen(id: string, userId: string, isOn: boolean): Promise<number> {
      const { eventId } = await require(id)
      if (eventId !== 'webhook') throw errors.notFound({ what: 'webhook' })
      const listenUntil = isOn ? clock.now() + TRIGGER_LIMITS.listenMs : 0
      await repo.update(id, { listenUntil, listenerId: userId, ...(isOn && { heard: null }) })
      return listenUntil
    },
    stopListening: repo.stopListening,
    storeTestCall: repo.storeTestCall,
    /**
     * Reschedules the triggers of a workflow that was restored from the bin; times that were due meanwhile are skipped.
     */
    async resume(workflowId: string): Promise<void> {
      for (const row of await repo.schedulesOf(workflowId))
        await repo.update(row.id, { nextAt: nextAfter(row, row.isOpen) })
    },
    secretOf: (row: TriggerRow): string => secrets.open(row.secret),
  }
}
export type TriggerService = ReturnType<typeof createTriggerService>
