import { textOf } from '#lib/i18n.ts'
import { toast } from '#ui/toast-store.ts'

const keptFor = 60_000

/** Saves a file of the conversation. If the browser may not read it, an error is shown instead of leaving the page. */
export async function download(url: string, name: string, kind: 'image' | 'file'): Promise<void> {
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(String(response.status))
    const address = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // The browser reads the URL after the click.
    setTimeout(() => URL.revokeObjectURL(address), keptFor)
  } catch {
    const t = textOf('chat')
    toast.error(t(kind === 'image' ? 'image_download_not_supported' : 'file_download_failed'), {
      id: `download:${url}`,
    })
  }
}
