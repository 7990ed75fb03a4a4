import { sortFiles, type FileFault } from '#lib/file-check.ts'
import { createStore } from '#lib/store.ts'
import { createUpload, type Upload, type UploadSnapshot } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import type { SentUpload } from './content.ts'

export const attachmentLimits = { count: 10, bytes: 100 * 1024 * 1024, imageBytes: 20 * 1024 * 1024 } as const

export interface Attachment {
  id: string
  file: File
  isImage: boolean
  /** The preview of a picture, as soon as it is chosen. */
  preview: string
  snapshot: UploadSnapshot<StoredFile>
}
export interface Refused {
  name: string
  fault: FileFault
}
export interface AttachmentState {
  items: readonly Attachment[]
  refused: readonly Refused[]
}

/** Creates the upload of a file. */
export type OpenUpload = (file: File, isImage: boolean) => Upload<StoredFile>
export const openUpload: OpenUpload = (file, isImage) =>
  createUpload<StoredFile>({ file, biz: isImage ? 'chat_image' : 'chat_file' })
export const isPicture = (file: File): boolean => /^image\/(png|jpe?g|gif|webp)$/.test(file.type)

/** Files for the next message. Each uploads at once, and a failed one can be retried. */
export function createAttachments(open: OpenUpload = openUpload) {
  const { current, patch: set, subscribe, use } = createStore<AttachmentState>({ items: [], refused: [] })
  let count = 0
  const uploads = new Map<string, Upload<StoredFile>>()

  function add(files: readonly File[]): void {
    const { count: most, bytes, imageBytes } = attachmentLimits
    const sorted = sortFiles(files, { maxCount: most, existing: current().items.length, maxBytes: bytes })
    const large = sorted.accepted.filter((file) => isPicture(file) && file.size > imageBytes)
    const taken = sorted.accepted.filter((file) => !large.includes(file))
    const refused = [
      ...sorted.refused.map(({ file, fault }) => ({ name: file.name, fault })),
      ...large.map((file): Refused => ({ name: file.name, fault: 'tooLarge' })),
    ]
    const items = taken.map((file) => begin(file))
    set({ items: [...current().items, ...items], refused })
    for (const { id } of items) void uploads.get(id)?.start()
  }
  function begin(file: File): Attachment {
    const id = `file-${++count}`
    const isImage = isPicture(file)
    const upload = open(file, isImage)
    uploads.set(id, upload)
    upload.subscribe(() =>
      set({ items: current().items.map((item) => (item.id === id ? { ...item, snapshot: upload.current() } : item)) }),
    )
    return { id, file, isImage, preview: isImage ? URL.createObjectURL(file) : '', snapshot: upload.current() }
  }
  function drop(items: readonly Attachment[]): void {
    for (const { id, preview } of items) {
      uploads.get(id)?.cancel()
      uploads.delete(id)
      if (preview) URL.revokeObjectURL(preview)
    }
  }

  return {
    add,
    remove(id: string): void {
      drop(current().items.filter((item) => item.id === id))
      set({ items: current().items.filter((item) => item.id !== id) })
    },
    retry: (id: string): void => void uploads.get(id)?.retry(),
    dismiss: (): void => set({ refused: [] }),
    /** Returns the uploaded files for a message and empties the list. */
    release(): SentUpload[] {
      const taken = current().items.flatMap(({ file, isImage, snapshot }): SentUpload[] =>
        snapshot.result ? [{ ...snapshot.result, name: file.name, size: file.size, type: file.type, isImage }] : [],
      )
      drop(current().items)
      set({ items: [], refused: [] })
      return taken
    },
    dispose: (): void => drop(current().items),
    current,
    subscribe,
    use,
  }
}
export type Attachments = ReturnType<typeof createAttachments>

/** Whether a message must wait for its files. */
export const isUploading = ({ items }: AttachmentState): boolean =>
  items.some((item) => item.snapshot.state !== 'success')
