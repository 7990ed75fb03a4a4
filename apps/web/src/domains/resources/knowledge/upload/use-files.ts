import { useState } from 'react'
import { createUpload, type Upload } from '#lib/upload.ts'
import type { StoredFile } from '#lib/upload-kinds.ts'
import type { FileItem } from './upload-state.ts'

let count = 0

/** Uploads files independently; each can be retried. */
export function useFiles() {
  const [items, setItems] = useState<readonly FileItem[]>([])
  const [uploads] = useState(() => new Map<string, Upload<StoredFile>>())
  const change = (id: string, part: Partial<FileItem>) =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...part } : item)))
  const add = (files: readonly File[]) => {
    const fresh = files.map((file): FileItem => {
      const upload = createUpload<StoredFile>({ file, biz: 'knowledge_file', timeout: 300_000 })
      const id = String((count += 1))
      uploads.set(id, upload)
      upload.subscribe(() => change(id, { state: upload.current() }))
      return { id, file, state: upload.current(), caption: '' }
    })
    setItems((before) => [...before, ...fresh])
    // Upload one after the other: parallel uploads would only slow each other down.
    void (async () => {
      for (const item of fresh) await uploads.get(item.id)?.start()
    })()
  }
  return {
    items,
    add,
    retry: (id: string) => void uploads.get(id)?.retry(),
    remove: (id: string) => {
      uploads.get(id)?.cancel()
      uploads.delete(id)
      setItems((before) => before.filter((item) => item.id !== id))
    },
    setCaption: (id: string, caption: string) => change(id, { caption }),
    ready: items.filter((item) => item.state.state === 'success'),
    isBusy: items.some((item) => item.state.state === 'uploading' || item.state.state === 'init'),
  }
}
export type Files = ReturnType<typeof useFiles>
