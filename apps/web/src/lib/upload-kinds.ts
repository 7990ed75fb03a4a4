import { api } from './api.ts'
import { postBody } from './post-body.ts'
import { readBase64 } from './read-file.ts'
import { type Sender, uploadKinds } from './upload.ts'

export interface StoredFile {
  uri: string
  url: string
}

/** Icons are small and re-encoded by the server. The numbers are those of the API call. */
const icons = { bot_icon: 1, plugin_icon: 4, space_icon: 5 }
/** Files that are stored unchanged are uploaded directly to the store, in two steps. */
const scenes = { background: 'background_image', chat_image: 'image', chat_file: 'file', knowledge_file: 'file' }
const iconSender =
  (biz: 1 | 4 | 5): Sender<StoredFile> =>
  async (file, { signal, onProgress }) => {
    const data = await readBase64(file)
    onProgress(0.3)
    const head = { file_type: extensionOf(file), biz_type: biz }
    const stored = await api.upload.file({ file_head: head, data }, { signal })
    return { uri: stored.upload_uri, url: stored.upload_url }
  }

const sceneSender =
  (scene: string): Sender<StoredFile> =>
  async (file, { signal, onProgress }) => {
    const { service_id: service } = await api.upload.token({ scene }, { signal })
    const announced = await api.upload.apply(
      { ServiceId: service, FileName: file.name, FileExtension: extensionOf(file), FileSize: file.size },
      { signal },
    )
    const uri = announced.Result.UploadAddress?.StoreInfos[0]?.StoreUri
    if (!uri) throw new Error('The server named no place for the file')
    await postBody(`/api/common/upload/${uri}`, file, { signal, onProgress })
    const { url_info: urls } = await api.upload.urls({ uris: [uri] }, { signal })
    return { uri, url: urls[uri]?.url ?? '' }
  }

/** The extension of a file. Some systems give a picture a name without one; then its type is used. */
function extensionOf(file: File): string {
  const [, named] = /\.(\w{1,8})$/.exec(file.name) ?? []
  return named?.toLowerCase() ?? file.type.split('/').at(-1)?.replace(/\+.*$/, '') ?? ''
}

export function addUploadKinds(): void {
  for (const [id, biz] of Object.entries(icons)) uploadKinds.add({ id, send: iconSender(biz as 1 | 4 | 5) })
  for (const [id, scene] of Object.entries(scenes)) uploadKinds.add({ id, send: sceneSender(scene) })
}
