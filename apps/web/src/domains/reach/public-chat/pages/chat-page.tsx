import { ApiError } from '@orrery/contract/client'
import { ErrorCode } from '@orrery/contract/shared/error-codes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { loadTexts, useT } from '#lib/i18n.ts'
import { later } from '#ui/later.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { HostLine } from '../components/host-line.tsx'
import { askToClose, useHost } from '../host.ts'
import { enter, infoQuery } from '../public-chat.queries.ts'
import { useLook } from '../use-look.ts'
import type { Visit } from '../visit.ts'

// Loaded lazily: most visitors never need these.
const PasswordForm = later(async () => (await import('../components/password-form.tsx')).PasswordForm)
const Closed = later(async () => (await import('../components/closed.tsx')).Closed)
// The chat, or the pages of a project, are loaded while the server checks whether the visitor may enter.
const loadChat = async () => (await Promise.all([import('../components/visitor-chat.tsx'), loadTexts('chat')]))[0]
const VisitorChat = lazy(() => loadChat().then((module) => ({ default: module.VisitorChat })))
const loadInterface = async () =>
  (await Promise.all([import('../components/visitor-interface.tsx'), loadTexts('interface')]))[0]
const VisitorInterface = lazy(() => loadInterface().then((module) => ({ default: module.VisitorInterface })))
const { noSuchLink, offline, passwordNeeded, wrongPassword } = ErrorCode.share
/** Long enough for the page to have been shown. */
const AFTER_START_MS = 5000
const codeOf = (error: unknown): number => (error instanceof ApiError ? error.code : 0)

/** The page behind a share link: the bot, a password prompt, or the reason why it is unavailable. */
export function ChatPage({ visit }: { visit: Visit }) {
  const t = useT('public-chat')
  const { key, site } = visit
  const info = useQuery(infoQuery(key))
  const [isAsked, setAsked] = useState(false)
  const entry = useMutation({
    mutationFn: (password: string) => enter(key, password),
    onError: (error) => codeOf(error) === passwordNeeded && setAsked(true),
  })
  const frame = useRef<HTMLDivElement>(null)
  const focus = useCallback(() => frame.current?.querySelector('textarea')?.focus(), [])
  useLook(info.data?.look, visit.theme)
  useHost(site, info.data, focus)
  const isLive = info.data?.is_live
  const hasInterface = info.data?.has_interface
  const { mutate } = entry
  // Visitors with a valid token enter directly; others may have to enter a password.
  useEffect(() => {
    if (!isLive) return
    ;(hasInterface ? loadInterface() : loadChat()).catch(() => {})
    mutate('')
  }, [isLive, hasInterface, mutate])
  // Prefetch the error page, so that it can be shown if the connection is lost later.
  const hasEntered = entry.data !== undefined
  useEffect(() => {
    if (!hasEntered) return undefined
    const timer = setTimeout(() => void Closed.fetch().catch(() => {}), AFTER_START_MS)
    return () => clearTimeout(timer)
  }, [hasEntered])
  const name = info.data?.look.title || info.data?.name || ''
  useEffect(() => {
    document.title = name || t('title')
  }, [name, t])

  const code = codeOf(info.error ?? entry.error)
  const isGone = code === noSuchLink || info.error?.name === 'ApiError'
  const isOffline = info.data?.is_live === false || code === offline
  let content: ReactNode
  if (isOffline) content = <Closed kind="offline" />
  else if (isGone) content = <Closed kind="missing" />
  else if (info.error) content = <Closed kind="failed" error={info.error} onRetry={() => void info.refetch()} />
  else if (info.data?.has_interface && entry.data)
    content = <VisitorInterface visitKey={key} bot={entry.data} title={name} onVisitEnd={() => void info.refetch()} />
  else if (info.data && entry.data)
    content = (
      <VisitorChat
        visitKey={key}
        bot={entry.data}
        title={name}
        onClose={site ? () => askToClose(site) : undefined}
        onVisitEnd={() => {
          entry.reset()
          void info.refetch()
          entry.mutate('')
        }}
      />
    )
  else if (info.data && isAsked)
    content = (
      <PasswordForm
        info={info.data}
        isBusy={entry.isPending}
        fault={code === wrongPassword ? t('password.wrong') : entry.variables ? describeError(entry.error).message : ''}
        onEnter={entry.mutate}
        onType={entry.reset}
      />
    )
  else if (entry.error)
    content = <Closed kind="failed" error={entry.error} onRetry={() => entry.mutate(entry.variables ?? '')} />
  else content = <Waiting />
  return (
    <div ref={frame} className="flex h-dvh flex-col bg-card">
      <Suspense fallback={<Waiting />}>{content}</Suspense>
      <HostLine host={info.data?.host} />
    </div>
  )
}

function Waiting() {
  const t = useT('public-chat')
  return (
    <div role="status" className="flex flex-1 items-center justify-center text-mute">
      <Spinner size={20} />
      <span className="sr-only">{t('loading')}</span>
    </div>
  )
}
