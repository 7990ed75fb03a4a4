import type { ReactNode } from 'react'
import { CopyButton } from '#ui/copy-button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'

/** A URL to copy, in a field that can be selected. */
export function AddressLine({
  label,
  url,
  copy,
  after,
}: {
  label: string
  url: string
  copy: string
  after?: ReactNode
}) {
  return (
    <Field label={label}>
      <Input
        readOnly
        mono
        value={url}
        onFocus={(event) => event.target.select()}
        after={
          <>
            {after}
            <CopyButton text={url} label={copy} size="sm" />
          </>
        }
      />
    </Field>
  )
}
