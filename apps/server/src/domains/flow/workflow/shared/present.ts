import type { Workflow, WorkflowDetail, WorkflowDiff, WorkflowNode, WorkflowVersion } from '@orrery/contract'
import type { FileLinks } from '#kit/file-links.ts'
import { seconds } from '#kit/http/wire-values.ts'
import type { ListingsOf } from '#domains/ground/resource/shared/listing-state.ts'
import type { PassportService } from '#domains/ground/passport/passport.service.ts'
import { readFacts } from '@orrery/engine/canvas-facts'
import type { Content } from '../version.service.ts'
import type { Found } from '../workflow.repo.ts'
import type { CommitRow } from '../workflow.table.ts'
import { versionStatus } from './workflow-status.ts'

type People = Pick<PassportService, 'getMany'>

/** Converts workflows to the shapes of the wire. */
interface PresenterDeps {
  people: People
  links: FileLinks
  ports: { readonly listings: ListingsOf }
}
export function createPresenter({ people, links, ports }: PresenterDeps) {
  async function creatorsOf(ids: string[], self: string) {
    const users = new Map((await people.getMany([...new Set(ids)])).map((user) => [user.id, user]))
    return (id: string) => {
      const user = users.get(id)
      return {
        id,
        name: user?.name ?? '',
        avatar_url: links.make(user?.avatarKey),
        self: id === self,
      }
    }
  }

  async function workflows(found: Found[], self: string, withSchema = false): Promise<Workflow[]> {
    const creatorOf = await creatorsOf(
      found.map(({ head }) => head.ownerId),
      self,
    )
    const listings = await ports.listings(found.map(({ head }) => head.id))
    return found.map((item) => {
      const { head, row } = item
      const facts = readFacts(row.schema)
      const node = (id: string, type: number, name: string, params: Record<string, unknown>[]): WorkflowNode => ({
        workflow_id: head.id,
        node_id: id,
        node_name: name,
        node_type: type,
        node_param: { input_parameters: params },
      })
      return {
        workflow_id: head.id,
        name: head.name,
        desc: head.description,
        url: links.make(head.iconUri),
        icon_uri: head.iconUri,
        status: versionStatus(row),
        type: 0,
        plugin_id: row.version ? head.id : '0',
        create_time: seconds(head.createdAt),
        update_time: seconds(head.updatedAt),
        schema_type: 0,
        start_node: node('100001', 1, 'Start', facts.inputs),
        end_node: node('900001', 2, 'End', facts.outputs),
        space_id: head.spaceId,
        ...(withSchema && { schema_json: row.schema }),
        creator: creatorOf(head.ownerId),
        persistence_model: 2,
        flow_mode: row.flowMode,
        product_draft_status: listings.get(head.id)?.draft ?? 0,
        product_status: listings.get(head.id)?.status ?? 0,
        collaborator_mode: row.collaboratorMode,
        check_result: [],
        project_id: head.projectId ?? '',
        save_version: row.commitId,
        latest_version: row.version ?? '',
      }
    })
  }

  /** `content` is the requested version; without it the draft is shown. */
  async function details(
    wanted: { found: Found; content?: CommitRow | undefined; latest?: CommitRow | undefined }[],
    self: string,
  ): Promise<WorkflowDetail[]> {
    const creatorOf = await creatorsOf(
      wanted.map(({ found }) => found.head.ownerId),
      self,
    )
    return wanted.map(({ found: { head, row }, content, latest }) => {
      const facts = readFacts(content?.schema ?? row.schema)
      return {
        workflow_id: head.id,
        space_id: head.spaceId,
        name: head.name,
        desc: head.description,
        icon: links.make(head.iconUri),
        icon_uri: head.iconUri,
        inputs: facts.inputs,
        outputs: facts.outputs,
        version: content?.version ?? '',
        create_time: seconds(head.createdAt),
        update_time: seconds(head.updatedAt),
        project_id: head.projectId ?? '',
        end_type: facts.endType,
        flow_mode: content?.flowMode ?? row.flowMode,
        plugin_id: row.version ? head.id : '0',
        creator: creatorOf(head.ownerId),
        flow_version: content?.version ?? '',
        flow_version_desc: content?.note ?? '',
        latest_flow_version: row.version ?? '',
        latest_flow_version_desc: latest?.note ?? '',
        commit_id: content?.id ?? row.commitId,
        is_project: head.projectId !== null,
        output_nodes: facts.outputNodes,
      }
    })
  }

  async function versions(rows: CommitRow[], spaceId: string): Promise<WorkflowVersion[]> {
    const creatorOf = await creatorsOf(
      rows.map((row) => row.createdBy),
      '',
    )
    return rows.map((row) => {
      const { name, avatar_url } = creatorOf(row.createdBy)
      return {
        workflow_id: row.workflowId,
        space_id: spaceId,
        commit_id: row.id,
        submit_commit_id: row.submitCommitId ?? '',
        create_time: row.createdAt,
        update_time: row.createdAt,
        env: '',
        desc: row.note,
        user: { user_id: row.createdBy, user_name: name, user_avatar: avatar_url, nickname: name },
        type: row.type,
        offline: false,
        is_delete: false,
        version: row.version,
        version_type: row.version ? 1 : 2,
      }
    })
  }

  function diff(before: Content | undefined, after: Content): WorkflowDiff {
    const pair = (old = '', now = '') => ({
      before: old,
      before_commit_id: before?.id ?? '',
      after: now,
      after_commit_id: after.id,
      modify: old !== now,
    })
    return {
      name_dif: pair(before?.name, after.name),
      describe_dif: pair(before?.description, after.description),
      icon_url_dif: pair(before && links.make(before.iconUri), links.make(after.iconUri)),
      schema_dif: pair(before?.schema, after.schema),
    }
  }

  return { workflows, details, versions, diff, iconOf: links.make, creatorsOf }
}
export type Presenter = ReturnType<typeof createPresenter>
