import type { InterfaceData, InterfaceDocument, InterfaceDsl, InterfaceSandboxData } from '@orrery/contract'
import { manifestOf, nodesOf, pagesOf } from '@orrery/engine/interface'
import { secondsText } from '#kit/http/wire-values.ts'
import type { FoundInterface } from './interface.service.ts'
import type { InterfaceRow, SandboxRow } from './interface.table.ts'

const APPROVED = 1
const relationOf = (document: InterfaceDocument) => ({ plugin_ids: [], workflow_ids: manifestOf(document).workflows })

export function toData({ row, sandboxes }: FoundInterface, spaceId: string, publishStatus: number): InterfaceData {
  const updatedAt = Math.max(row.createdAt, ...sandboxes.map((sandbox) => sandbox.updatedAt))
  return {
    ui_id: row.id,
    space_id: spaceId,
    project_id: row.projectId,
    starry_app_id: row.id,
    ui_name: row.name,
    publish_status: publishStatus,
    creator_id: row.createdBy,
    audit_status: APPROVED,
    create_time: secondsText(row.createdAt),
    update_time: secondsText(updatedAt),
    dsl_content: sandboxes[0] ? JSON.stringify(sandboxes[0].document) : '',
    description: '',
    channel_map: Object.fromEntries(
      sandboxes.map((sandbox) => [
        String(sandbox.channel),
        {
          id: sandbox.id,
          ui_id: row.id,
          channel_id: sandbox.channel,
          sandbox_id: sandbox.id,
          ui_relation: relationOf(sandbox.document),
          description: '',
          dsl_content: JSON.stringify(sandbox.document),
          creator_id: row.createdBy,
          create_time: secondsText(sandbox.createdAt),
          update_time: secondsText(sandbox.updatedAt),
        },
      ]),
    ),
    channel_list: sandboxes.map(({ channel }) => channel),
  }
}
export function toSandbox(
  sandbox: SandboxRow,
  { name, createdBy }: Pick<InterfaceRow, 'name' | 'createdBy'>,
): InterfaceSandboxData {
  const { document, seq } = sandbox
  const pages = pagesOf(document)
  return {
    sandboxId: sandbox.id,
    appId: sandbox.interfaceId,
    name,
    pages: pages.map(({ id }) => id),
    routes: JSON.stringify({ entry: document.entry, pages: pages.map(({ id, title }) => ({ id, title })) }),
    crdtHistory: JSON.stringify({ seq, document }),
    updater: sandbox.updatedBy,
    creator: createdBy,
    updatedAt: secondsText(sandbox.updatedAt),
    createdAt: secondsText(sandbox.createdAt),
  }
}
export const toApp = (
  sandbox: Pick<SandboxRow, 'id'>,
  row: InterfaceRow,
  project: { id: string; spaceId: string },
) => ({
  appId: row.id,
  name: row.name,
  devSandbox: sandbox.id,
  projectId: project.id,
  spaceId: project.spaceId,
  creator: row.createdBy,
  createdAt: secondsText(row.createdAt),
})
const onlyPage = (document: InterfaceDocument, pageId: string) => ({
  pages: Object.fromEntries(Object.entries(document.pages).filter(([id]) => id === pageId)),
  nodes: Object.fromEntries(nodesOf(document, pageId).map(({ id, ...node }) => [id, node])),
})
export function toDsl(document: InterfaceDocument, withOthers: boolean): InterfaceDsl {
  const others = pagesOf(document).filter(({ id }) => id !== document.entry)
  return {
    dsl_content: JSON.stringify({ ...document, ...onlyPage(document, document.entry) }),
    ui_relation: relationOf(document),
    ext_pages: withOthers ? JSON.stringify(others.map(({ id }) => onlyPage(document, id))) : '[]',
    entry_page_path: document.entry,
    tab_bar: '',
  }
}
/** All URLs in a document, for reviewers. */
export const addressesIn = (document: InterfaceDocument): string[] => [
  ...new Set(JSON.stringify(document).match(/https?:\/\/[^\s"'\\<>{}]+/g) ?? []),
]
