import { Play, Square } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useVisitor } from '#lib/account.ts'
import { useT } from '#lib/i18n.ts'
import { matchesKeys } from '#lib/keys.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { type CallDraft, missingIn, parseBody } from '../call-draft.ts'
import type { Operation } from '../reference.ts'
import type { CallAnswer } from '../send-call.ts'
import { useToken } from '../use-token.ts'
import { useTry } from '../use-try.ts'
import { AnswerView } from './answer-view.tsx'
import { DraftFields } from './draft-fields.tsx'

interface TryPanelProps {
  operation: Operation
  draft: CallDraft
  onDraft: (draft: CallDraft) => void
  /** Called with the answer to each call. */
  onAnswered?: (draft: CallDraft, answer: CallAnswer) => void
}

export function TryPanel({ operation, draft, onDraft, onAnswered }: TryPanelProps) {
  const t = useT('docs')
  const account = useVisitor()
  const [token, setToken] = useToken()
  const [wanted, setWanted] = useState<'token' | 'session' | null>(null)
  const { state, send, stop } = useTry(operation, onAnswered)
  // A call that accepts no token is always made with the session.
  const as = operation.scope ? (wanted ?? (token || !account ? 'token' : 'session')) : 'session'
  const missing = missingIn(operation, draft)
  const parsed = operation.body?.is === 'json' ? parseBody(draft.body) : { value: null }
  const fault = 'fault' in parsed ? parsed.fault : undefined
  const isReady = missing.length === 0 && fault === undefined && (as === 'session' || token !== '')
  const isSending = state.is === 'sending'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isSending) void send(draft, as === 'token' ? token : undefined)
  }
  const sendByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!matchesKeys(event.nativeEvent, 'mod+enter')) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <>
      <form noValidate onSubmit={submit} onKeyDown={sendByKeys} className="flex flex-col gap-3 p-5 pb-4">
        <div className="flex items-center justify-between gap-2">
          <h2 className="font-semibold">{t('try.title')}</h2>
          {operation.scope && (
            <Segmented
              size="sm"
              label={t('try.as')}
              items={[
                { value: 'session', label: t('try.session') },
                { value: 'token', label: t('try.token') },
              ]}
              value={as}
              onChange={setWanted}
            />
          )}
        </div>
        {as === 'token' && (
          <Field label={t('try.tokenLabel')} help={t('try.tokenHelp')}>
            <PasswordInput
              mono
              value={token}
              onChange={(event) => setToken(event.target.value.trim())}
              placeholder="pat_…"
              autoComplete="off"
            />
          </Field>
        )}
        {as === 'session' && operation.access !== 'public' && (
          <p className="text-small text-mute">
            {account ? t('try.signedIn', { name: account.name }) : t('try.signedOut')}
          </p>
        )}
        <DraftFields operation={operation} draft={draft} onDraft={onDraft} fault={fault} />
        <div className="flex items-center justify-between gap-2">
          <p className="min-w-0 text-small text-mute">
            {missing.length > 0 ? t('try.missing', { names: missing.join(', ') }) : t('try.real')}
          </p>
          {isSending ? (
            <Button icon={Square} onClick={stop}>
              {t('try.stop')}
            </Button>
          ) : (
            <Button type="submit" kind="solid" icon={Play} keys="mod+enter" disabled={!isReady}>
              {t('try.send')}
            </Button>
          )}
        </div>
      </form>
      <AnswerView state={state} />
    </>
  )
}
