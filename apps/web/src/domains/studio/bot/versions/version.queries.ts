import { Branch } from '@orrery/contract/shared/bot-enums'
import { queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'
import { refreshBotHead } from '../bot.queries.ts'

type Calls = typeof api.botVersion
export type DiffNode = Awaited<ReturnType<Calls['diff']>>['diff_display_node'][number]
export type DiffNode3 = Awaited<ReturnType<Calls['diff3']>>['diff_res'][number]
export type ServedVersion = Awaited<ReturnType<Calls['current']>>['versions'][number]
export type VersionRule = Awaited<ReturnType<Calls['rules']>>['active_rules'][number]
export type HistoryVersion = Awaited<ReturnType<Calls['history']>>['versions'][number]
export type VersionAct = Awaited<ReturnType<Calls['operations']>>['histories'][number]
export type BotReview = Awaited<ReturnType<Calls['reviews']>>['reviews'][number]
export type GrayConfig = NonNullable<VersionRule['gray_config']>
export type Topology = Awaited<ReturnType<Calls['topology']>>

/** The ids of a bot and its space, as the version calls expect them. */
export interface BotRef {
  space_id: string
  bot_id: string
}
/** A state of the bot that can be compared. */
export interface State {
  branch: number
  version_id?: string
  connector_id?: string
}
export const draftState: State = { branch: Branch.personalDraft }
export const baseState: State = { branch: Branch.base }
export const channelState = (connector_id: string): State => ({ branch: Branch.publish, connector_id })
export const storedState = (version_id: string): State => ({ branch: Branch.base, version_id })

const key = ({ bot_id: id }: BotRef, ...more: unknown[]) => ['bot', id, 'versions', ...more]
export const diffQuery = (of: BotRef, left: State, right: State) =>
  queryOptions({
    queryKey: key(of, 'diff', left, right),
    staleTime: 0,
    queryFn: ({ signal }) => api.botVersion.diff({ ...of, left, right, template_key: 'diff_template_v2' }, { signal }),
  })
export const diff3Query = (of: BotRef) =>
  queryOptions({
    queryKey: key(of, 'diff3'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.botVersion.diff3({ ...of, current_version: draftState, target_version: baseState }, { signal }),
  })
/** `saved` is the version last saved by the editor: saving can change the collaboration state. */
export const collaborationQuery = (of: BotRef, saved = '') =>
  queryOptions({
    queryKey: key(of, 'collaboration', saved),
    queryFn: ({ signal }) => api.botVersion.collaboration(of, { signal }),
  })
export const currentQuery = (of: BotRef) =>
  queryOptions({
    queryKey: key(of, 'current'),
    queryFn: async ({ signal }) => (await api.botVersion.current(of, { signal })).versions,
  })
export const rulesQuery = (of: BotRef) =>
  queryOptions({
    queryKey: key(of, 'rules'),
    queryFn: async ({ signal }) => (await api.botVersion.rules({ ...of, size: 100 }, { signal })).active_rules,
  })
export const channelsQuery = (of: BotRef) =>
  queryOptions({
    queryKey: key(of, 'channels'),
    queryFn: async ({ signal }) => (await api.botVersion.connectors(of, { signal })).allowed_connectors,
  })
export const historyVersionsQuery = (of: BotRef, types: number[] = []) =>
  queryOptions({
    queryKey: key(of, 'history', types),
    queryFn: async ({ signal }) =>
      (await api.botVersion.history({ ...of, version_types: types, size: 100 }, { signal })).versions,
  })
export const actsQuery = (of: BotRef) =>
  queryOptions({
    queryKey: key(of, 'acts'),
    queryFn: async ({ signal }) => (await api.botVersion.operations({ ...of, size: 100 }, { signal })).histories,
  })
export const figuresQuery = (of: BotRef, ruleId: string) =>
  queryOptions({
    queryKey: key(of, 'figures', ruleId),
    queryFn: ({ signal }) => api.botVersion.figures({ ...of, rule_id: ruleId }, { signal }),
  })
export const topologyQuery = ({ bot_id: id, space_id }: BotRef, env: number) =>
  queryOptions({
    queryKey: ['bot', id, 'versions', 'topology', env],
    queryFn: ({ signal }) => api.botVersion.topology({ space_id, resource_id: id, env, resource_type: 1 }, { signal }),
  })
export const releaseSettingsQuery = (spaceId: string) =>
  queryOptions({
    queryKey: ['bot-release-settings', spaceId],
    queryFn: ({ signal }) => api.botVersion.settings({ space_id: spaceId }, { signal }),
  })
export const reviewsQuery = (of: BotRef) =>
  queryOptions({
    queryKey: key(of, 'reviews'),
    queryFn: async ({ signal }) => (await api.botVersion.reviews(of, { signal })).reviews,
  })
/** Refreshes everything that the version pages show. */
export async function refreshVersions(of: BotRef): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: key(of) })
  await refreshBotHead(of.bot_id)
}
