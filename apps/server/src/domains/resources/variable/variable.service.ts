import { type BotConfig, VariableChannel, type VariableInput } from '@orrery/contract'
import type { Clock } from '#kit/clock.ts'
import { errors } from '#kit/errors.ts'
import type { ResourceService } from '#domains/ground/resource/resource.service.ts'
import { parseType, readValue, type Type } from './variable-type.ts'
import { variableErrors } from './variable.errors.ts'
import type { Scope, VariableRepo } from './variable.repo.ts'
import type { VariableMeta, VariableValue } from './variable.table.ts'

export type { Scope } from './variable.repo.ts'
export interface StoredValue {
  meta: VariableMeta
  value: string
  createdAt: number
  updatedAt: number
}
export const STUDIO_CONNECTOR = '10000010'

/** System variables: readable by all, writable by none. */
export const systemVariables = [
  { keyword: 'sys_uuid', en: 'User ID', zh: '用户的唯一 ID', of: (scope: Scope) => scope.userKey },
  {
    keyword: 'sys_connector_id',
    en: 'Channel the user comes from',
    zh: '用户所在的渠道',
    of: (scope: Scope) => scope.connectorId,
  },
]
/** Variables with the location of people who share it with the bot. */
export const locationVariables = [
  { keyword: 'sys_country', en: 'Country of the user, if shared', zh: '用户所在国家或地区（需用户授权）' },
  { keyword: 'sys_subdivision', en: 'Region of the user, if shared', zh: '用户所在省份（需用户授权）' },
  { keyword: 'sys_city', en: 'City of the user, if shared', zh: '用户所在城市（需用户授权）' },
]
const systemKeywords = new Set([...systemVariables, ...locationVariables].map(({ keyword }) => keyword))

const emptyMeta = (ownerId: string, channel: VariableChannel, keyword: string, position: number): VariableMeta => ({
  ownerId,
  channel,
  keyword,
  position,
  description: '',
  defaultValue: '',
  variableType: 1,
  schema: '',
  enabled: true,
  readOnly: false,
  promptDisabled: false,
})

/** Values that bots and projects store per user. Access always requires bot or project, user and channel together. */
export function createVariableService(deps: {
  repo: VariableRepo
  ports: { readonly bots: { getDraftForRun(botId: string): Promise<{ config: BotConfig }> } }
  resources: Pick<ResourceService, 'get' | 'requireContent'>
  locations: { variablesOf(botId: string, userId: string): Promise<{ values: Record<string, string>; at: number }> }
  clock: Clock
}) {
  const { repo, clock } = deps

  async function metaOf(ownerId: string): Promise<VariableMeta[]> {
    const head = await deps.resources.get(ownerId)
    if (head?.kind === 'project') return repo.metaOf(ownerId)
    if (head?.kind !== 'bot') throw errors.notFound({ what: 'bot' })
    const { config } = await deps.ports.bots.getDraftForRun(ownerId)
    return config.variable_list.map((variable, position) => ({
      ...emptyMeta(
        ownerId,
        variable.is_system ? VariableChannel.system : VariableChannel.custom,
        variable.key,
        position,
      ),
      description: variable.description,
      defaultValue: variable.default_value,
      enabled: !variable.is_disabled,
      readOnly: variable.is_system,
      promptDisabled: variable.prompt_disabled,
    }))
  }
  const typeOf = (meta: VariableMeta): Type => {
    try {
      return parseType(meta.schema)
    } catch (cause) {
      throw variableErrors.badSchema({ keyword: meta.keyword, reason: (cause as Error).message })
    }
  }
  const checkValue = (meta: VariableMeta, value: string) => {
    const type = typeOf(meta)
    if (value !== '' && readValue(type, value) === undefined)
      throw variableErrors.wrongType({ keyword: meta.keyword, type: type.kind })
  }
  /** Checks only texts that are new: unchanged ones are not checked again. */
  async function checkTexts(ownerId: string, rows: VariableMeta[]) {
    const old = await repo.metaOf(ownerId)
    const fresh = (key: 'keyword' | 'description' | 'defaultValue') =>
      rows.map((row) => row[key]).filter((text) => !old.some((row) => row[key] === text))
    await deps.resources.requireContent('project', {
      Keyword: fresh('keyword'),
      Description: fresh('description'),
      DefaultValue: fresh('defaultValue'),
    })
  }
  const systemMeta = (scope: Scope): StoredValue[] =>
    systemVariables.map(({ keyword, of }, position) => ({
      meta: { ...emptyMeta(scope.ownerId, VariableChannel.system, keyword, position), readOnly: true },
      value: of(scope),
      createdAt: 0,
      updatedAt: 0,
    }))

  async function locationMeta({ ownerId, userKey }: Scope): Promise<StoredValue[]> {
    const { values, at } = await deps.locations.variablesOf(ownerId, userKey)
    return Object.entries(values).flatMap(([keyword, value], position) =>
      value
        ? [
            {
              meta: {
                ...emptyMeta(ownerId, VariableChannel.system, keyword, systemVariables.length + position),
                readOnly: true,
              },
              value,
              createdAt: at,
              updatedAt: at,
            },
          ]
        : [],
    )
  }

  async function read(
    scope: Scope,
    wanted: { keywords?: string[]; channel?: VariableChannel } = {},
  ): Promise<StoredValue[]> {
    const [metas, values, location] = await Promise.all([
      metaOf(scope.ownerId),
      repo.values(scope),
      locationMeta(scope),
    ])
    const kept = new Map(values.map((value) => [`${value.channel}/${value.keyword}`, value]))
    const own = metas
      .filter((meta) => meta.enabled && meta.channel !== VariableChannel.system)
      .map((meta) => {
        const found = kept.get(`${meta.channel}/${meta.keyword}`)
        return {
          meta,
          value: found?.value ?? meta.defaultValue,
          createdAt: found?.createdAt ?? 0,
          updatedAt: found?.updatedAt ?? 0,
        }
      })
    return [...own, ...systemMeta(scope), ...location].filter(
      ({ meta }) =>
        (!wanted.keywords?.length || wanted.keywords.includes(meta.keyword)) &&
        (wanted.channel === undefined || wanted.channel === meta.channel),
    )
  }

  return {
    metaOf,
    read,
    typeOf,
    async saveMeta(ownerId: string, list: VariableInput[]) {
      const seen = new Set<string>()
      const own = list.filter((item) => item.Channel !== VariableChannel.system)
      const rows = own.map((item, position): VariableMeta => {
        if (item.Channel !== VariableChannel.custom && item.Channel !== VariableChannel.app)
          throw variableErrors.systemOnly({ keyword: item.Keyword })
        if (seen.has(`${item.Channel}/${item.Keyword}`)) throw variableErrors.twice({ keyword: item.Keyword })
        seen.add(`${item.Channel}/${item.Keyword}`)
        const meta: VariableMeta = {
          ...emptyMeta(ownerId, item.Channel, item.Keyword, position),
          description: item.Description,
          defaultValue: item.DefaultValue,
          variableType: item.VariableType,
          schema: item.Schema,
          enabled: item.Enable,
          readOnly: item.IsReadOnly,
          promptDisabled: item.PromptDisabled,
        }
        checkValue(meta, meta.defaultValue)
        return meta
      })
      await checkTexts(ownerId, rows)
      await repo.replaceMeta(ownerId, rows)
    },
    /** Writes all values or none. A name without a channel means the user's variable first, then the app's. */
    async write(scope: Scope, items: { keyword: string; value: string; channel?: VariableChannel }[]) {
      const metas = await metaOf(scope.ownerId)
      const now = clock.now()
      const rows = new Map<string, VariableValue>()
      for (const { keyword, value, channel } of items) {
        const meta = metas.find(
          (meta) => meta.keyword === keyword && (channel === undefined || meta.channel === channel),
        )
        if (!meta) {
          if (systemKeywords.has(keyword)) throw variableErrors.readOnly({ keyword })
          throw variableErrors.unknown({ keyword })
        }
        if (meta.readOnly) throw variableErrors.readOnly({ keyword })
        if (!meta.enabled) throw variableErrors.disabled({ keyword })
        checkValue(meta, value)
        rows.set(`${meta.channel}/${keyword}`, {
          ...scope,
          channel: meta.channel,
          keyword,
          value: value.replaceAll('\0', ''),
          createdAt: now,
          updatedAt: now,
        })
      }
      if (rows.size) await repo.save([...rows.values()])
    },
    /** Deletes values, so that the defaults apply again. */
    forget: repo.forget,
    eraseUser: repo.eraseUser,
  }
}
export type VariableService = ReturnType<typeof createVariableService>
