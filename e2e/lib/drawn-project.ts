import {
  ConnectorId,
  FieldType,
  type InterfaceDocument,
  type InterfaceNode,
  PublishRecordStatus,
} from '@orrery/contract'
import { expect } from 'vitest'
import type { Person, TestApp } from '../../apps/server/src/testing/test-app.ts'

type Drawn = Partial<Pick<InterfaceDocument, 'pages' | 'sources' | 'variables'>> & {
  /** In display order; each on the page `home` unless it names another one. */
  nodes: (Partial<InterfaceNode> & { type: string; name: string })[]
}
/** Creates a project with an interface through the API, for tests that start with an existing one. */
export async function drawProject(owner: Person, spaceId: string, name: string) {
  const { project_id: projectId } = await owner.api.project.create({ space_id: spaceId, name })
  const { channel_map } = await owner.api.projectInterface.create({ project_id: projectId })
  const { sandbox_id } = channel_map['1']!
  return {
    projectId,
    async draw({ nodes, ...parts }: Drawn) {
      const edits = [
        ...Object.entries(parts).flatMap(([part, entries]) =>
          Object.entries(entries).map(([key, value]) => ({ path: [part, key], value })),
        ),
        ...nodes.map((node, at) => ({
          path: ['nodes', node.name],
          value: {
            page: 'home',
            parent: '',
            order: `n${String(at).padStart(3, '0')}i`,
            props: {},
            visible: '',
            phone: {},
            events: {},
            ...node,
          },
        })),
      ]
      await owner.api.projectInterface.update({ sandbox_id, crdt_history: JSON.stringify(edits) })
    },
    async flow(flowName: string, schema: string, mode: 0 | 3 = 0): Promise<string> {
      const given = { name: flowName, space_id: spaceId, project_id: projectId, flow_mode: mode }
      const { workflow_id: id } = await owner.api.workflow.create(given as never)
      await owner.api.workflow.save({ workflow_id: id, schema })
      return id
    },
    /** Creates a table whose rows belong to the visitor who adds them. */
    async table(studio: Pick<TestApp, 'services'>, tableName: string, columns: string[]): Promise<string> {
      const { head } = await studio.services.databases.create({
        spaceId,
        userId: owner.id,
        projectId,
        name: tableName,
        description: '',
        iconUri: '',
        fields: columns.map((column) => ({
          name: column,
          desc: '',
          type: FieldType.text,
          must_required: false,
          id: 0,
          alterId: 0,
        })),
        mode: 1,
        promptDisabled: false,
      })
      return head.id
    },
    async publish(version: string): Promise<string> {
      const { publish_record_id } = await owner.api.projectPublish.publish({
        project_id: projectId,
        version_number: version,
        connector_publish_config: { [ConnectorId.page]: {} },
      } as never)
      const state = () => owner.api.projectPublish.record({ project_id: projectId, publish_record_id } as never)
      await expect.poll(async () => (await state()).publish_status).toBe(PublishRecordStatus.publishDone)
      const { links } = await owner.api.share.links({ resource_id: projectId })
      return new URL(links.find((link) => link.connector_id === ConnectorId.page)!.url).pathname
    },
  }
}
