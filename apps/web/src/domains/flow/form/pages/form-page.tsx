import { ApiError } from '@orrery/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { CircleCheck, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/title.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { FailedPage, PageState } from '#ui/page-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisitorSwitches } from '#ui/visitor-switches.tsx'
import { FormBody } from '../components/form-body.tsx'
import { FormResult } from '../components/form-result.tsx'
import { formQuery, type PublicForm } from '../form.queries.ts'

/** The public page of a form that starts a workflow. Visitors do not sign in. */
export function FormPage() {
  const { key } = useParams({ from: '/form/$key' })
  const t = useT('workflow-form')
  const { data, error, refetch } = useQuery(formQuery(key))
  usePageTitle(data?.title)
  return (
    <div className="flex min-h-full flex-1 flex-col overflow-y-auto bg-page">
      <header className="flex h-14 shrink-0 items-center justify-end gap-2 px-4 sm:px-8">
        <VisitorSwitches />
      </header>
      <div className="mx-auto mb-12 w-full max-w-xl rounded-lg border border-line bg-card p-6 sm:p-8">
        {error ? (
          error instanceof ApiError && error.status === 404 ? (
            <PageState icon={SearchX} title={t('gone.title')} text={t('gone.text')} />
          ) : (
            <FailedPage error={error} onRetry={() => void refetch()} />
          )
        ) : data ? (
          <Shown formKey={key} form={data} />
        ) : (
          <Skeleton className="h-60" />
        )}
      </div>
    </div>
  )
}

/** The form; after submission the result of the run or a message. */
function Shown({ formKey, form }: { formKey: string; form: PublicForm }) {
  const t = useT('workflow-form')
  const [round, setRound] = useState(0)
  const [sent, setSent] = useState<{ submission: string; message: string } | null>(null)
  const again = () => {
    setSent(null)
    setRound(round + 1)
  }
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h1 data-user-text className="text-heading font-semibold wrap-anywhere">
          {form.title}
        </h1>
        {form.text && !sent && (
          <p data-user-text className="mt-1 text-prose text-mute wrap-anywhere whitespace-pre-wrap">
            {form.text}
          </p>
        )}
      </div>
      {sent ? (
        <>
          {form.after === 'result' ? (
            <FormResult formKey={formKey} submission={sent.submission} />
          ) : (
            <p role="status" className="flex items-start gap-2 text-prose">
              <Icon of={CircleCheck} size={20} className="mt-0.5 shrink-0 text-ok" />
              {sent.message ? (
                <span data-user-text className="min-w-0 wrap-anywhere whitespace-pre-wrap">
                  {sent.message}
                </span>
              ) : (
                t('sent')
              )}
            </p>
          )}
          <Button className="self-start" onClick={again}>
            {t('again')}
          </Button>
        </>
      ) : (
        <FormBody
          key={round}
          formKey={formKey}
          form={form}
          onSent={(submission, message) => setSent({ submission, message })}
        />
      )}
    </div>
  )
}
