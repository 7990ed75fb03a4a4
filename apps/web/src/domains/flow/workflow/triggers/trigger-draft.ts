import {
  type FormEnd,
  isTriggerEvent,
  TRIGGER_LIMITS,
  type TriggerEvent,
  type TriggerKind,
  type WebhookAuth,
  type WebhookMethod,
} from '@orrery/contract/shared/triggers'
import { visibleLength } from '#lib/text-length.ts'
import type { InputField } from '../run/inputs/input-field.ts'
import { type InputValues, readValues } from '../run/inputs/input-values.ts'
import type { Trigger } from './trigger.queries.ts'

/** The state of the trigger dialog: settings of every kind, of which only those of the current kind are saved. */
export interface TriggerDraft {
  name: string
  kind: TriggerKind
  cron: string
  timeZone: string
  /** Whether a missed time is made up for. */
  makesUp: boolean
  method: WebhookMethod
  auth: WebhookAuth
  title: string
  text: string
  button: string
  after: FormEnd
  message: string
  hidden: readonly string[]
  labels: Readonly<Record<string, string>>
  event: TriggerEvent
  source: { id: string; name: string } | null
  /** Values for the inputs of the workflow. */
  values: InputValues
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

export function newDraft(kind: TriggerKind): TriggerDraft {
  return {
    name: '',
    kind,
    cron: '0 9 * * *',
    timeZone: ownZone(),
    makesUp: true,
    method: 'POST',
    auth: 'token',
    title: '',
    text: '',
    button: '',
    after: 'message',
    message: '',
    hidden: [],
    labels: {},
    event: 'run.failed',
    source: null,
    values: {},
  }
}

type Config = Partial<Omit<TriggerDraft, 'values' | 'kind' | 'source'>> & { missed?: string; sourceId?: string }
const readConfig = (trigger: Pick<Trigger, 'config'>): Config => JSON.parse(trigger.config) as Config

export function readDraft(trigger: Trigger): TriggerDraft {
  const { missed, sourceId, event, ...config } = readConfig(trigger)
  return {
    ...newDraft(trigger.event_id as TriggerKind),
    ...config,
    name: trigger.name,
    makesUp: missed !== 'skip',
    ...(isTriggerEvent(event) && { event }),
    source: sourceId ? { id: sourceId, name: trigger.source_name || sourceId } : null,
    values: readValues(trigger.payload) ?? {},
  }
}

/** The settings of the selected kind, in the format of the server. */
export function configOf(draft: TriggerDraft): object {
  switch (draft.kind) {
    case 'schedule':
      return { cron: draft.cron.trim(), timeZone: draft.timeZone, missed: draft.makesUp ? 'once' : 'skip' }
    case 'webhook':
      return { method: draft.method, auth: draft.method === 'GET' ? 'token' : draft.auth }
    case 'form': {
      const { title, text, button, after, message, hidden, labels } = draft
      return { title, text, button, after, message, hidden, labels }
    }
    case 'event':
      return { event: draft.event, sourceId: draft.source?.id ?? '' }
  }
}

export function isReady(draft: TriggerDraft): boolean {
  if (visibleLength(draft.name.trim()) > 100) return false
  if (draft.kind === 'schedule') return draft.cron.trim() !== ''
  if (draft.kind === 'event') return draft.source !== null
  if (draft.kind !== 'form') return true
  return draft.title.length <= TRIGGER_LIMITS.title && draft.button.length <= TRIGGER_LIMITS.button
}

/** Inputs with fixed values: no call, form or event provides other ones. */
export function fixedFields(draft: TriggerDraft, fields: readonly InputField[]): readonly InputField[] {
  if (draft.kind === 'schedule') return fields
  return draft.kind === 'form' ? fields.filter(({ name }) => draft.hidden.includes(name)) : []
}

interface Facts {
  kind: TriggerKind
  cron: string
  timeZone: string
  method: WebhookMethod
  auth: WebhookAuth
  event: string
}
/** The settings of a trigger shown in the list and the panel. */
export function factsOf(trigger: Trigger): Facts {
  const { cron = '', timeZone = 'UTC', method = 'POST', auth = 'signature', event = '' } = readConfig(trigger)
  return { kind: trigger.event_id as TriggerKind, cron, timeZone, method, auth, event }
}
