export const textTones: Record<string, string> = { good: 'text-ok', warning: 'text-warn', bad: 'text-err' }
