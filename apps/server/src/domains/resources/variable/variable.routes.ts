import { type contract, ConnectorId, VariableChannel, type VariableInput } from '@orrery/contract'
import { badInput } from '#kit/errors.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import { variableErrors } from './variable.errors.ts'
import {
  type StoredValue,
  type Scope,
  STUDIO_CONNECTOR,
  locationVariables,
  systemVariables,
  type VariableService,
} from './variable.service.ts'
import type { VariableMeta } from './variable.table.ts'

const toMeta = (meta: VariableMeta): VariableInput => ({
  Keyword: meta.keyword,
  DefaultValue: meta.defaultValue,
  VariableType: meta.variableType,
  Channel: meta.channel,
  Description: meta.description,
  Enable: meta.enabled,
  EffectiveChannelList: [],
  Schema: meta.schema,
  IsReadOnly: meta.readOnly,
  PromptDisabled: meta.promptDisabled,
})
const toItem = ({ meta, value, createdAt, updatedAt }: StoredValue) => ({
  keyword: meta.keyword,
  value,
  create_time: seconds(createdAt),
  update_time: seconds(updatedAt),
  is_system: meta.channel === VariableChannel.system,
  prompt_disabled: meta.promptDisabled,
  schema: meta.schema,
})
const groupNames = {
  user: {
    en: ['User variables', 'Kept per user across conversations'],
    zh: ['用户变量', '为每位用户保存，跨会话有效'],
  },
  app: { en: ['App variables', 'Kept per user of the app'], zh: ['应用变量', '为应用的每位用户保存'] },
  system: { en: ['System variables', 'Set by the system'], zh: ['系统变量', '由系统设置'] },
}

const offered = [...systemVariables, ...locationVariables]

export function variableRoutes(variables: VariableService): Handlers<typeof contract.variables> {
  const wordsOf = (ctx: Ctx, group: keyof typeof groupNames) => groupNames[group][ctx.locale === 'zh-CN' ? 'zh' : 'en']
  /** Locations are shared with bots, not with projects. */
  const systemMeta = (ctx: Ctx, isBot: boolean): VariableInput[] =>
    (isBot ? offered : systemVariables).map((systemVariable) => ({
      Keyword: systemVariable.keyword,
      DefaultValue: '',
      VariableType: 1,
      Channel: VariableChannel.system,
      Description: ctx.locale === 'zh-CN' ? systemVariable.zh : systemVariable.en,
      Enable: true,
      EffectiveChannelList: [],
      Schema: '',
      IsReadOnly: true,
      PromptDisabled: false,
    }))
  /** Always the caller's own values, whatever user the input names. */
  async function scopeOf(
    input: { bot_id?: string; project_id?: string; app_id?: string; connector_id?: string; connector_uid?: string },
    ctx: Ctx,
    fallback: string,
  ): Promise<Scope> {
    const projectId = input.project_id ?? input.app_id
    if (projectId) await ctx.access.require(ctx.actor!, 'project', projectId, 'view')
    const ownerId = projectId ?? input.bot_id
    if (!ownerId) throw variableErrors.ownerNeeded()
    const own = input.connector_uid
    return {
      ownerId,
      userKey: own && own !== ctx.userId ? `${ctx.userId}/${own}` : ctx.userId,
      connectorId: input.connector_id || fallback,
    }
  }
  return {
    systemConfig: (_, ctx) => {
      const [name, description] = wordsOf(ctx, 'system')
      const conf = offered.map((systemVariable) => ({
        key: systemVariable.keyword,
        default_value: '',
        description: ctx.locale === 'zh-CN' ? systemVariable.zh : systemVariable.en,
        sensitive: 'false',
        must_not_use_in_prompt: 'false',
        can_write: 'false',
        example: '',
        ext_desc: '',
        group_name: name!,
        group_desc: description!,
        group_ext_desc: '',
        EffectiveChannelList: [],
      }))
      return {
        conf,
        group_conf: [
          { group_name: name!, group_desc: description!, group_ext_desc: '', var_info_list: conf, sub_group_info: [] },
        ],
      }
    },
    meta: async (input, ctx) => {
      const kind = ctx.located?.kind
      if (input.ConnectorType && kind !== (input.ConnectorType === 1 ? 'bot' : 'project'))
        throw badInput('ConnectorType', `this is a ${kind}`, '类型与资源不符')
      const metas = (await variables.metaOf(input.ConnectorID)).filter(
        (meta) => meta.channel !== VariableChannel.system,
      )
      const map: Record<string, VariableInput[]> = { [VariableChannel.system]: systemMeta(ctx, kind === 'bot') }
      for (const meta of metas) (map[meta.channel] ??= []).push(toMeta(meta))
      return { VariableMap: map }
    },
    get: async (input, ctx) => ({
      memories: (
        await variables.read(await scopeOf(input, ctx, STUDIO_CONNECTOR), {
          keywords: input.keywords,
          channel: input.VariableChannel,
        })
      ).map(toItem),
    }),
    set: async (input, ctx) => {
      await variables.write(await scopeOf(input, ctx, STUDIO_CONNECTOR), input.data)
      return {}
    },
    reset: async (input, ctx) => {
      await variables.forget(await scopeOf(input, ctx, STUDIO_CONNECTOR), input.keywords)
      return {}
    },
    projectList: async (input, ctx) => {
      const metas = (await variables.metaOf(input.ProjectID)).map(toMeta)
      const group = (name: keyof typeof groupNames, list: VariableInput[], channel: number) => ({
        GroupName: wordsOf(ctx, name)[0]!,
        GroupDesc: wordsOf(ctx, name)[1]!,
        GroupExtDesc: '',
        VarInfoList: list,
        SubGroupList: [],
        IsReadOnly: channel === VariableChannel.system,
        DefaultChannel: channel,
      })
      const of = (channel: number) => metas.filter((meta) => meta.Channel === channel)
      return {
        VariableList: metas,
        CanEdit: await ctx.access.can(ctx.actor!, 'project', input.ProjectID, 'editInfo'),
        GroupConf: [
          group('user', of(VariableChannel.custom), VariableChannel.custom),
          group('app', of(VariableChannel.app), VariableChannel.app),
          group('system', systemMeta(ctx, false), VariableChannel.system),
        ],
      }
    },
    projectSave: async (input) => {
      await variables.saveMeta(input.ProjectID, input.VariableList)
      return {}
    },
    openGet: async (input, ctx) => ({
      items: (await variables.read(await scopeOf(input, ctx, ConnectorId.api), { keywords: input.keywords })).map(
        toItem,
      ),
    }),
    openSet: async (input, ctx) => {
      await variables.write(await scopeOf(input, ctx, ConnectorId.api), input.data)
      return {}
    },
  }
}
