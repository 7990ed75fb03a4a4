import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '#lib/api.ts'
import { queryClient } from '#lib/query.ts'

type Listed = Awaited<ReturnType<typeof api.filebox.list>>
export type BoxFile = Listed['list'][number]
export const commonOf = (botId: string, query = '') => ({ req_common_params: { 'X-AIPlugin-Bot-ID': botId, query } })

const pageSize = 50
export const filesQuery = (botId: string, { word, kind }: { word: string; kind?: 1 | 4 }) =>
  infiniteQueryOptions({
    queryKey: ['filebox', botId, 'files', { word, kind }],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.filebox.list(
        { bid: botId, file_name: word, file_type: kind, page_num: pageParam, page_size: pageSize },
        { signal },
      ),
    getNextPageParam: (last, pages) => (pages.length * pageSize < last.total_count ? pages.length + 1 : undefined),
    // Poll while a file is still being processed.
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.list.some((file) => file.State === 0)) ? 1_500 : false,
  })

export const albumsQuery = (botId: string) =>
  queryOptions({
    queryKey: ['filebox', botId, 'albums'],
    queryFn: async ({ signal }) => (await api.filebox.albums(commonOf(botId), { signal })).album_list,
  })

export const albumQuery = (botId: string, albumId: string) =>
  queryOptions({
    queryKey: ['filebox', botId, 'album', albumId],
    queryFn: ({ signal }) => api.filebox.showAlbum({ ...commonOf(botId), album_id: albumId, limit: 200 }, { signal }),
  })

export const fileQuery = (botId: string, fileId: string) =>
  queryOptions({
    queryKey: ['filebox', botId, 'file', fileId],
    queryFn: ({ signal }) => api.filebox.file({ ...commonOf(botId), file_id: fileId }, { signal }),
  })

/** The parameters of a signed link, to one file or to an album page by page. */
export interface PageLink {
  obj_type?: string
  dpid?: string
  bid?: string
  cid?: string
  expires?: string
  signature?: string
}
export const pageQuery = (link: PageLink) =>
  infiniteQueryOptions({
    queryKey: ['filebox', link.bid ?? '', 'page', link],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      api.filebox.detail(
        {
          obj_type: Number(link.obj_type),
          dpid: link.dpid ?? '',
          bid: link.bid ?? '',
          cid: link.cid,
          expires: link.expires ?? '',
          signature: link.signature ?? '',
          page_num: pageParam,
        },
        { signal },
      ),
    getNextPageParam: (last) => last.next_page_num || undefined,
  })
export type PageFile = Awaited<ReturnType<typeof api.filebox.detail>>['file_list'][number]

/** Whether the reader owns the file or album of a page. */
export const writableQuery = (pageId: string) =>
  queryOptions({
    queryKey: ['filebox-writable', pageId],
    queryFn: async ({ signal }) => (await api.filebox.isWritable({ dpid: pageId }, { signal })).is_writable,
  })

export const refreshBox = (botId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['filebox', botId] })
