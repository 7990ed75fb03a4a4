import type { Contract, Input } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { Handlers } from '#kit/http/context.ts'
import { secondsText } from '#kit/http/wire-values.ts'
import { type BotView, sameSpace } from './bot.view.ts'
import type { BranchService } from './branch.service.ts'
import type { CompareService, SentChoice } from './compare.service.ts'
import type { HistoryService } from './history.service.ts'
import type { ReleaseService } from './rule/release.service.ts'
import type { TopologyService } from './topology.service.ts'
import type { VersionView } from './version.view.ts'

export interface VersionCompareDeps {
  compare: CompareService
  branches: BranchService
  history: HistoryService
  releases: ReleaseService
  topology: TopologyService
  view: BotView
  versions: VersionView
}
type Ops = Pick<Contract['botVersion'], 'diff' | 'diff3' | 'merge' | 'collaboration' | 'recordChangelog' | 'topology'>
type Nodes = Input<Contract['botVersion']['merge']>['diff_res']

/** All choices in a tree. */
const choicesIn = (nodes: Nodes): SentChoice[] =>
  nodes.flatMap((node) => [...(node.diff_res ? [node.diff_res] : []), ...choicesIn(node.sub_nodes ?? [])])
const Isolation = { env: 10, publish: 20, version: 30 } as const
const ResourceType = { bot: 1, workflow: 2 } as const

export function versionCompareRoutes(deps: VersionCompareDeps): Handlers<Ops> {
  const { compare, branches, view, versions } = deps
  return {
    diff: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { left, right, template_key: template, filter } = input
      const { nodes, ticket, targetVersion } = await compare.diff(
        input.bot_id,
        ctx.userId,
        { left, right, template, isOfChannels: filter?.Isolation === Isolation.publish },
        ctx.locale,
      )
      return { diff_display_node: nodes, origin_bot_dl: ticket, target_version: targetVersion }
    },
    diff3: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { nodes, ticket, targetVersion, commitVersion } = await compare.diff3(input.bot_id, ctx.userId, ctx.locale)
      return {
        diff_res: nodes,
        origin_bot_dl: ticket,
        target_version: targetVersion,
        latest_commit_version: commitVersion,
      }
    },
    merge: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { version, nodes } = await compare.merge(
        input.bot_id,
        ctx.userId,
        input.origin_bot_dl,
        choicesIn(input.diff_res),
        input.dry_run,
        ctx.locale,
      )
      return { version, diff_display_node: nodes }
    },
    collaboration: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { base, own, isBehind, drafts } = await branches.status(input.bot_id, ctx.userId)
      const commit = await deps.history.lastCommit(input.bot_id)
      // Only editors see who else edits the bot.
      const mayEdit = await ctx.access.can(ctx.actor!, 'bot', input.bot_id, 'editInfo')
      const shown = mayEdit ? drafts : []
      const users = await view.usersById([...shown.map(({ userId }) => userId), commit?.createdBy ?? '0'])
      return {
        develop_mode: base.bot.developMode,
        base_version: base.bot.version,
        ...(commit && { base_committer: versions.person(users, commit.createdBy) }),
        base_time: secondsText(commit?.createdAt),
        has_own_draft: own !== undefined,
        is_behind: isBehind,
        drafts: shown.map((draft) => ({
          user: versions.person(users, draft.userId),
          save_time: secondsText(draft.savedAt),
          is_behind: draft.isBehind,
        })),
      }
    },
    recordChangelog: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const { bot_id: botId, publish_id: id, llm_result: machine, user_result: person } = input
      await deps.releases.recordChangelog(botId, id, ctx.userId, machine, person)
      return {}
    },
    topology: async (input, ctx) => {
      sameSpace(input.space_id, ctx)
      const mayView = (id: string) => ctx.access.can(ctx.actor!, 'resource', id, 'view')
      const { resource_id: id, version, env } = input
      const isBot = ctx.located?.kind === 'bot'
      if (isBot !== (input.resource_type === ResourceType.bot)) throw errors.notFound({ what: 'bot' })
      if (isBot) return deps.topology.ofBot(id, ctx.userId, env, version, mayView)
      if (ctx.located?.kind !== 'workflow') throw errors.notFound({ what: 'workflow' })
      return deps.topology.ofWorkflow(id, version, mayView)
    },
  }
}
