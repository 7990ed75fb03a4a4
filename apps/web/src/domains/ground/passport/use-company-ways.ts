import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#lib/api.ts'

export type CompanyWay = Awaited<ReturnType<typeof api.ssoSignIn.discover>>['connections'][number]
const TYPING_MS = 300
const looksWhole = /^\S+@[^\s@]+\.[^\s@]{2,}$/

/** The company sign-ins for an e-mail domain, requested once the address looks complete. */
export function useCompanyWays(email: string): { ways: readonly CompanyWay[]; isRequired: boolean } {
  const domain = looksWhole.test(email.trim()) ? email.trim().split('@').at(-1)! : ''
  const [settled, setSettled] = useState(domain)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(domain), TYPING_MS)
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
