import type { Box, FileboxService } from './filebox.service.ts'

interface Change {
  file_id?: string | undefined
  uri: string
  file_name?: string | undefined
  position?: string | undefined
  device?: string | undefined
  tags?: string | undefined
  caption?: string | undefined
}

export async function changeFile(
  files: Pick<FileboxService, 'list' | 'change'>,
  box: Box,
  change: Change,
): Promise<boolean> {
  const id = change.file_id ?? (await files.list(box, { uris: [change.uri || '-'] })).rows[0]?.id
  if (!id) return false
  const { file_name: name, position, device, tags, caption } = change
  return files.change(box, id, {
    ...(name !== undefined && { name }),
    ...(position !== undefined && { position }),
    ...(device !== undefined && { device }),
    ...(tags !== undefined && { tags }),
    // A picture is found by its caption, so it has to be indexed again with the new one.
    ...(caption !== undefined && { caption, state: 0 }),
  })
}
