import { useState } from 'react'
import { useT } from '#lib/i18n.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { parseCurl } from '../curl.ts'
import { withRequest } from '../curl-request.ts'
import { useNodeForm } from '../form-context.tsx'

/** Fills the request from a curl command. */
export function CurlImport({ onClose }: { onClose: () => void }) {
  const t = useT('workflow-node')
  const { change } = useNodeForm()
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)
  return (
    <FormDialog
      size="md"
      title={t('http.curl')}
      description={t('http.curlText')}
      isDirty={text !== ''}
      isReady={text.trim() !== ''}
      action={t('http.curlDo')}
      onSubmit={() => {
        const request = parseCurl(text.trim())
        setRefused(!request)
        if (!request) return
        change((data) => withRequest(data, request))
        if (request.ignored.length) toast.info(t('http.curlIgnored', { list: request.ignored.join(' ') }))
        onClose()
      }}
      onClose={onClose}
    >
      <Field label="cURL" error={isRefused && t('http.curlWrong')}>
        <Textarea
          mono
          rows={8}
          value={text}
          placeholder="curl https://api.example.com/v1/items -H 'Accept: application/json'"
          onChange={(event) => {
            setText(event.target.value)
            setRefused(false)
          }}
        />
      </Field>
    </FormDialog>
  )
}
