import type { InterfaceDocument } from '@orrery/contract'
import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { InterfaceChannel } from '@orrery/contract/shared/interface-limits'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { readBase64 } from '#lib/read-file.ts'
import type { MissingSaves, SendEdits } from './editor/draft-store.ts'
import { type InterfacePort, readSource } from './runtime/interface-port.ts'

const WEB = InterfaceChannel.web
/** Upload type of files that workflows accept. */
const WORKFLOW_FILE = 6 as const
export interface DrawnInterface {
  sandboxId: string
  seq: number
  document: InterfaceDocument
}
/** The interface of a project for a channel; empty if there is none yet. */
export const interfaceQuery = (projectId: string, channel: InterfaceChannel = WEB) =>
  queryOptions({
    queryKey: ['project', projectId, 'interface', ...(channel === WEB ? [] : ['phone'])],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<{ drawn?: DrawnInterface }> => {
      try {
        const { channel_map: channels } = await api.projectInterface.get({ project_id: projectId }, { signal })
        const sandboxId = channels[String(channel)]?.sandbox_id
        if (!sandboxId) return {}
        const { Sandbox } = await api.projectInterface.sandbox({ sandbox_id: sandboxId }, { signal })
        const draft = JSON.parse(Sandbox.crdtHistory) as { seq: number; document: InterfaceDocument }
        return { drawn: { sandboxId, ...draft } }
      } catch (cause) {
        if (cause instanceof ApiError && cause.code === ErrorCode.projectInterface.none) return {}
        throw cause
      }
    },
  })
export const targetsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'interface', 'targets'],
    staleTime: 5_000,
    queryFn: ({ signal }) => api.projectInterface.targets({ project_id: projectId }, { signal }),
  })

/** URLs at which the components of imported packages run; requested again when the imported packages change. */
export const framesQuery = (projectId: string, version: string, channel: InterfaceChannel) =>
  queryOptions({
    queryKey: ['project', projectId, 'interface', 'frames', version, channel],
    enabled: version !== '{}',
    // The URLs are valid for several days.
    staleTime: 3600_000,
    queryFn: async ({ signal }) => {
      const { list } = await api.componentPackage.imported({ project_id: projectId, channel_id: channel }, { signal })
      return Object.fromEntries(list.map(({ component_info: info }) => [info.pkgName, info.cdnHost]))
    },
  })
export type BuiltCode = Awaited<ReturnType<typeof api.projectInterface.code>>
/** The URL at which a page of code runs; built again after its files were saved. */
export const codeQuery = (projectId: string, channel: InterfaceChannel, page: string, files: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'interface', 'code', channel, page, files],
    enabled: files !== '',
    staleTime: 3600_000,
    gcTime: 60_000,
    // The previous build stays visible until the next one is ready.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.projectInterface.code({ project_id: projectId, channel, page_id: page }, { signal }),
  })
/** The published interface that visitors see; null if none is published. */
export const publishedQuery = (projectId: string, channel: InterfaceChannel = WEB) =>
  queryOptions({
    queryKey: ['project', projectId, 'interface', 'published', channel],
    queryFn: async ({ signal }): Promise<InterfaceDocument | null> => {
      const wanted = { project_id: projectId, channel, with_ext_pages: true } as const
      const found = await api.projectInterface.published(wanted, { signal }).catch((cause: unknown) => {
        if (cause instanceof ApiError && cause.code === ErrorCode.projectInterface.notPublished) return null
        throw cause
      })
      if (!found) return null
      type Part = Pick<InterfaceDocument, 'pages' | 'nodes'>
      const first = JSON.parse(found.data.dsl_content) as InterfaceDocument
      const parts = [first, ...(JSON.parse(found.data.ext_pages) as Part[])]
      return {
        ...first,
        pages: Object.assign({}, ...parts.map(({ pages }) => pages)) as Part['pages'],
        nodes: Object.assign({}, ...parts.map(({ nodes }) => nodes)) as Part['nodes'],
      }
    },
  })
const PACKAGE_PAGE = 50
/** The packages for browsers or for phones; each package is for one of them. */
export const packagesQuery = (projectId: string, channel: InterfaceChannel) =>
  queryOptions({
    queryKey: ['project', projectId, 'interface', 'packages', channel],
    queryFn: ({ signal }) =>
      api.componentPackage.list({ project_id: projectId, channel_id: channel, page: 1, size: 100 }, { signal }),
  })

/** All versions of the packages of a space. */
export const spacePackagesQuery = (spaceId: string) =>
  infiniteQueryOptions({
    queryKey: ['interface', 'packages', spaceId],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.componentPackage.ofSpace({ space_id: spaceId, page: pageParam, size: PACKAGE_PAGE }, { signal }),
    getNextPageParam: (last, pages) =>
      pages.length * PACKAGE_PAGE < Number(last.total) ? pages.length + 1 : undefined,
  })

export const sendTo =
  (sandboxId: string): SendEdits =>
  async (edits, batch, since) => {
    const sent = edits.length > 0 ? JSON.stringify(edits) : ''
    const action = JSON.stringify({ batch, since })
    const { sandbox } = await api.projectInterface.update({ sandbox_id: sandboxId, crdt_history: sent, action })
    return JSON.parse(sandbox) as MissingSaves
  }

/** Runs the draft with test data. */
export const draftPort = (projectId: string, channel: InterfaceChannel): InterfacePort => ({
  run: (source, inputs, onPartial, used) =>
    readSource(() => api.projectInterface.run({ project_id: projectId, channel, source, inputs, used }), onPartial),
  rows: (source, request) => api.projectInterface.rows({ project_id: projectId, channel, source, request }),
  upload: async (file) => {
    const file_type = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[1] ?? 'txt'
    const head = { file_type, biz_type: WORKFLOW_FILE } as const
    const { upload_url: url } = await api.upload.file({ file_head: head, data: await readBase64(file) })
    return { url }
  },
})
