/** Encodes a form with one file as bytes that can be sent again. */
export async function formWith(
  fields: Record<string, string>,
  file: { field: string; name: string; type: string; bytes: Buffer },
): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  form.set(file.field, new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name)
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}
