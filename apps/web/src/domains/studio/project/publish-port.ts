import { ConnectorId } from '@orrery/contract/shared/bot-enums'
import { ProjectHistoryType, PublishRecordStatus } from '@orrery/contract/shared/project-enums'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import {
  type Channel,
  channelState,
  type Progress,
  type PublishPort,
  type Version,
} from '#domains/studio/publish/index.ts'

const pageSize = 20
type Connectors = Awaited<ReturnType<typeof api.projectPublish.connectors>>
type Connector = Connectors['connector_list'][number]
type Record = Awaited<ReturnType<typeof api.projectPublish.record>>
type Entry = Awaited<ReturnType<typeof api.project.history>>['history_list'][number]

/** The publish port of a project. It is packed as a whole, and each channel gets the workflows selected for it. */
export function createProjectPublishPort(projectId: string): PublishPort {
  const base = { project_id: projectId }
  const connectors = (signal: AbortSignal) => api.projectPublish.connectors(base, { signal })
  /** Cursor of each page of the history: the server counts entries, not pages. */
  const cursors = ['']
  return {
    id: projectId,
    async load(signal) {
      const [found, log] = await Promise.all([connectors(signal), api.projectPublish.changes(base, { signal })])
      const last = found.last_publish_info
      return {
        channels: found.connector_list.map((connector) => toChannel(connector, last)),
        changes: log.changes,
        summary: log.content,
        draft: '',
        lastName: last.version_number,
        ownName: '',
        sameAs: log.changes.length === 0 ? log.since : '',
        canPublish: found.can_publish,
        openId: found.open_publish_record_id,
      }
    },
    async versions(page, signal) {
      const [history, { connector_list: channels }] = await Promise.all([
        api.project.history(
          {
            ...base,
            history_type: ProjectHistoryType.publish,
            only_done: true,
            cursor: cursors[page - 1] ?? '',
            size: pageSize,
          },
          { signal },
        ),
        connectors(signal),
      ])
      cursors[page] = history.next_cursor
      return { versions: history.history_list.map((entry) => toVersion(entry, channels)), total: history.total }
    },
    // The server checks the whole project while packing it, and reports problems part by part.
    check: async () => [],
    async publish({ channels, versionName, note }) {
      const answer = await api.projectPublish.publish({
        ...base,
        version_number: versionName,
        description: note,
        connectors: Object.fromEntries(channels.map(({ id }) => [id, {}])),
        connector_publish_config: Object.fromEntries(
          channels.map(({ id, flows }) => [id, { selected_workflows: flows.map((flow) => ({ workflow_id: flow })) }]),
        ),
      })
      return answer.publish_record_id
    },
    progress: async (id) => toProgress(await api.projectPublish.record({ ...base, publish_record_id: id })),
    retry: (id) => api.projectPublish.retry({ ...base, publish_record_id: id }),
    rollback: (id) => api.projectPublish.goBack({ ...base, publish_record_id: id }),
    unpublish: (ids) =>
      api.projectPublish.unlist({ intelligence_id: projectId, intelligence_type: 2, connector_ids: [...ids] }),
  }
}

function toChannel(connector: Connector, last: Connectors['last_publish_info']): Channel {
  const live = connector.connector_publish_config.selected_workflows
  const given = live.length > 0 ? live : (last.connector_publish_config[connector.id]?.selected_workflows ?? [])
  return {
    id: connector.id,
    name: connector.name,
    text: connector.description,
    isReady: connector.allow_publish,
    // If the channel only needs setup, its button explains that.
    reason: connector.workflows.length > 0 ? '' : connector.not_allow_publish_reason,
    publishId: connector.publish_record_id,
    versionName: connector.version_number,
    publishedAt: connector.publish_time * 1000,
    flows: connector.workflows.map((flow) => ({ id: flow.workflow_id, name: flow.workflow_name })),
    isSingle: connector.is_single,
    // The API channel gets all workflows, including newer ones, until one is deselected.
    given: connector.id === ConnectorId.api && live.length === 0 ? [] : given.map((flow) => flow.workflow_id),
  }
}
function toProgress(record: Record): Progress {
  const { publish_status: status, connector_publish_result: results } = record
  const isPacked = status === PublishRecordStatus.connectorPublishing || status === PublishRecordStatus.publishDone
  const isRefused = status === PublishRecordStatus.auditNotPass
  const isBroken = status === PublishRecordStatus.packFailed
  const next =
    status === PublishRecordStatus.connectorPublishing
      ? results.find((result) => result.connector_publish_status === 0)
      : undefined
  const faults = record.publish_status_detail.pack_failed_detail.map((item) => ({
    name: item.entity_name,
    reason: item.reason,
  }))
  return {
    versionName: record.version_number,
    startedAt: record.create_time * 1000,
    isOver: isRefused || isBroken || status === PublishRecordStatus.publishDone,
    check: isRefused ? 'failed' : 'done',
    reasons: isRefused ? [readFieldError(record.publish_status_msg).text] : [],
    freeze: isPacked ? 'done' : isBroken ? 'failed' : isRefused ? 'waiting' : 'running',
    faults: isBroken && faults.length === 0 ? [{ name: '', reason: record.publish_status_msg }] : faults,
    channels: results.map((result) => ({
      id: result.connector_id,
      name: result.connector_name,
      state: channelState(result.connector_publish_status, result === next),
      at: result.finish_time * 1000,
      reason: result.connector_publish_status_msg,
    })),
  }
}
function toVersion(entry: Entry, channels: readonly Connector[]): Version {
  const id = entry.publish_detail?.publish_record_id ?? ''
  return {
    id,
    name: entry.version,
    note: entry.description,
    at: entry.operate_time * 1000,
    by: { id: entry.operator.user_id, name: entry.operator.nickname, avatarUrl: entry.operator.avatar_url },
    live: channels.filter((channel) => channel.publish_record_id === id).map((channel) => channel.id),
  }
}
