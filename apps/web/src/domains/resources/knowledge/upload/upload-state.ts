import type { UploadSnapshot } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'

export const sources = ['local', 'web', 'account', 'custom'] as const
export type SourceKind = (typeof sources)[number]
export const readSource = (text: string | undefined): SourceKind | undefined =>
  sources.find((source) => source === text)

/** A file being uploaded for the base. */
export interface FileItem {
  id: string
  file: File
  state: UploadSnapshot<StoredFile>
  caption: string
}
/** A web page being fetched before its import. */
export interface WebItem {
  id: string
  url: string
  title: string
  status: 'fetching' | 'ready' | 'failed'
  problem: string
  isChosen: boolean
}

/** An item to import, from any source. */
export interface ImportItem {
  key: string
  name: string
  size: number
  source: { tos_uri?: string; web_id?: string; source_file_id?: string }
}

export const nameOf = (fileName: string): string => fileName.replace(/\.[^.]+$/, '') || fileName
