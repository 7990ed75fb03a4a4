import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { remedyOf } from '#lib/error-remedy.ts'
import { hostsNeeded } from './hosts-needed.ts'

export interface ToastData {
  logId?: string
  action?: { label: string; onClick: () => void }
}

interface ToastOptions {
  description?: ReactNode
  action?: ToastData['action']
  /** A toast replaces an earlier one with the same id. */
  id?: string
}

export const toastManager = Toast.createToastManager<ToastData>()

const goodFor = 4_000

type Post = Parameters<typeof toastManager.add<ToastData>>[0] & { id: string }

/** Toasts raised before the host is mounted are queued here. */
let waiting: Post[] | null = []
let count = 0

function post(message: Post): string {
  if (!waiting) return toastManager.add(message)
  waiting.push(message)
  hostsNeeded.set(true)
  return message.id
}

export function showWaitingToasts(): void {
  const messages = waiting ?? []
  waiting = null
  for (const message of messages) toastManager.add(message)
}

function add(type: 'ok' | 'info' | 'error', title: ReactNode, options: ToastOptions, logId?: string): string {
  return post({
    id: options.id ?? `toast-${++count}`,
    type,
    title,
    description: options.description,
    // An error stays until the user closes it.
    timeout: type === 'error' ? 0 : goodFor,
    // Not `high`: such a toast is hidden from screen readers, but its buttons still get the focus.
    priority: 'low',
    data: { logId, action: options.action },
  })
}

/** Shows a toast, from anywhere. */
export const toast = {
  ok: (title: ReactNode, options: ToastOptions = {}) => add('ok', title, options),
  info: (title: ReactNode, options: ToastOptions = {}) => add('info', title, options),
  /** With an `error` its message is shown below the title, and its log id can be copied. */
  error: (title: ReactNode, options: ToastOptions & { error?: unknown; logId?: string } = {}) => {
    const described = describeError(options.error)
    const description = options.description ?? (described.message === title ? undefined : described.message)
    const logId = options.logId ?? described.logId
    const id = add('error', title, { ...options, description }, logId)
    void remedyOf(options.error)?.then(
      ({ note, action = options.action }) =>
        toastManager.update(id, {
          description: [description, note].filter(Boolean).join(' '),
          data: { logId, action },
        }),
      () => {},
    )
    return id
  },
  close: (id?: string) => toastManager.close(id),
}
