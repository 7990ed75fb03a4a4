import { ExternalLink } from 'lucide-react'
import { useT } from '#lib/i18n.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { ChannelForm } from '../publish.queries.ts'

interface SetupStepsProps {
  steps: ChannelForm['steps']
  /** Empty until the form was saved for the first time. */
  hookUrl: string
  hookSecret: string
}

/** Instructions for the platform, with the values to enter there. */
export function SetupSteps({ steps, hookUrl, hookSecret }: SetupStepsProps) {
  const t = useT('channel')
  return (
    <section>
      <h3 className="mb-2 font-semibold">{t('setup.steps')}</h3>
      <ol className="flex flex-col gap-2.5">
        {steps.map(({ text, url, copies }, index) => {
          const value = copies === 'hook_url' ? hookUrl : copies === 'hook_secret' ? hookSecret : ''
          return (
            <li key={text} className="flex gap-2.5">
              <span
                aria-hidden
                className="flex size-5 shrink-0 items-center justify-center rounded-full border border-line-strong text-caption text-mute"
              >
                {index + 1}
              </span>
              <div className="flex min-w-0 flex-1 flex-col gap-1">
                <span className="wrap-anywhere">
                  {text}{' '}
                  {url && (
                    <a
                      href={url}
                      target="_blank"
                      rel="noreferrer"
                      className="inline-flex items-center gap-1 text-brand hover:underline"
                    >
                      {new URL(url).host}
                      <Icon of={ExternalLink} size={12} />
                    </a>
                  )}
                </span>
                {copies !== '' &&
                  (value ? (
                    <span className="flex items-center gap-1 rounded-md border border-line bg-page px-2 py-1">
                      <code className="min-w-0 flex-1 truncate font-mono text-code">
                        {copies === 'hook_secret' ? '••••••••••••' : value}
                      </code>
                      <CopyButton
                        size="sm"
                        text={value}
                        label={t(copies === 'hook_url' ? 'setup.address' : 'setup.secret')}
                      />
                    </span>
                  ) : (
                    <span className="text-small text-mute">{t('setup.later')}</span>
                  ))}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
