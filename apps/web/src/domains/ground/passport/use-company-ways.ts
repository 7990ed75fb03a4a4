import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'

export type CompanyConnection = Awaited<ReturnType<typeof api.ssoSignIn.discover>>['connections'][number]
const DEBOUNCE_MS = 300
const looksComplete = /^\S+@[^\s@]+\.[^\s@]{2,}$/

/** The company sign-ins for an e-mail domain, requested once the address looks complete. */
export function useCompanyWays(email: string): { ways: readonly CompanyConnection[]; isRequired: boolean } {
  const domain = looksComplete.test(email.trim()) ? email.trim().split('@').at(-1)! : ''
  const [settled, setSettled] = useState(domain)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(domain), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [domain])
  const { data } = useQuery({
    queryKey: ['company-ways', settled],
    enabled: settled !== '' && settled === domain,
    staleTime: 60_000,
    // Only the domain is sent, because the person need not be known yet.
    queryFn: ({ signal }) => api.ssoSignIn.discover({ email: `anyone@${settled}` }, { signal }),
  })
  return domain !== '' && data && settled === domain
    ? { ways: data.connections, isRequired: data.is_enforced }
    : { ways: [], isRequired: false }
}
