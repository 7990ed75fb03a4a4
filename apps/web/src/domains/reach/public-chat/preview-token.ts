export interface PreviewLink {
  kind: 'card' | 'interface'
  token: string
}
/** The kind and token of a preview link to the draft of a card or an interface. */
export function previewToken({ pathname, search }: Pick<Location, 'pathname' | 'search'>): PreviewLink | undefined {
  const token = new URLSearchParams(search).get('token') ?? ''
  if (pathname === '/chat/card-preview') return { kind: 'card', token }
  return pathname === '/chat/interface-preview' ? { kind: 'interface', token } : undefined
}
