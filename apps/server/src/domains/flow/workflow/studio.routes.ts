import type { contract } from '@orrery/contract'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import type { ThreadService } from '#domains/flow/run/thread.service.ts'
import { type CanvasNode, flatten, readFacts } from '@orrery/engine/canvas-facts'
import { calledFrom } from './called-workflows.ts'
import type { ChatRoleService } from './chat-role.service.ts'
import { nodeTypes } from './node-catalog.ts'
import type { Presenter } from './shared/present.ts'
import type { ProjectConversationService } from './project-conversation.service.ts'
import { skillRoutes, type SkillRoutesDeps } from './skill.routes.ts'
import { validateCanvas } from './validate-canvas.ts'
import type { VersionService } from './version.service.ts'
import type { WorkflowService } from './workflow.service.ts'

export interface StudioRoutesDeps extends SkillRoutesDeps {
  workflows: WorkflowService
  versions: VersionService
  roles: ChatRoleService
  conversations: ProjectConversationService
  /** Conversations that runs created. */
  threads: Pick<ThreadService, 'listCreatedByRuns' | 'removeCreatedByRuns'>
  present: Presenter
  links: FileLinks
  /** Throws unless the file belongs to the caller. */
  requireFile(key: string, userId: string): Promise<unknown>
}

/** Origin and stage of a conversation, in the numbers of the wire. */
const BY_NODES = 2
const RELEASED = 2

export function studioRoutes(
  deps: StudioRoutesDeps,
): Omit<Handlers<typeof contract.workflowStudio>, 'subProcesses' | 'listSpans' | 'trace'> {
  const { workflows, versions, roles, conversations, present } = deps
  const mayView = (ctx: Ctx) => (id: string) => ctx.access.can(ctx.actor!, 'workflow', id, 'view')
  const validated = async (schema: string, ctx: Ctx) =>
    validateCanvas(schema, await calledFrom(schema, versions, mayView(ctx)))

  return {
    nodeTemplates({ node_types, need_types }, ctx) {
      const wanted = new Set([...(node_types ?? []), ...(need_types ?? []).map(String)])
      const chosen = nodeTypes.filter((nodeType) => !wanted.size || wanted.has(nodeType.type))
      const zh = ctx.locale === 'zh-CN'
      const offered = chosen.filter((item) => !item.hidden)
      return {
        template_list: chosen.map((item) => ({
          id: item.type,
          type: Number(item.type),
          name: zh ? item.zh : item.en,
          desc: zh ? item.descZh : item.descEn,
          icon_url: '',
          support_batch: item.batch ? 2 : 1,
          node_type: item.type,
          color: item.color,
        })),
        cate_list: [...new Set(offered.map((item) => item.category))].map((name) => ({
          name,
          node_type_list: offered.filter((item) => item.category === name).map((item) => item.type),
        })),
        plugin_api_list: [],
        plugin_category_list: [],
      }
    },
    async nodeTypes({ workflow_id }, ctx) {
      const { row } = await workflows.get(workflow_id)
      const own = flatten(readFacts(row.schema).nodes)
      const inner: CanvasNode[] = []
      for (const { id, version } of readFacts(row.schema).needs.workflows)
        if (await mayView(ctx)(id)) {
          const content = await versions.content(id, version).catch(() => undefined)
          if (content) inner.push(...flatten(readFacts(content.schema).nodes))
        }
      const typesOf = (nodes: CanvasNode[]) => [...new Set(nodes.map((node) => node.type))]
      return {
        node_types: typesOf(own),
        sub_workflow_node_types: typesOf(inner),
        nodes_properties: own.map(propertiesOf),
        sub_workflow_nodes_properties: inner.map(propertiesOf),
      }
    },
    ...skillRoutes(deps),
    async messageNodes({ plugin_id }) {
      const { head, row } = await workflows.get(plugin_id)
      const content = await versions.content(plugin_id, row.version ?? '')
      return { id: plugin_id, plugin_id, name: head.name, message_nodes: readFacts(content.schema).outputNodes }
    },
    async validateSchema({ schema }, ctx) {
      return { data: await validated(schema, ctx) }
    },
    async encapsulate(input, ctx) {
      const problems = await validated(input.schema, ctx)
      if (input.only_validate || problems.length) return { workflow_id: '', name: input.name, validate_data: problems }
      if (input.project_id) await ctx.access.require(ctx.actor!, 'project', input.project_id, 'createResource')
      const { head } = await workflows.create({
        spaceId: input.space_id,
        ownerId: ctx.userId,
        projectId: input.project_id,
        name: input.name,
        description: input.desc,
        iconUri: input.icon_uri,
        flowMode: input.flow_mode,
        schema: input.schema,
      })
      return { workflow_id: head.id, name: head.name, validate_data: [] }
    },
    async signImage({ uri }, ctx) {
      await deps.requireFile(uri, ctx.userId)
      return { url: deps.links.make(uri) }
    },
    async createRole({ chat_flow_role }) {
      const { workflow_id, connector_id, ...role } = chat_flow_role
      await workflows.get(workflow_id)
      return { ID: await roles.save(workflow_id, connector_id, role) }
    },
    async getRole({ workflow_id, connector_id }) {
      await workflows.get(workflow_id)
      const role = await roles.get(workflow_id, connector_id)
      return role ? { role } : {}
    },
    async deleteRole({ WorkflowID, ID }) {
      if (!(await roles.remove(WorkflowID, ID))) throw errors.notFound({ what: 'role' })
      return {}
    },
    async createConversation({ project_id, conversation_name }, ctx) {
      const id = await conversations.create(project_id, ctx.userId, conversation_name)
      return { unique_id: id, space_id: ctx.located!.spaceId }
    },
    async listConversations({ project_id, cursor, limit, nameLike, create_method, create_env }, ctx) {
      const page = { isDraft: create_env !== RELEASED, after: cursor, limit: limit + 1, name: nameLike }
      const rows =
        create_method === BY_NODES
          ? await deps.threads.listCreatedByRuns(project_id, ctx.userId, page)
          : await conversations.list(project_id, cursor, limit + 1, nameLike)
      const shown = rows.slice(0, limit)
      return {
        data: shown.map((row) => ({
          unique_id: row.id,
          conversation_name: row.name,
          conversation_id: row.id,
          release_conversation_name: row.name,
        })),
        cursor: rows.length > shown.length ? shown.at(-1)!.id : '',
      }
    },
    async updateConversation({ project_id, unique_id, conversation_name }) {
      await conversations.rename(project_id, unique_id, conversation_name)
      return {}
    },
    async deleteConversation({ project_id, unique_id, replace, check_only }, ctx) {
      if (!check_only && (await deps.threads.removeCreatedByRuns(project_id, ctx.userId, unique_id)))
        return { success: true, need_replace: [] }
      const open = await conversations.remove(project_id, ctx.userId, unique_id, replace ?? {}, check_only)
      return { success: !check_only && open.length === 0, need_replace: await present.workflows(open, ctx.userId) }
    },
    async deleteConversations({ project_id, unique_id_list }) {
      await conversations.removeMany(project_id, unique_id_list)
      return { success: true }
    },
  }
}

function propertiesOf(node: CanvasNode) {
  const text = JSON.stringify(node.data)
  return {
    id: node.id,
    type: node.type,
    is_enable_chat_history: /"enableChatHistory":\s*true|"name":"enableChatHistory"[^}]*"content":true/.test(text),
    is_enable_user_query: false,
    is_ref_global_variable: text.includes('"global_variable_'),
  }
}
