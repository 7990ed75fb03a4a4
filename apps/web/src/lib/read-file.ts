import { UploadError } from './upload-error.ts'

/** The content of a file as base64, for calls that carry it inside their JSON. */
export async function readBase64(file: Blob): Promise<string> {
  const bytes = await readBytes(file)
  let binary = ''
  // In chunks: the number of arguments of one call is limited.
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

/** A file can be deleted or locked between being chosen and being read. */
async function readBytes(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new UploadError('file read fail', cause)
  }
}
