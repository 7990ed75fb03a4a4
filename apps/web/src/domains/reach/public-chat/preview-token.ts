export interface PreviewLink {
  kind: 'card' | 'interface'
  token: string
}
/** The draft of a card or an interface that somebody was sent a link to. */
export function previewToken({ pathname, search }: Pick<Location, 'pathname' | 'search'>): PreviewLink | undefined {
  const token = new URLSearchParams(search).get('token') ?? ''
  if (pathname === '/chat/card-preview') return { kind: 'card', token }
  return pathname === '/chat/interface-preview' ? { kind: 'interface', token } : undefined
}
