import { CatchBoundary } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeError } from '#lib/describe-error.ts'
import { CustomError } from '#lib/error-kinds.ts'
import { reportThrown } from '#lib/errors.ts'
import { useT } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { CopyTextButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { sessionId } from '../../preview/session-id.ts'

/** An error boundary for one block: its title stays visible, with details for a bug report. */
export function ToolBoundary({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CatchBoundary
      getResetKey={() => title}
      onCatch={(error) =>
        reportThrown(new CustomError('tool_render_failed', describeError(error).message, { tool: title, sessionId }))
      }
      errorComponent={({ reset }) => <BrokenTool title={title} onRetry={reset} />}
    >
      {children}
    </CatchBoundary>
  )
}

function BrokenTool({ title, onRetry }: { title: string; onRetry: () => void }) {
  const t = useT('bot')
  return (
    <div role="alert" className="border-b border-line px-4 py-3 last:border-b-0">
      <p className="flex items-center gap-1.5 font-medium">
        <Icon of={TriangleAlert} className="text-warn" />
        {title}
      </p>
      <p className="mt-0.5 text-small text-mute">{t('tool.broken')}</p>
      <p className="mt-1 flex flex-wrap items-center gap-1 text-small text-mute">
        <code className="text-code-caption">{t('tool.session', { id: sessionId })}</code>
        <CopyTextButton text={sessionId} label={t('tool.copySession')} />
        <Button size="xs" kind="quiet" onClick={onRetry}>
          {t('retry')}
        </Button>
      </p>
    </div>
  )
}
