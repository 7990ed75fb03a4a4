export interface FrameRequest {
  /** The key of the widget. */
  key: string
  /** The origin of the studio. */
  server: string
  title: string
  theme?: 'light' | 'dark' | undefined
  language?: string | undefined
}

/** Creates an iframe with the chat page for another site. */
export function createChatFrame({ key, server, title, theme, language }: FrameRequest): HTMLIFrameElement {
  const address = new URL(`/chat/${encodeURIComponent(key)}`, server)
  address.searchParams.set('embed', location.origin)
  if (theme) address.searchParams.set('theme', theme)
  if (language) address.searchParams.set('lang', language)
  const made = document.createElement('iframe')
  made.title = title
  made.allow = 'clipboard-write; microphone'
  // The frame may not navigate the site.
  made.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads')
  made.src = address.href
  return made
}

const texts = {
  en: { open: 'Open chat', title: 'Chat' },
  zh: { open: '打开聊天', title: '聊天' },
}
export const wordsIn = (language: string | undefined) =>
  (language ?? navigator.language).startsWith('zh') ? texts.zh : texts.en
