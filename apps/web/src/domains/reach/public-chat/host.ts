import { useEffect } from 'react'
import { type FromChat, readToChat } from '#widget/messages.ts'
import type { ShareInfo } from './public-chat.queries.ts'

/** Sends a message to the embedding site, if there is one. */
function postToSite(site: string, message: FromChat): void {
  // The browser delivers the message only if the parent window has that origin.
  if (site && window.parent !== window) window.parent.postMessage(message, site)
}
export const askToClose = (site: string): void => postToSite(site, { type: 'orrery:close' })

/** Sends the look of the chat to the embedding site, and calls `onShown` when the site brings the chat into view. */
export function useHost(site: string, info: ShareInfo | undefined, onShown: () => void): void {
  useEffect(() => {
    if (!info) return
    const { color, side, title } = info.look
    postToSite(site, { type: 'orrery:ready', look: { color, side, title: title || info.name } })
  }, [site, info])
  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (readToChat(event, site, window.parent)) onShown()
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [site, onShown])
}
