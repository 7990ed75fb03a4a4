import type { contract } from '@orrery/contract'
import { keyOf, NodeType } from '@orrery/engine/node-type'
import { errors } from '#kit/errors.ts'
import type { FileLinks } from '#kit/file-links.ts'
import type { Ctx, Handlers } from '#kit/http/context.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { RunService } from '#domains/flow/run/run.service.ts'
import { rootSpan, spanTree } from '#domains/flow/run/span-tree.ts'
import { toWorkflowSpan } from '#domains/flow/run/spans.ts'
import { type CanvasNode, flatten, readFacts } from './canvas-facts.ts'
import { terminationsOf } from './called-workflows.ts'
import type { ChatRoleService } from './chat-role.service.ts'
import { nodeTypes } from './node-catalog.ts'
import type { Presenter } from './present.ts'
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
  runs: Pick<RunService, 'history' | 'view'>
  present: Presenter
  links: FileLinks
  /** Refuses files that are not the caller's. */
  requireFile(key: string, userId: string): Promise<unknown>
}

/** How a conversation came to be, and where, as clients number it. */
const BY_NODES = 2
const RELEASED = 2

export function studioRoutes(deps: StudioRoutesDeps): Handlers<typeof contract.workflowStudio> {
  const { workflows, versions, roles, conversations, runs, present } = deps
  const mayView = (ctx: Ctx) => (id: string) => ctx.access.can(ctx.actor!, 'workflow', id, 'view')
  const validated = async (schema: string, ctx: Ctx) =>
    validateCanvas(schema, { terminateOf: await terminationsOf(schema, versions, mayView(ctx)) })

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
    async subProcesses({ parent_workflow_id, parent_node_id, workflow_id }) {
      const rows = await runs.history({ workflowId: parent_workflow_id, limit: 20 })
      const views = await Promise.all(rows.map((row) => runs.view(parent_workflow_id, row.id)))
      return {
        data: views.flatMap(({ row, records }) =>
          records
            .filter((record) => record.id === parent_node_id && record.t === keyOf(NodeType.SubWorkflow))
            .map((record) => ({
              workflow_id: workflow_id ?? '',
              nodeId: record.id,
              executeId: `${row.id}:${record.p}`,
              status: record.s,
              create_time: seconds(record.at),
              update_time: Math.floor((record.at + (record.ms ?? 0)) / 1000),
              operator_id: row.userId,
              error_code: record.code ? String(record.code) : '',
              error_msg: record.err ?? '',
              parent_execute_id: row.id,
            })),
        ),
      }
    },
    async listSpans(input) {
      const rows = await runs.history({
        workflowId: input.workflow_id,
        from: input.start_at,
        to: input.end_at,
        status: input.status === 1 ? 2 : input.status === 2 ? 3 : undefined,
        // 1: test runs, 2: what was published.
        kinds: input.execute_mode === 1 ? [0, 2, 3] : input.execute_mode === 2 ? [1] : undefined,
        words: input.input,
        isOldestFirst: input.desc_by_start_time === false,
        offset: input.offset,
        limit: input.limit,
      })
      return { spans: rows.map((row) => toWorkflowSpan(rootSpan(row), row.id, row.logId)) }
    },
    async trace({ workflow_id, execute_id, log_id }) {
      const id =
        execute_id ?? (log_id && (await runs.history({ workflowId: workflow_id, logId: log_id, limit: 1 }))[0]?.id)
      if (!id) throw errors.notFound({ what: 'run' })
      const view = await runs.view(workflow_id, id)
      const spans = spanTree(view).map((span) => toWorkflowSpan(span, id, view.row.logId))
      const [root] = spans
      return {
        spans,
        header: {
          duration: root!.duration,
          tokens: view.row.tokensIn + view.row.tokensOut,
          status_code: root!.status_code,
          tags: root!.tags,
          message_id: '',
          start_time: root!.start_time,
        },
      }
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
          ? await conversations.listMade(project_id, ctx.userId, page)
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
      if (!check_only && (await conversations.removeMade(project_id, ctx.userId, unique_id)))
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
