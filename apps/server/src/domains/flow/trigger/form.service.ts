import type { FormField } from '@orrery/contract'
import { TRIGGER_LIMITS } from '@orrery/contract/shared/triggers'
import type { Variable } from '@orrery/engine'
import { AppError, errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { RateLimiter } from '#kit/rate-limit.ts'
import type { UploadService } from '#domains/ground/upload/upload.service.ts'
import { cellFault } from '#domains/flow/run/shared/cell-fault.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import type { ServedVersions } from '#domains/flow/run/shared/served-version.ts'
import type { DeliveryRepo } from './delivery.repo.ts'
import type { Firing } from './firing.service.ts'
import { triggerErrors } from './trigger.errors.ts'
import type { TriggerService } from './trigger.service.ts'
import type { TriggerRow } from './trigger.table.ts'

export interface FormDeps {
  triggers: Pick<TriggerService, 'byFormKey'>
  firing: Pick<Firing, 'start'>
  deliveries: Pick<DeliveryRepo, 'find'>
  runs: Pick<RunService, 'stateOf' | 'outputOf'>
  served: ServedVersions
  uploads: Pick<UploadService, 'store'>
  links: FileLinks
  limiter: RateLimiter
}
const RunEnd = { success: 2, failed: 3 } as const
const isPicture = (type: string) => /^image\/(png|jpe?g|gif|webp)$/.test(type)
const deliveryOf = (submission: string) => `form:${submission}`

/** Forms that start a workflow. Anybody who has the address can fill one in. */
export function createForms(deps: FormDeps) {
  const { triggers, firing, deliveries, runs, limiter } = deps

  async function open(key: string) {
    const row = await triggers.byFormKey(key)
    // From outside, a closed form, a form of an unpublished workflow and a missing form look the same.
    if (!row?.isOpen) throw errors.notFound({ what: 'form' })
    const { loaded } = await deps.served(row.workflowId).catch((cause: unknown) => {
      throw cause instanceof AppError ? errors.notFound({ what: 'form' }) : cause
    })
    const hidden = new Set(row.config.hidden)
    return { row, loaded, inputs: loaded.plan.inputs.filter((input) => !hidden.has(input.name)) }
  }
  const labelOf = ({ config }: TriggerRow, name: string) => config.labels?.[name] || name

  function check(row: TriggerRow, inputs: readonly Variable[], values: Record<string, string>) {
    const asked = new Map(inputs.map((input) => [input.name, input]))
    for (const name of Object.keys(values)) if (!asked.has(name)) throw triggerErrors.noField({ field: name })
    const data: Record<string, unknown> = {}
    for (const input of inputs) {
      const field = labelOf(row, input.name)
      const value = values[input.name] ?? ''
      if (value.trim() === '') {
        if (input.required && fallbackOf(input) === '') throw triggerErrors.needsValue({ field })
        continue
      }
      const fault = cellFault(value, input)
      if (fault) throw triggerErrors.badValue({ field, ...fault })
      data[input.name] = value
    }
    return data
  }

  return {
    async get(key: string) {
      const { row, loaded, inputs } = await open(key)
      const { title, text = '', button = '', after = 'message' } = row.config
      return {
        title: title || row.name || loaded.name,
        text,
        button,
        after,
        fields: inputs.map((input) => toField(input, labelOf(row, input.name))),
      }
    },
    async submit(key: string, submission: string, values: Record<string, string>, logId: string) {
      const { row, inputs } = await open(key)
      limiter.take(`form ${row.id}`, TRIGGER_LIMITS.formsPerMinute, 60)
      await firing.start(row, {
        reason: 'form',
        delivery: deliveryOf(submission),
        data: check(row, inputs, values),
        logId,
        // Every submission has its own empty variables, so that people who fill in the form do not see each other's
        // data.
        connectorUid: `form-${submission}`,
      })
      return { after: row.config.after ?? 'message', message: row.config.message ?? '' }
    },
    /** The result of a submission. Only its sender knows the id of the submission. */
    async result(key: string, submission: string): Promise<{ status: 'running' | 'done' | 'failed'; output: string }> {
      const { row } = await open(key)
      const sent = row.config.after === 'result' ? await deliveries.find(row.id, deliveryOf(submission)) : undefined
      if (!sent?.runId) throw errors.notFound({ what: 'form' })
      const status = await runs.stateOf(sent.runId)
      if (status === undefined || status >= RunEnd.failed) return { status: 'failed', output: '' }
      if (status !== RunEnd.success) return { status: 'running', output: '' }
      return { status: 'done', output: await runs.outputOf(sent.runId) }
    },
    /** Stores a file for a field. The file belongs to the creator of the form. */
    async upload(key: string, file: Blob) {
      const { row, loaded, inputs } = await open(key)
      if (!inputs.some((input) => fieldKind(input).startsWith('file'))) throw errors.notFound({ what: 'form' })
      if (file.size > TRIGGER_LIMITS.fileBytes) throw errors.bodyTooLarge({ max: TRIGGER_LIMITS.fileBytes })
      limiter.take(`form-file ${row.id}`, TRIGGER_LIMITS.filesPerMinute, 60)
      const stored = await deps.uploads.store({
        userId: row.createdBy,
        spaceId: loaded.spaceId,
        scene: isPicture(file.type) ? 'image' : 'file',
        name: file instanceof File ? file.name : 'file',
        bytes: Buffer.from(await file.arrayBuffer()),
      })
      return { uri: stored.key, url: deps.links.make(stored.key), name: stored.name }
    },
  }
}
export type Forms = ReturnType<typeof createForms>

function fieldKind({ type }: Pick<Variable, 'type'>): FormField['kind'] {
  if (type.kind === 'list') return type.element?.kind === 'file' ? 'files' : 'json'
  if (type.kind === 'object') return 'json'
  return type.kind === 'any' ? 'string' : type.kind
}
const fallbackOf = ({ defaultValue }: Variable): string =>
  defaultValue === undefined || defaultValue === null
    ? ''
    : typeof defaultValue === 'string'
      ? defaultValue
      : JSON.stringify(defaultValue)
const toField = (input: Variable, label: string): FormField => ({
  name: input.name,
  label,
  help: input.description,
  kind: fieldKind(input),
  required: input.required && fallbackOf(input) === '',
  fallback: fallbackOf(input),
})
