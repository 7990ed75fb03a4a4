import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { cn } from '#lib/class-names.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from './button.tsx'
import { CopyTextButton } from './copy-button.tsx'
import { IconButton } from './icon-button.tsx'
import { Icon } from './icon.tsx'
import { showWaitingToasts, toastManager, type ToastData } from './toast-store.ts'

const looks = {
  ok: { icon: CircleCheck, style: 'text-ok' },
  info: { icon: Info, style: 'text-info' },
  error: { icon: CircleAlert, style: 'text-err' },
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useT('ui')
  useEffect(showWaitingToasts, [])
  return (
    <Toast.Provider toastManager={toastManager} limit={3}>
      {children}
      <Toast.Portal>
        {/* Above the footer of lists, so that it covers no titles, filters, messages or inputs. */}
        <Toast.Viewport
          aria-label={t('toasts')}
          className="pointer-events-none fixed right-4 bottom-13 z-toast flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2 beside-chat:right-auto beside-chat:left-18 max-sm:bottom-4 max-sm:beside-chat:bottom-32 max-sm:beside-chat:left-4"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((item) => <ToastCard key={item.id} item={item} />)
}

function ToastCard({ item }: { item: Toast.Root.ToastObject<ToastData> }) {
  const t = useT('ui')
  const { icon, style } = looks[(item.type ?? 'info') as keyof typeof looks]
  const { logId, action } = item.data ?? {}
  return (
    <Toast.Root
      toast={item}
      swipeDirection="right"
      data-toast
      className={cn(
        'pointer-events-auto rounded-lg border border-line bg-raised text-ink shadow-float',
        'transition-[opacity,translate] duration-200 ease-out data-ending-style:translate-x-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
        'data-limited:hidden',
      )}
    >
      <Toast.Content className="flex gap-2 py-2.5 pr-2 pl-3">
        <Icon of={icon} className={cn('mt-0.5 shrink-0', style)} />
        <div className="min-w-0 flex-1">
          <Toast.Title className="font-medium wrap-anywhere" />
          <Toast.Description className="line-clamp-4 text-small text-mute wrap-anywhere" />
          {(logId || action) && (
            <div className="-ml-1.5 flex items-center gap-1 pt-1">
              {action && (
                <Button
                  size="xs"
                  kind="ghost"
                  onClick={() => {
                    action.onClick()
                    toastManager.close(item.id)
                  }}
                >
                  {action.label}
                </Button>
              )}
              {logId && <CopyTextButton text={logId} label={t('copyLogId')} />}
            </div>
          )}
        </div>
        <Toast.Close render={<IconButton size="sm" icon={X} label={t('close')} />} />
      </Toast.Content>
    </Toast.Root>
  )
}
