import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectorId, FieldType, type InterfaceEdit, PublishRecordStatus } from '@orrery/contract'
import { greeting } from '../../apps/server/src/testing/workflow-canvas.ts'
import type { TypedApi } from './typed-server.ts'

export const node = (at: number, type: string, name: string, props: object, more: object = {}): InterfaceEdit => ({
  path: ['nodes', name],
  value: {
    page: 'home',
    parent: '',
    order: `n${String(at).padStart(4, '0')}i`,
    type,
    name,
    props,
    visible: '',
    phone: {},
    events: {},
    ...more,
  },
})
export const texts = (count: number) =>
  Array.from({ length: count }, (_, n) => node(n, 'text', `text${n}`, { text: `Text ${n}` }))

/** Creates projects with interfaces through the calls of the studio. */
export function makerOf(api: TypedApi, space_id: string) {
  async function project(name: string) {
    const { project_id } = await api.project.create({ space_id, name })
    const { channel_map } = await api.projectInterface.create({ project_id })
    return { project_id, sandbox_id: channel_map['1']!.sandbox_id }
  }
  async function draw(sandbox_id: string, edits: InterfaceEdit[]) {
    for (let at = 0; at < edits.length; at += 200)
      await api.projectInterface.update({ sandbox_id, crdt_history: JSON.stringify(edits.slice(at, at + 200)) })
  }
  return {
    project,
    draw,
    async drawn(name: string, edits: InterfaceEdit[]) {
      const made = await project(name)
      await draw(made.sandbox_id, edits)
      return made.project_id
    },
    async publish(
      project_id: string,
      channels: Record<string, object> = {},
    ): Promise<{ address: string; key: string }> {
      const { publish_record_id } = await api.projectPublish.publish({
        project_id,
        version_number: 'v1.0.0',
        connector_publish_config: { [ConnectorId.page]: {}, ...channels },
      })
      for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100))
        if (
          (await api.projectPublish.record({ project_id, publish_record_id })).publish_status ===
          PublishRecordStatus.publishDone
        )
          break
      const { links } = await api.share.links({ resource_id: project_id })
      const link = links.find(({ connector_id }) => connector_id === ConnectorId.page)!
      return { address: new URL(link.url).pathname, key: link.key }
    },
    table: async (project_id: string, name: string) => {
      const made = await api.database.add({
        space_id,
        project_id,
        table_name: name,
        table_desc: '',
        field_list: [{ name: 'city', desc: '', type: FieldType.text, must_required: false, id: 0, alterId: 0 }],
        rw_mode: 1,
      })
      return made.database_info.id
    },
    flow: async (project_id: string) => {
      const { workflow_id } = await api.workflow.create({ name: 'greet', space_id, project_id, flow_mode: 0 } as never)
      await api.workflow.save({ workflow_id, schema: greeting('Hello {{String1}}') })
      return workflow_id
    },
  }
}
export type Maker = ReturnType<typeof makerOf>
