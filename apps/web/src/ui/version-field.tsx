import { nextVersions, versionFault } from '@orrery/contract/shared/version-name'
import { useState } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { Segmented } from './segmented.tsx'

type Kind = 'patch' | 'minor' | 'major' | 'own'

/** The next version: patch, minor, major, or typed. */
export function useNextVersion(last: string, first: Kind = 'patch') {
  const next = nextVersions(last)
  const [kind, setKind] = useState<Kind>(first)
  const [own, setOwn] = useState('')
  const version = kind === 'own' ? own.trim() : next[kind]
  const fault = kind === 'own' && own === '' ? undefined : versionFault(version, last)
  return { version, fault, isReady: version !== '' && fault === undefined, next, kind, setKind, own, setOwn }
}

interface VersionFieldProps {
  choice: ReturnType<typeof useNextVersion>
  labels: Record<Kind | 'version', string>
  /** The error of the typed version. */
  error?: string
}

export function VersionField({ choice: { next, kind, setKind, own, setOwn }, labels, error }: VersionFieldProps) {
  return (
    <Field label={labels.version} error={error}>
      <Segmented
        label={labels.version}
        items={[
          { value: 'patch', label: `${labels.patch} ${next.patch}` },
          { value: 'minor', label: `${labels.minor} ${next.minor}` },
          { value: 'major', label: `${labels.major} ${next.major}` },
          { value: 'own', label: labels.own },
        ]}
        size="sm"
        wide
        value={kind}
        onChange={setKind}
      />
      {kind === 'own' && (
        <Input
          mono
          aria-label={labels.version}
          placeholder={next.patch}
          value={own}
          onChange={(event) => setOwn(event.target.value)}
        />
      )}
    </Field>
  )
}
