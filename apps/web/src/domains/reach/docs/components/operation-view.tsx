import { type ReactNode, useState } from 'react'
import { useVisitor } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { readLastSpace } from '#lib/spaces.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { firstDraft } from '../call-draft.ts'
import type { Group, Operation, Parameter } from '../reference.ts'
import { AccessNote } from './access-note.tsx'
import { DocsLink } from './docs-link.tsx'
import { MethodTag } from '#ui/method-tag.tsx'
import { Notes, SchemaTree } from './schema-tree.tsx'
import { StreamEvents } from './stream-events.tsx'
import { SnippetView } from './snippet-view.tsx'
import { TryPanel } from './try-panel.tsx'
import { typeName } from '../json-schema.ts'

/** One call: its description on the left, a form to try it on the right. */
export function OperationView({ operation, group }: { operation: Operation; group: Group }) {
  const t = useT('docs')
  const account = useVisitor()
  const [draft, setDraft] = useState(() => {
    const spaceId = (account && readLastSpace()) || ''
    return firstDraft(operation, { space_id: spaceId, workspace_id: spaceId })
  })
  const { body, answer, parameters } = operation
  return (
    <div className="flex min-h-0 min-w-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
      <div className="min-w-0 flex-1 p-6 max-lg:flex-none max-md:p-4 lg:overflow-y-auto">
        <div className="mx-auto flex max-w-180 flex-col gap-6">
          <header>
            <p className="mb-1 text-small text-mute">
              <DocsLink to={operation.domain} className="hover:text-ink">
                {group.title}
              </DocsLink>
              {' / '}
              {operation.name}
            </p>
            {operation.audience !== 'public' && (
              <p className="mb-2 rounded-md bg-hover px-3 py-1.5 text-small text-mute">
                {t(`audience.${operation.audience}.text`)}
              </p>
            )}
            <h1 className="text-figure font-semibold">{operation.summary}</h1>
            <div className="mt-3 flex items-center gap-2 rounded-md border border-line bg-page px-3 py-1.5">
              <MethodTag method={operation.method} />
              <code className="min-w-0 flex-1 wrap-anywhere">{operation.path}</code>
              <CopyButton size="sm" text={operation.path} label={t('copyPath')} />
            </div>
            {operation.aliases.map((route) => (
              <p key={route.path} className="mt-1 flex gap-2 px-3 text-small text-mute">
                {t('also')}
                <code className="wrap-anywhere">{`${route.method} ${route.path}`}</code>
              </p>
            ))}
          </header>
          <AccessNote operation={operation} />
          {parameters.length > 0 && (
            <Part title={t('parameters')}>
              <Parameters parameters={parameters} />
            </Part>
          )}
          {body && (
            <Part title={t('body')} tag={body.is === 'form' ? 'multipart/form-data' : 'application/json'}>
              <SchemaTree schema={body.schema} label={t('body')} />
            </Part>
          )}
          <Part
            title={t('answer')}
            tag={answer.is === 'json' ? 'application/json' : answer.is === 'stream' ? 'text/event-stream' : undefined}
          >
            {answer.is === 'stream' && <StreamEvents events={operation.events} hasJson={answer.schema !== undefined} />}
            {answer.is === 'raw' && <p className="text-mute">{t('answer.raw')}</p>}
            {answer.schema && <SchemaTree schema={answer.schema} label={t('answer')} />}
          </Part>
          <SnippetView operation={operation} draft={draft} />
        </div>
      </div>
      <aside
        aria-label={t('try.title')}
        className="flex w-110 min-w-0 shrink-0 flex-col border-l border-line bg-page max-lg:w-full max-lg:border-t max-lg:border-l-0 lg:overflow-y-auto"
      >
        <TryPanel operation={operation} draft={draft} onDraft={setDraft} />
      </aside>
    </div>
  )
}

function Part({ title, tag, children }: { title: string; tag?: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 flex items-center gap-2 text-title font-semibold">
        {title}
        {tag && <Tag mono>{tag}</Tag>}
      </h2>
      {children}
    </section>
  )
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  const t = useT('docs')
  return (
    <ul aria-label={t('parameters')}>
      {parameters.map((parameter) => (
        <li
          key={parameter.name}
          className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-0.5 border-b border-line py-1.5"
        >
          <code className="pl-3.5">{parameter.name}</code>
          {parameter.required && (
            <span className="-ml-1 text-err" role="img" aria-label={t('required')}>
              *
            </span>
          )}
          <Tag mono>{typeName(parameter.schema, parameter.schema)}</Tag>
          <span className="text-small text-mute">{t(`in.${parameter.in}`)}</span>
          <Notes schema={parameter.schema} root={parameter.schema} />
        </li>
      ))}
    </ul>
  )
}
