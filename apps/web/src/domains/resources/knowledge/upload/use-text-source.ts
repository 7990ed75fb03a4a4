import { useMemo, useState } from 'react'
import type { ImportItem, SourceKind } from './upload-state.ts'
import { useAccountFiles } from './use-account-files.ts'
import { useFiles } from './use-files.ts'
import { useWebs } from './use-webs.ts'

/** The documents to import, from the chosen source. */
export function useTextSource(source: SourceKind) {
  const files = useFiles()
  const webs = useWebs()
  const remote = useAccountFiles()
  const [written, setWritten] = useState({ name: '', text: '' })
  const items = useMemo((): ImportItem[] => {
    if (source === 'web')
      return webs.ready.map((item) => ({
        key: item.id,
        name: item.title || item.url,
        size: 0,
        source: { web_id: item.id },
      }))
    if (source === 'account')
      return remote.picked.map((item) => ({
        key: item.file_id,
        name: item.file_name,
        size: 0,
        source: { source_file_id: item.file_id },
      }))
    return files.ready.map((item) => ({
      key: item.state.result!.uri,
      name: item.file.name,
      size: item.file.size,
      source: { tos_uri: item.state.result!.uri },
    }))
  }, [source, webs.ready, files.ready, remote.picked])
  const isWaiting = source === 'web' ? webs.isBusy : source !== 'account' && files.isBusy
  const hasItems = items.length > 0 && !isWaiting
  return {
    items,
    files,
    webs,
    remote,
    written,
    setWritten,
    hasItems,
    isChosen: source === 'custom' ? written.name.trim() !== '' && written.text.trim() !== '' : hasItems,
    /** Uploads typed text as a file, so that it has the same preview and import. */
    uploadWritten(): void {
      for (const item of files.items) files.remove(item.id)
      files.add([new File([written.text], `${written.name.trim()}.md`, { type: 'text/markdown' })])
    },
  }
}
