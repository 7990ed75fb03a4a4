import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'
import { readFieldError } from '#lib/field-error.ts'
import { isUserName } from './user-name.ts'

export type NameCheck =
  | { is: 'same' | 'malformed' | 'checking' | 'free' }
  /** With the message of the server. */
  | { is: 'refused'; text: string }

const pause = 350

/** Checks on the server whether a user name is free, when typing pauses. */
export function useNameCheck(typed: string, current: string): NameCheck {
  const name = typed.trim()
  const settled = useSettled(name)
  const isAsked = name !== current && isUserName(name)
  const query = useQuery({
    queryKey: ['user-name', settled],
    enabled: isAsked && settled === name,
    retry: false,
    staleTime: 10_000,
    queryFn: ({ signal }) => api.passport.checkProfile({ user_unique_name: settled }, { signal }),
  })
  if (name === current) return { is: 'same' }
  if (!isAsked) return { is: 'malformed' }
  if (settled !== name || query.isPending) return { is: 'checking' }
  return query.isError ? { is: 'refused', text: readFieldError(query.error).text } : { is: 'free' }
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
