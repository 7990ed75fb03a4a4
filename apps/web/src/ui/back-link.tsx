import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, type ReactElement, useState } from 'react'
import { ownAddress } from '#lib/own-address.ts'
import { type ScenePage, useScene } from '#lib/scene.ts'

/** The link back to the page from which this one was opened, or the usual one. */
export function useBackLink(page: ScenePage, usual: ReactElement): ReactElement {
  const back = useScene(page)?.params['back']
  const address = back && ownAddress(back, window.location.origin)
  // Navigation inside the page replaces the history state, so the address is kept here.
  const [kept, keep] = useState(address)
  if (address && address !== kept) keep(address)
  return kept ? <BackLink address={kept} /> : usual
}

function BackLink({ address, onClick, ...rest }: ComponentProps<'a'> & { address: string }) {
  const { history } = useRouter()
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    history.push(address)
  }
  // The content comes from the button around it.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} href={address} onClick={go} />
}
