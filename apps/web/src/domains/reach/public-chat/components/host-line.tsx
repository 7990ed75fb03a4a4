import type { ShareInfo } from '../public-chat.queries.ts'

/** Names the operator of the page, if the instance has its own name or logo. */
export function HostLine({ host }: { host: ShareInfo['host'] | undefined }) {
  if (!host?.name && !host?.logo_url) return null
  return (
    <footer
      data-user-text
      className="flex h-7 shrink-0 items-center justify-center gap-1.5 px-4 pb-1 text-small text-mute"
    >
      {host.logo_url && (
        <img src={host.logo_url} alt="" width={16} height={16} className="size-4 shrink-0 rounded-sm object-cover" />
      )}
      {host.name && <span className="truncate">{host.name}</span>}
    </footer>
  )
}
