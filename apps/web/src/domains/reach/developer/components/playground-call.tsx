import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useT } from '#lib/i18n.ts'
import { type CallAnswer, type CallDraft, firstDraft, type Operation, TryPanel } from '#domains/reach/docs/index.ts'
import { CodeBlock } from '#ui/code-block.tsx'
import { MethodTag } from '#ui/method-tag.tsx'
import { FailedPage } from '#ui/page-state.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Tag } from '#ui/tag.tsx'
import { callQuery, type PlaygroundCall as Call, refreshDeveloper } from '../developer.queries.ts'
import { storedRequest, storedText } from '../run-record.ts'
import { RunHistory } from './run-history.tsx'

/** One call: its parameters, a form that really sends it, earlier tries, and examples. */
export function PlaygroundCall({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(callQuery(name))
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />
  return data?.operation ? <CallPage call={data} operation={data.operation} /> : null
}

function CallPage({ call, operation }: { call: Call; operation: Operation }) {
  const t = useT('developer')
  const [draft, setDraft] = useState(() => firstDraft(operation))
  return (
    <div className="flex flex-col">
      <header className="flex flex-col gap-1 px-5 pt-5">
        <h2 className="text-title font-semibold">{operation.summary}</h2>
        <p className="flex flex-wrap items-center gap-2 text-small text-mute">
          <MethodTag method={operation.method} />
          <code>{operation.path}</code>
          {call.permission && (
            <Tag mono title={t('call.permission')}>
              {call.permission}
            </Tag>
          )}
        </p>
      </header>
      <TryPanel
        operation={operation}
        draft={draft}
        onDraft={setDraft}
        onAnswered={(sent, answer) => void saveRun(operation, sent, answer)}
      />
      <RunHistory method={operation.method} path={operation.path} onUse={setDraft} />
      <Examples call={call} />
    </div>
  )
}

function Examples({ call }: { call: Call }) {
  const t = useT('developer')
  const [language, setLanguage] = useState(call.examples[0]?.language ?? '')
  const shown = call.examples.find((example) => example.language === language)
  return (
    <section aria-label={t('examples')} className="flex flex-col gap-2 border-t border-line p-5">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{t('examples')}</h3>
        <Segmented
          size="sm"
          label={t('examples')}
          items={call.examples.map((example) => ({ value: example.language, label: example.title }))}
          value={language}
          onChange={setLanguage}
        />
      </div>
      {shown && <CodeBlock code={shown.code} />}
    </section>
  )
}

/** Stores a try, without the files of its form. */
async function saveRun(operation: Operation, draft: CallDraft, answer: CallAnswer): Promise<void> {
  await api.playground.saveRun({
    method: operation.method,
    path: operation.path,
    record: {
      log_id: answer.logId.slice(0, 100),
      status_code: answer.status,
      request: storedRequest(draft),
      reponse: storedText(answer.text),
    },
  })
  await refreshDeveloper('runs')
}
