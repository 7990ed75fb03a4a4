import type { contract } from '@orrery/contract'
import type { Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { DeskAgents } from './desk-agent.service.ts'
import type { DeskSettings } from './desk-setting.service.ts'
import type { InstanceRow } from './desk.table.ts'
import type { DeskInstances } from './instance.service.ts'

export interface DeskRoutesDeps {
  agents: DeskAgents
  instances: DeskInstances
  settings: DeskSettings
}

/** Desks and their documents. */
export function deskRoutes({ agents, instances, settings }: DeskRoutesDeps): Handlers<typeof contract.desk> {
  const shown = (row: InstanceRow, content: string) => ({
    agent_id: row.agentId,
    bot_id: row.conversationId ? row.agentId : '',
    instance_id: row.id,
    session_id: instances.sessionOf(row),
    name: row.name,
    creator_id: row.userId,
    content,
    init_param_info: row.initParam,
    create_time: seconds(row.createdAt),
    update_time: seconds(row.updatedAt),
  })
  return {
    agent: async ({ agent_id }, ctx) => {
      const found = await agents.describe(agent_id, ctx.userId, ctx.locale)
      return {
        agent: {
          agent_id,
          bot_id: found.botId,
          name: found.name,
          description: found.description,
          create_time: 0,
          update_time: 0,
          bot_version: found.version,
          shortcut_command_list: found.shortcuts,
          agent_config: { command_relation_map: found.scenes },
        },
      }
    },
    create: async (input, ctx) => {
      const row = await instances.create({
        agentId: input.agent_id,
        userId: ctx.userId,
        spaceId: input.space_id,
        name: input.name,
        content: input.content,
        initParam: input.init_param,
        idemKey: input.idem_key,
      })
      return { instance_id: row.id, session_id: instances.sessionOf(row), name: row.name }
    },
    save: async ({ agent_id, instance_id, update_param: change }, ctx) => {
      const row = await instances.own(agent_id, instance_id, ctx.userId)
      await instances.save(row, {
        ...(change.name !== undefined && { name: change.name }),
        ...(change.content !== undefined && { content: change.content }),
        ...(change.init_param && { initParam: change.init_param }),
      })
      return {}
    },
    get: async ({ agent_id, instance_id }, ctx) => {
      const row = await instances.own(agent_id, instance_id, ctx.userId)
      const said = await instances.said(row)
      return {
        instance: shown(row, row.content),
        messages: said.map(({ id, role, content, createdAt }) => ({
          message_id: id,
          role,
          content,
          create_time: seconds(createdAt),
        })),
      }
    },
    list: async (input, ctx) => {
      const { rows, total } = await instances.list({
        userId: ctx.userId,
        agentId: input.agent_id,
        spaceId: input.space_id,
        byCreation: false,
        ascending: input.sort_cond.order_type === 1,
        page: input.page,
        size: input.size,
      })
      // A list does not need the full texts, which may be long.
      return { instance_list: rows.map((row) => shown(row, row.content.slice(0, 200))), total }
    },
    remove: async ({ agent_id, instance_id }, ctx) => {
      await instances.remove(await instances.own(agent_id, instance_id, ctx.userId))
      return {}
    },
    settings: async ({ agent_id, setting_keys }, ctx) => {
      const all = Object.entries(await settings.all(ctx.userId, agent_id))
      const wanted = setting_keys.length ? all.filter(([key]) => setting_keys.includes(key)) : all
      return {
        setting_map: Object.fromEntries(
          wanted.map(([key, value]) => [key, { setting_key: key, setting_value: value }]),
        ),
      }
    },
    saveSettings: async ({ agent_id, setting }, ctx) => {
      await settings.save(
        ctx.userId,
        agent_id,
        setting.map(({ setting_key: key, setting_value: value }) => ({ key, value })),
      )
      return {}
    },
  }
}
