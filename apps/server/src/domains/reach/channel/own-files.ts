import type { FileLinks } from '#kit/file-links.ts'
import type { OutgoingFile } from './adapter.ts'

const link = /(!?)\[([^\]]*)\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g
const images: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}
const sounds: Record<string, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
}

/**
 * Extracts links to our own files from an answer, to send them as files of the platform. Other links stay in the text.
 */
export function takeOwnFiles(text: string, links: FileLinks, publicUrl: string) {
  const files: OutgoingFile[] = []
  const rest = text.replace(link, (whole, mark: string, label: string, address: string) => {
    const file = ownFile(address, label, links, publicUrl)
    if (!file) return absolute(whole, address, publicUrl)
    files.push(file)
    return mark ? '' : label
  })
  return { text: rest.replaceAll(/\n{3,}/g, '\n\n').trim(), files }
}

function ownFile(address: string, label: string, links: FileLinks, publicUrl: string): OutgoingFile | undefined {
  if (!URL.canParse(address, publicUrl)) return undefined
  const url = new URL(address, publicUrl)
  if (url.origin !== new URL(publicUrl).origin || !url.pathname.startsWith('/api/file/')) return undefined
  const key = decodeURIComponent(url.pathname.slice('/api/file/'.length))
  // The link has to be valid, so that a guessed key does not give access to a file.
  if (!links.check(key, url.searchParams.get('expires') ?? '', url.searchParams.get('sig') ?? '')) return undefined
  const end = /\.([a-z0-9]+)$/i.exec(key)?.[1]?.toLowerCase() ?? ''
  const kind = images[end] ? 'image' : sounds[end] ? 'audio' : 'file'
  const contentType = images[end] ?? sounds[end] ?? 'application/octet-stream'
  const name = /\.[a-z0-9]+$/i.test(label) ? label : `${label || kind}${end ? `.${end}` : ''}`
  return { kind, key, name: name.replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_').slice(0, 120), contentType, url: url.href }
}
const absolute = (whole: string, address: string, publicUrl: string) =>
  address.startsWith('/') ? whole.replace(address, new URL(address, publicUrl).href) : whole
