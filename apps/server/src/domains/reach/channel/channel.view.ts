import { channelKindOf } from '@orrery/contract/shared/channel-kinds'
import type { Locale } from '#kit/errors.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { Setup, Words } from './adapter.ts'
import type { ChannelService } from './channel.service.ts'
import { type AccountRow, AccountStatus, type EventRow, EventState, type SendRow, SendState } from './channel.table.ts'
import { noteText } from './event-notes.ts'
import { type ChannelSettings, settingsOf } from './settings.ts'

const states = {
  [AccountStatus.untested]: 'untested',
  [AccountStatus.serving]: 'serving',
  [AccountStatus.ready]: 'ready',
  [AccountStatus.refused]: 'refused',
  [AccountStatus.incomplete]: 'incomplete',
} as const
const eventStates = {
  [EventState.waiting]: 'waiting',
  [EventState.taken]: 'taken',
  [EventState.done]: 'done',
  [EventState.ignored]: 'ignored',
  [EventState.failed]: 'failed',
  [EventState.expired]: 'expired',
} as const
const letterStates = {
  [SendState.waiting]: 'waiting',
  [SendState.sending]: 'sending',
  [SendState.failed]: 'failed',
  [SendState.uncertain]: 'uncertain',
} as const
const copies = { hookUrl: 'hook_url', hookSecret: 'hook_secret' } as const
const SHOWN_CHARS = 500

export const inLanguage = (words: Words | undefined, locale: Locale) =>
  (locale === 'zh-CN' ? words?.zh : words?.en) ?? ''

export function formOf({ modes, steps, fields }: Setup, locale: Locale) {
  return {
    modes,
    steps: steps.map(({ text, url = '', copies: copied, mode }) => ({
      text: inLanguage(text, locale),
      url,
      copies: copied ? copies[copied] : ('' as const),
      ...(mode && { mode }),
    })),
    fields: fields.map((field) => ({
      name: field.name,
      label: inLanguage(field.label, locale),
      hint: inLanguage(field.hint, locale),
      is_secret: field.isSecret ?? false,
      is_optional: field.isOptional ?? false,
      ...(field.mode && { mode: field.mode }),
      choices: (field.choices ?? []).map(({ value, label }) => ({ value, label: inLanguage(label, locale) })),
    })),
  }
}

export function settingsIn(given: {
  burst_ms?: number | undefined
  on_new?: ChannelSettings['onNew'] | undefined
  in_groups?: ChannelSettings['inGroups'] | undefined
  prefix?: string | undefined
  idle_hours?: number | undefined
  voice_replies?: ChannelSettings['voiceReplies'] | undefined
}): Partial<ChannelSettings> {
  return {
    ...(given.burst_ms !== undefined && { burstMs: given.burst_ms }),
    ...(given.on_new && { onNew: given.on_new }),
    ...(given.in_groups && { inGroups: given.in_groups }),
    ...(given.prefix !== undefined && { prefix: given.prefix }),
    ...(given.idle_hours !== undefined && { idleHours: given.idle_hours }),
    ...(given.voice_replies && { voiceReplies: given.voice_replies }),
  }
}

export function createChannelView(
  channels: Pick<ChannelService, 'shownConfig' | 'linksOf' | 'connectionOf' | 'stateOf'>,
) {
  async function account(row: AccountRow, locale: Locale) {
    const kind = channelKindOf(row.connectorId)
    const { name = '', handle = '', team = '' } = row.profile
    return {
      id: row.id,
      resource_id: row.resourceId,
      connector_id: row.connectorId,
      connector_name: (locale === 'zh-CN' ? kind?.zh.name : kind?.en.name) ?? row.connectorId,
      mode: row.mode,
      state: states[await channels.stateOf(row)],
      reason: locale === 'zh-CN' ? row.reasonZh : row.reason,
      connection: channels.connectionOf(row) ?? ('' as const),
      is_paused: row.isPaused,
      profile: { name, handle, team },
      updated_at: seconds(row.updatedAt),
    }
  }
  return {
    account,
    async setUp(row: AccountRow, locale: Locale) {
      const { burstMs, onNew, inGroups, prefix, idleHours, voiceReplies } = settingsOf(row.settings)
      const { hookUrl, hookSecret } = channels.linksOf(row)
      return {
        ...(await account(row, locale)),
        config: await channels.shownConfig(row),
        settings: {
          burst_ms: burstMs,
          on_new: onNew,
          in_groups: inGroups,
          prefix,
          idle_hours: idleHours,
          voice_replies: voiceReplies,
        },
        hook_url: hookUrl,
        hook_secret: hookSecret,
      }
    },
    event(
      { event, chatId, chatKind }: { event: EventRow; chatId: string; chatKind: string },
      isOpen: boolean,
      locale: Locale,
    ) {
      return {
        id: event.id,
        chat_id: isOpen ? chatId : '',
        chat_kind: chatKind,
        kind: event.body.kind ?? '',
        state: eventStates[event.state],
        note: noteText(event.note, event.noteValues, locale),
        received_at: seconds(event.receivedAt),
        done_at: seconds(event.doneAt),
        sender: isOpen ? (event.body.sender?.name ?? '') : '',
        text: isOpen ? (event.body.text ?? '').slice(0, SHOWN_CHARS) : '',
      }
    },
    letter({ send, chatId }: { send: SendRow; chatId: string }, locale: Locale) {
      return {
        id: send.id,
        chat_id: chatId,
        state: letterStates[send.state as keyof typeof letterStates],
        tries: send.tries,
        next_at: seconds(send.nextAt),
        error: locale === 'zh-CN' ? send.errorZh : send.error,
        created_at: seconds(send.createdAt),
        text: (send.payload.text || (send.payload.file?.name ?? '')).slice(0, SHOWN_CHARS),
      }
    },
  }
}
