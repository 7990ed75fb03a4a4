import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '#lib/i18n.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import type { Reference, Section } from '../reference.ts'
import { DocsLink } from './docs-link.tsx'

const firstCall = (origin: string) => `export ORRERY_TOKEN=pat_…
curl '${origin}/v1/users/me' \\
  -H "Authorization: Bearer $ORRERY_TOKEN"`
const firstAnswer = `{
  "code": 0,
  "msg": "",
  "data": {
    "user_id": "7412…",
    "user_name": "…",
    "nick_name": "…",
    "avatar_url": ""
  }
}`
const errorAnswer = `HTTP/1.1 401
x-tt-logid: MI0ABC…

{ "code": 4100, "msg": "Sign in first", "detail": { "logid": "MI0ABC…" } }`

/** How to get a first answer, and what all answers have in common. */
export function ReferenceStart({ reference }: { reference: Reference }) {
  const t = useT('docs')
  return (
    <div className="min-h-0 min-w-0 flex-1 overflow-y-auto p-6 max-md:p-4">
      <article className="mx-auto flex max-w-180 flex-col gap-6 text-prose">
        <header>
          <h1 className="text-greeting font-semibold">{t('guide.title')}</h1>
          <p className="mt-1 text-mute">{t('guide.text', { count: reference.count, version: reference.version })}</p>
        </header>
        <Step number={1} title={t('guide.token')}>
          <p>
            {t('guide.tokenText')}{' '}
            <Link to="/account/$" params={{ _splat: 'tokens' }} className="link">
              {t('guide.tokenLink')}
            </Link>
          </p>
        </Step>
        <Step number={2} title={t('guide.call')}>
          <p>{t('guide.callText')}</p>
          <CodeBlock code={firstCall(location.origin)} title="curl" />
          <p>
            {t('guide.answerText')}{' '}
            <DocsLink to="passport/me" className="link">
              {t('guide.tryHere')}
            </DocsLink>
          </p>
          <CodeBlock code={firstAnswer} title="200" />
        </Step>
        <Step number={3} title={t('guide.errors')}>
          <p>{t('guide.errorsText')}</p>
          <CodeBlock code={errorAnswer} title="401" />
        </Step>
        <Step number={4} title={t('guide.rules')}>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            <li>{t('guide.ruleBotId')}</li>
            <li>{t('guide.ruleIds')}</li>
            <li>{t('guide.ruleScopes')}</li>
            <li>{t('guide.ruleSession')}</li>
            <li>{t('guide.ruleLanguage')}</li>
            <li>
              {t('guide.ruleDocument')}{' '}
              <a href="/openapi.json" className="link">
                /openapi.json
              </a>
            </li>
          </ul>
        </Step>
        {reference.sections.map((section) => (
          <SectionList key={section.audience} section={section} />
        ))}
      </article>
    </div>
  )
}

function SectionList({ section }: { section: Section }) {
  const t = useT('docs')
  return (
    <section>
      <h2 className="text-title font-semibold">{t(`audience.${section.audience}`)}</h2>
      <p className="mb-2 text-mute">{t(`audience.${section.audience}.text`)}</p>
      <ul className="grid grid-cols-2 gap-x-6 border-t border-line text-body max-sm:grid-cols-1">
        {section.groups.map((group) => (
          <li key={group.domain}>
            <DocsLink
              to={group.domain}
              className="flex h-9 items-center justify-between gap-2 border-b border-line px-2 hover:bg-page"
            >
              <span className="truncate">{group.title}</span>
              <span className="text-small text-mute tabular-nums">{group.operations.length}</span>
            </DocsLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="flex items-center gap-2 text-title font-semibold">
        <span className="flex size-5 shrink-0 items-center justify-center rounded-full bg-brand-soft text-small text-brand">
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
